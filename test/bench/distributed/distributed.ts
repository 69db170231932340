import { cpuTimes, spentSeconds } from '../environment/cpu.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { postgresSeconds } from '../environment/postgres-cpu.ts';
import { type ServerProcess, startServerProcess } from '../environment/server-process.ts';
import { ours } from '../environment/servers.ts';
import { benchWorkspace } from '../environment/workspaces.ts';
import { figureOf, type Measured, spreadText } from '../figure.ts';
import { median } from '../load/latencies.ts';
import { startLoadProcess } from '../load/load-process.ts';
import type { CaseOptions } from '../options.ts';
import { bookedEvent } from '../scheduling/booking-team.ts';
import { table } from '../table.ts';
import { bothSides, leftOut, type Side } from './cluster.ts';
import { type Fixture, type Kind, kinds } from './kinds.ts';

const calls = 2_000;
const hosts = 10;
const connections = 8;
/**
 * A session of Citus keeps the plan of a statement only after it was used often for one workspace: each of the
 * connections of the node must come so far before a round counts.
 */
const warmUpRequests = { read: 1_500, write: 300 };

const kindsByCase = Object.entries(kinds).map(([name, kind]) => [`distributed-${name}`, kind] as const);
export const distributedCases = kindsByCase.map(([name]) => name);

interface Subject {
  readonly side: Side;
  readonly server: ServerProcess;
  readonly fixture: Fixture;
}

/** Processor time of one request, in milliseconds. */
interface Cost {
  readonly node: number;
  readonly database: number;
}

export interface KindSummary extends Measured {
  readonly title: string;
  readonly plain: Cost;
  readonly citus: Cost;
}

/** What a request costs on one PostgreSQL and on a distributed one, in processor time, in rounds that alternate. */
export async function compareDistributed(_: BenchDatabase, options: CaseOptions, stack: AsyncDisposableStack) {
  const sides = await bothSides(stack);
  if (!sides) {
    console.error(`\ndistributed: ${leftOut}`);
    return options.cases.map((name) => ({ name, figures: [], leftOut }));
  }
  const load = stack.adopt(startLoadProcess(), (process) => process.stop());
  const subjects: Subject[] = [];
  for (const side of [sides.plain, sides.citus]) {
    const workspace = await benchWorkspace(side.database, calls);
    const fixture = { workspace, event: await bookedEvent(side.database, hosts) };
    await side.database.client.query('ANALYZE');
    const kind = ours(side.database.url);
    // Without the background work, whose time depends on the clock and not on the requests.
    const server = await startServerProcess({ ...kind, env: { ...kind.env, WORKER: 'off' } });
    subjects.push({ side, server: stack.adopt(server, (started) => started.stop()), fixture });
  }

  let sent = 0;
  const send = async (kind: Kind, count: number): Promise<Cost[]> => {
    const costs: Cost[] = [];
    for (const { side, server, fixture } of subjects) {
      const requests = Array.from({ length: count }, (_, index) => kind.request(fixture, sent + index));
      const before = { node: await cpuTimes([server.pid]), database: await postgresSeconds(side.postmasters) };
      const result = await load.run({ port: server.port, requests, connections, status: kind.status });
      const node = spentSeconds(before.node, await cpuTimes([server.pid]));
      const database = (await postgresSeconds(side.postmasters)) - before.database;
      if (result.failures > 0) {
        throw new Error(
          `${kind.title}, ${side.name}: ${result.failures} of ${count} had another status than ${kind.status}.`,
        );
      }
      costs.push({ node: (node / count) * 1000, database: (database / count) * 1000 });
    }
    sent += count;
    return costs;
  };

  const summaries: KindSummary[] = [];
  for (const [name, kind] of kindsByCase) {
    if (!options.cases.includes(name)) continue;
    await send(kind, kind.status === 200 ? warmUpRequests.read : warmUpRequests.write);
    const rounds: Cost[][] = [];
    for (let turn = 0; turn < options.rounds; turn++) {
      rounds.push(await send(kind, kind.requestsPerSecond * options.roundSeconds));
    }
    summaries.push(summaryOf(name, kind.title, rounds));
    console.error(`  ${kind.title}`);
  }
  console.error(reportOf(summaries));
  return summaries;
}

function summaryOf(name: string, title: string, rounds: readonly (readonly Cost[])[]): KindSummary {
  const costOf = (side: number): Cost => ({
    node: median(rounds.map((costs) => costs[side]?.node ?? Number.NaN)),
    database: median(rounds.map((costs) => costs[side]?.database ?? Number.NaN)),
  });
  const total = (cost: Cost | undefined) => (cost ? cost.node + cost.database : Number.NaN);
  const ratios = rounds.map(([plain, citus]) => total(plain) / total(citus));
  return {
    ...{ name, title },
    plain: costOf(0),
    citus: costOf(1),
    figures: [figureOf('requests/CPU s × one PostgreSQL', 'higher', ratios)],
  };
}

function reportOf(summaries: readonly KindSummary[]): string {
  const cells = ({ node, database }: Cost) => [node, database, node + database].map((ms) => ms.toFixed(2));
  const rows = summaries.map(({ title, plain, citus, figures: [ratio] }) => [
    ...[title, ...cells(plain), ...cells(citus)],
    ratio ? spreadText(ratio) : '',
  ]);
  const head = ['', 'plain: node', 'database', 'both', 'Citus 1+2: node', 'databases', 'all', 'plain / Citus'];
  return `\ndistributed: processor time of a request in ms\n${table([head, ...rows])}\n`;
}
