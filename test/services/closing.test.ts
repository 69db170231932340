import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScratchDatabase } from '../../prisma/scratch-database.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { migratedDatabase } from '../support/scratch-database.ts';
import { pause } from '../support/waiting.ts';

let database: ScratchDatabase;
let watching: TestApp;
beforeAll(async () => {
  database = await migratedDatabase();
  watching = await testApp({ databaseUrl: database.url });
});
afterAll(async () => {
  await watching.close();
  await database.drop();
});

test('a server that ends waits for work that nobody waits for, such as sending e-mail', async () => {
  const app = await testApp({ databaseUrl: database.url });
  const { workspaceId } = await app.workspace();
  app.background.run(async () => {
    await pause(300);
    await app.sql(`UPDATE "Workspace" SET "name" = 'Written' WHERE "id" = $1`, [workspaceId]);
  });
  await app.close();
  expect(await watching.sql('SELECT "name" FROM "Workspace" WHERE "id" = $1', [workspaceId])).toEqual([
    { name: 'Written' },
  ]);
  expect(app.unexpected).toEqual([]);
});

test('a server that ends writes the times of last use and the log of requests that it has collected', async () => {
  const app = await testApp({ databaseUrl: database.url });
  const owner = await app.workspace();
  const key = await app.apiKey(owner);
  expect((await app.get('/v1/contacts', key)).status).toBe(200);
  await app.close();
  const [row] = await watching.sql('SELECT "lastUsedAt" FROM "ApiKey" WHERE "workspaceId" = $1', [owner.workspaceId]);
  expect(row).toEqual({ lastUsedAt: expect.any(String) });
  const logged = await watching.sql('SELECT "route" FROM "ApiRequest" WHERE "workspaceId" = $1', [owner.workspaceId]);
  expect(logged).toEqual([{ route: '/v1/contacts' }]);
});
