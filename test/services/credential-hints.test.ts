import { expect, test } from 'vitest';
import { moveSession } from '#src/db/writes/sessions.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { resolveApiKey, resolveSession } from '#src/services/credentials.ts';
import { useApp } from '../support/app.ts';
import { distributedNode } from '../support/distributed-node.ts';
import { present } from '../support/present.ts';
import { seeing } from '../support/seeing-statements.ts';

const app = await useApp();

/** How many statements look the credential up, and what comes of it. */
async function lookups(work: () => Promise<{ workspaceId: number }>) {
  const before = app.statements.length;
  const outcome = await work().then(
    ({ workspaceId }) => workspaceId,
    ({ code }) => code,
  );
  return [
    app.statements.slice(before).filter((name) => /^credentials\.(apiKey|session)(\.workspaces)?$/.test(name)).length,
    outcome,
  ];
}

test('a session that another node has moved is found where it is, and then asked for there', async () => {
  const owner = await app.workspace();
  const token = await app.session(owner);
  const other = await app.workspace();
  await app.insert('Membership', { workspaceId: other.workspaceId, userId: owner.userId, role: 'CLOSER' });
  const node = distributedNode(app);
  const resolve = () => lookups(() => resolveSession(node, token));
  expect(await resolve()).toEqual([2, owner.workspaceId]);
  expect(await resolve()).toEqual([1, owner.workspaceId]);
  await app.context.db.write((client) =>
    moveSession(client, { tokenHash: sha256(token), userId: owner.userId }, { ...other, now: present() }),
  );
  expect(await resolve()).toEqual([3, other.workspaceId]);
  expect(await resolve()).toEqual([1, other.workspaceId]);
});

test('a session that is on neither node, because it moves just now, is searched once more', async () => {
  const owner = await app.workspace();
  const token = await app.session(owner);
  const { db } = app.context;
  let sent: string[] = [];
  let row: object | undefined;
  const seen = seeing(db, async (statement) => {
    sent.push(statement.prepared ?? '');
    // The other node commits.
    if (row && sent.length === 3) await app.insert('Session', { ...row });
  });
  const node = distributedNode(app, seen);
  const resolve = () => resolveSession(node, token);
  const [there, search] = ['credentials.session.inWorkspace', 'credentials.session.workspaces'];
  await resolve();
  expect(sent.splice(0)).toEqual([search, there]);
  [row] = await app.sql('DELETE FROM "Session" WHERE "tokenHash" = $1 RETURNING *', [sha256(token)]);
  expect(await resolve()).toMatchObject({ workspaceId: owner.workspaceId });
  expect(sent).toEqual([there, search, search, there]);
  sent = [];
  row = undefined;
  await app.sql('DELETE FROM "Session" WHERE "tokenHash" = $1', [sha256(token)]);
  await expect(resolve()).rejects.toMatchObject({ code: 'INVALID_SESSION' });
  await expect(resolve()).rejects.toMatchObject({ code: 'INVALID_SESSION' });
  // The second time, nothing says that there ever was such a session.
  expect(sent).toEqual([there, search, search, search]);
});

test('a key that was revoked or has no member any more fails on the next request', async () => {
  const owner = await app.workspace();
  const key = await app.apiKey(owner);
  const node = distributedNode(app);
  const resolve = () => lookups(() => resolveApiKey(node, key));
  expect(await resolve()).toEqual([2, owner.workspaceId]);
  await app.sql('UPDATE "ApiKey" SET "revokedAt" = now() WHERE "workspaceId" = $1', [owner.workspaceId]);
  expect(await resolve()).toEqual([1, 'INVALID_API_KEY']);
  await app.sql('UPDATE "ApiKey" SET "revokedAt" = NULL WHERE "workspaceId" = $1', [owner.workspaceId]);
  expect(await resolve()).toEqual([1, owner.workspaceId]);
  await app.sql('UPDATE "Membership" SET "removedAt" = now() WHERE "workspaceId" = $1', [owner.workspaceId]);
  expect(await resolve()).toEqual([3, 'INVALID_API_KEY']);
  expect(await resolve()).toEqual([2, 'INVALID_API_KEY']);
});

test('one PostgreSQL is asked once, whether it knows the credential or not', async () => {
  const owner = await app.workspace();
  const token = await app.session(owner);
  const resolve = () => lookups(() => resolveSession(app.context, token));
  expect([await resolve(), await resolve()]).toEqual([
    [1, owner.workspaceId],
    [1, owner.workspaceId],
  ]);
  await app.sql('DELETE FROM "Session" WHERE "tokenHash" = $1', [sha256(token)]);
  expect(await resolve()).toEqual([1, 'INVALID_SESSION']);
});
