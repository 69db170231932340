import type { BenchDatabase } from '../environment/database.ts';
import { startServerProcess } from '../environment/server-process.ts';
import { ours, peer } from '../environment/servers.ts';
import { type BenchWorkspace, benchWorkspace } from '../environment/workspaces.ts';
import { startLoadProcess } from '../load/load-process.ts';
import type { Options } from '../options.ts';
import { type BenchCase, cases } from './cases.ts';
import { assertEqualResponses } from './equality-check.ts';
import { reportOf } from './report.ts';
import { runRounds } from './rounds.ts';
import { type CaseSummary, summaryOf } from './summary.ts';

/** Measures our server against the peers, case by case, on one database. */
export async function compare(
  database: BenchDatabase,
  options: Options,
  stack: AsyncDisposableStack,
): Promise<CaseSummary[]> {
  const chosen = cases.filter(({ name }) => name.startsWith(options.only ?? ''));
  if (chosen.length === 0) throw new Error(`There is no case "${options.only}".`);
  const workspaces = await workspacesFor(database, chosen);
  const start = async (kind: ReturnType<typeof ours>) =>
    stack.adopt(await startServerProcess(kind), (server) => server.stop());
  const own = await start(ours(database.url));
  const servers = [own, ...(await Promise.all(options.peers.map((name) => start(peer(database.url, name)))))] as const;
  const load = stack.adopt(startLoadProcess(), (process) => process.stop());
  const summaries: CaseSummary[] = [];
  for (const each of chosen) {
    const workspace = workspaces.get(each.calls) as BenchWorkspace;
    await assertEqualResponses(each, workspace, servers);
    const results = await runRounds(each, workspace, { servers, load, client: database.client, options });
    const summary = summaryOf(each, results);
    summaries.push(summary);
    console.error(reportOf(summary));
  }
  return summaries;
}

async function workspacesFor(database: BenchDatabase, chosen: readonly BenchCase[]) {
  const workspaces = new Map<number, BenchWorkspace>();
  for (const calls of new Set(chosen.map((each) => each.calls))) {
    workspaces.set(calls, await benchWorkspace(database, calls));
  }
  return workspaces;
}
