import { startServers } from '../compare/compare.ts';
import { reportOf } from '../compare/report.ts';
import { runRounds } from '../compare/rounds.ts';
import { type CaseSummary, summaryOf } from '../compare/summary.ts';
import { kinds } from '../distributed/kinds.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { benchWorkspace } from '../environment/workspaces.ts';
import { startLoadProcess } from '../load/load-process.ts';
import type { Options } from '../options.ts';
import { bookedEvent } from '../scheduling/booking-team.ts';
import { perWorkspace } from './day.ts';

const name = 'oneNode';
const title = 'the requests of a day without its bookings, against those of them that the peer knows';
const knownToPeer = ['calls', 'contact'] as const;
/** Bookings are a case of their own, because each needs a slot of its own. */
const sentToUs = [...knownToPeer, 'relations', 'openTimes'] as const;

/**
 * The capacity of one node. The peer has neither GraphQL nor open times: it gets the rest of the same day, as the
 * yardstick of the machine.
 */
export async function measureOneNode(
  database: BenchDatabase,
  options: Options,
  stack: AsyncDisposableStack,
): Promise<CaseSummary> {
  const fixture = { workspace: await benchWorkspace(database, 2_000), event: await bookedEvent(database, 10) };
  const servers = await startServers(database, options, stack);
  const load = stack.adopt(startLoadProcess(), (process) => process.stop());
  const requestsOf = (chosen: readonly (typeof sentToUs)[number][]) =>
    evenly(chosen).map((kind, number) => kinds[kind].request(fixture, number));
  const [toUs, toPeer] = [requestsOf(sentToUs), requestsOf(knownToPeer)];
  const results = await runRounds((server) => (server === servers[0] ? toUs : toPeer), {
    ...{ servers, load, client: database.client, options },
  });
  const summary = summaryOf({ name, title }, results);
  console.error(reportOf(summary));
  return summary;
}

/** The requests of a workspace, each kind spread over the day. */
function evenly<Name extends keyof typeof perWorkspace>(names: readonly Name[]): Name[] {
  return names
    .flatMap((name) => {
      const count = perWorkspace[name];
      return Array.from({ length: count }, (_, number) => ({ name, at: (number + 0.5) / count }));
    })
    .toSorted((one, other) => one.at - other.at)
    .map((each) => each.name);
}
