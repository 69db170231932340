import type { ServerProcess } from '../environment/server-process.ts';
import type { BenchWorkspace } from '../environment/workspaces.ts';
import { bodyOf } from '../load/request.ts';
import type { BenchCase } from './cases.ts';

/** Responses differ if a call ends between two requests, so the check sends them again. */
const attempts = 3;

/** Throws unless all servers send the same bytes; otherwise they would not do the same work. */
export async function assertEqualResponses(
  benchCase: BenchCase,
  workspace: BenchWorkspace,
  servers: readonly [ServerProcess, ...ServerProcess[]],
): Promise<void> {
  const { key } = workspace;
  const { graphql } = benchCase;
  const path = benchCase.path(workspace);
  for (const each of [path, ...benchCase.alsoCompared(workspace)]) {
    await assertEqual(each, () => Promise.all(servers.map(({ port }) => bodyOf(port, { path: each, key }))));
  }
  if (!graphql) return;
  await assertEqual(`/graphql and ${path}`, async () => {
    const body = await bodyOf(servers[0].port, { path: '/graphql', key, body: graphql.body });
    return [await bodyOf(servers[0].port, { path, key }), graphql.asRest(body)];
  });
}

async function assertEqual(what: string, bodies: () => Promise<string[]>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const [first = '', ...others] = await bodies();
    const other = others.find((body) => body !== first);
    if (other === undefined) return;
    if (attempt === attempts) throw new Error(`The servers differ in ${what}:\n${difference(first, other)}`);
  }
}

function difference(one: string, other: string): string {
  const start = [...one].findIndex((character, index) => character !== other[index]);
  const around = (text: string) => text.slice(Math.max(0, start - 60), start + 60);
  return `… ${around(one)} …\n… ${around(other)} …`;
}
