import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startHostileServer } from '../../support/hostile-calendars.ts';
import { Installation } from './installation.ts';
import { type Measured, Scenario } from './scenario.ts';
import { residentMb, residentOfTreeMb } from './watch.ts';

// What calendars of strangers do to a server, seen from outside. `node test/bench/hostile/hostile.ts --root <tree>` starts the server
// of that tree, so that two states of the sources are measured by the same program.

const { values } = parseArgs({
  options: {
    root: { type: 'string', default: process.cwd() },
    port: { type: 'string', default: '4150' },
    'data-dir': { type: 'string', default: '/tmp/slotline-hostile' },
    /** Parts of the names of the cases that are measured, with commas between them. */
    only: { type: 'string', default: 'xml,ics' },
    /** The priority of this program and of the server, from -20 to 19: other work on the machine then counts less. */
    priority: { type: 'string', default: '0' },
  },
});

if (values.priority !== '0') setPriority(Number(values.priority));
const installation = new Installation({
  ...{ root: values.root, port: Number(values.port), dataDir: values['data-dir'] },
});
const server = await startHostileServer();
const isChosen = (name: string) => values.only.split(',').some((part) => name.includes(part));
const scenario = new Scenario({ installation, server, isChosen, onMeasured: print });

function print({ name, longestWaitMs, longestBusyMs, ms, peakMb, peakOfTreeMb, outcome }: Measured): void {
  const [wait, busy, took, own, tree] = [longestWaitMs, longestBusyMs, ms, peakMb, peakOfTreeMb].map((each) =>
    String(each).padStart(6),
  );
  const figures = `wait ${wait} ms  busy ${busy} ms  took ${took} ms  server ${own} MB  with PostgreSQL ${tree} MB`;
  console.info(`${name.padEnd(42)} ${figures}  ${JSON.stringify(outcome)?.slice(0, 160)}`);
}

function memory(): string {
  const [pid] = installation.processes;
  return `server ${residentMb(pid)} MB, with PostgreSQL ${residentOfTreeMb(installation.processes)} MB`;
}

try {
  await installation.start();
  console.info(`${values.root}, after its start: ${memory()}`);
  await scenario.idle();
  await scenario.xml();
  await scenario.ics();
  await delay(60_000);
  console.info(`a minute later: ${memory()}`);
} finally {
  await installation.stop();
  await server.stop();
}
