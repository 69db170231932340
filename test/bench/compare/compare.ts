import type { BenchDatabase } from '../environment/database.ts';
import { type ServerKind, type ServerProcess, startServerProcess } from '../environment/server-process.ts';
import { ours, peer } from '../environment/servers.ts';
import { type BenchWorkspace, benchWorkspace } from '../environment/workspaces.ts';
import { startLoadProcess } from '../load/load-process.ts';
import { wireRequest } from '../load/request.ts';
import type { CaseOptions, Options } from '../options.ts';
import { type BenchCase, cases } from './cases.ts';
import { assertEqualResponses } from './equality-check.ts';
import { reportOf } from './report.ts';
import { runRounds } from './rounds.ts';
import { type CaseSummary, summaryOf } from './summary.ts';

/** Measures our server against the peers, case by case, on one database. */
export async function compare(
  database: BenchDatabase,
  options: CaseOptions,
  stack: AsyncDisposableStack,
): Promise<CaseSummary[]> {
  const chosen = cases.filter(({ name }) => options.cases.includes(name));
  const workspaces = await workspacesFor(database, chosen);
  const servers = await startServers(database, options, stack);
  const load = stack.adopt(startLoadProcess(), (process) => process.stop());
  const summaries: CaseSummary[] = [];
  for (const each of chosen) {
    const workspace = workspaces.get(each.calls) as BenchWorkspace;
    await assertEqualResponses(each, workspace, servers);
    const results = await runRounds(requestOf(each, workspace), { servers, load, client: database.client, options });
    const summary = summaryOf(each, results);
    summaries.push(summary);
    console.error(reportOf(summary));
  }
  return summaries;
}

/** Ours is the first. */
export async function startServers({ url }: BenchDatabase, { peers }: Options, stack: AsyncDisposableStack) {
  const start = async (kind: ServerKind) => stack.adopt(await startServerProcess(kind), (server) => server.stop());
  const own = await start(ours(url));
  return [own, ...(await Promise.all(peers.map((name) => start(peer(url, name)))))] as const;
}

function requestOf(benchCase: BenchCase, workspace: BenchWorkspace) {
  return ({ applicationName }: ServerProcess) => {
    const isOurs = applicationName === 'slotline';
    const graphql = isOurs && benchCase.graphql ? { path: '/graphql', body: benchCase.graphql.body } : undefined;
    return [wireRequest({ path: benchCase.path(workspace), key: workspace.key, ...graphql })];
  };
}

async function workspacesFor(database: BenchDatabase, chosen: readonly BenchCase[]) {
  const workspaces = new Map<number, BenchWorkspace>();
  for (const calls of new Set(chosen.map((each) => each.calls))) {
    workspaces.set(calls, await benchWorkspace(database, calls));
  }
  return workspaces;
}
