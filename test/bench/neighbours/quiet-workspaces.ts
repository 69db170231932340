import { seedWorkspace } from '../../../src/demo/seed-workspace.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { freshKey } from '../environment/workspaces.ts';
import { wireRequest } from '../load/request.ts';

const name = 'Quiet neighbour';
const calls = 200;
/**
 * Each keeps within a quarter of its 20 requests a second: where the server stops for up to three seconds, those that
 * were due meanwhile come in one window and are late, but not refused.
 */
export const quietWorkspaces = 10;
export const perSecond = 5 * quietWorkspaces;
export const path = '/v1/eventCalls?limit=1';

/** The request of each quiet workspace, all with the limits of a new one. */
export async function quietRequests({ client, use }: BenchDatabase): Promise<string[]> {
  const { rows } = await client.query<{ id: number }>('SELECT "id" FROM "Workspace" WHERE "name" = $1', [name]);
  const ids = rows.map(({ id }) => id);
  while (ids.length < quietWorkspaces) {
    const { workspaceId } = await use((context) => seedWorkspace(context, { calls }));
    await client.query('UPDATE "Workspace" SET "name" = $2 WHERE "id" = $1', [workspaceId, name]);
    ids.push(workspaceId);
  }
  const requests: string[] = [];
  for (const id of ids) requests.push(wireRequest({ path, key: await freshKey(client, id) }));
  return requests;
}
