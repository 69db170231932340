import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { connection, inDays } from '../../support/connections.ts';
import { oauthApp } from '../../support/oauth.ts';

const app = await useApp();

test('a connection that is read by its id leads to the records of its workspace, and one that is not there is NOT_FOUND', async () => {
  const owner = await app.workspace();
  await app.apiKey(owner);
  const session = await app.session(owner);
  const stored = await connection(app, owner, await oauthApp(app, owner), { lastUsedAt: inDays(-1) });
  const read = async (id: string) =>
    (
      await app.graphql('query ($id: String!) { connection(id: $id) { workspace { apiKeys { userId } } } }', session, {
        id,
      })
    ).body;
  expect((await read(stored.id)).data.connection).toEqual({ workspace: { apiKeys: [{ userId: owner.userId }] } });
  expect((await read('con_x')).errors[0].extensions.code).toBe('NOT_FOUND');
});
