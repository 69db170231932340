import { bodyOf } from '../load/request.ts';
import type { ServerProcess } from '../stand/server-process.ts';
import type { BenchWorkspace } from '../stand/workspaces.ts';
import type { BenchCase } from './cases.ts';

/** A call that ends between two answers makes them differ, so they are asked again. */
const attempts = 3;

/** Throws unless all servers answer the same to the byte: else they would not do the same work. */
export async function assertAlike(
  benchCase: BenchCase,
  workspace: BenchWorkspace,
  servers: readonly [ServerProcess, ...ServerProcess[]],
): Promise<void> {
  const { key } = workspace;
  const { graphql } = benchCase;
  const path = benchCase.path(workspace);
  for (const each of [path, ...benchCase.alsoAlike(workspace)]) {
    await agree(each, () => Promise.all(servers.map(({ port }) => bodyOf(port, { path: each, key }))));
  }
  if (!graphql) return;
  await agree(`/graphql and ${path}`, async () => {
    const answer = await bodyOf(servers[0].port, { path: '/graphql', key, body: graphql.body });
    return [await bodyOf(servers[0].port, { path, key }), graphql.asRest(answer)];
  });
}

async function agree(what: string, ask: () => Promise<string[]>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const [first = '', ...others] = await ask();
    const other = others.find((body) => body !== first);
    if (other === undefined) return;
    if (attempt === attempts) throw new Error(`The servers differ in ${what}:\n${difference(first, other)}`);
  }
}

function difference(one: string, other: string): string {
  const place = [...one].findIndex((character, index) => character !== other[index]);
  const around = (text: string) => text.slice(Math.max(0, place - 60), place + 60);
  return `… ${around(one)} …\n… ${around(other)} …`;
}
