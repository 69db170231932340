import { randomInt } from 'node:crypto';
import { type TestApp, type TestAppOptions, testApp } from './app.ts';

/**
 * Two servers over one database, with limiters over one store. A Redis serves other runs as well, so the ids of the
 * workspaces are ones that no other run has.
 */
export async function twoNodes(limiter: TestAppOptions['limiter']): Promise<TestApp[]> {
  const first = await testApp({ limiter });
  await first.sql(`ALTER SEQUENCE "Workspace_id_seq" RESTART ${randomInt(1_000_000, 2_000_000_000)}`);
  return [first, await testApp({ limiter, databaseUrl: first.databaseUrl })];
}
