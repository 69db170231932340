import { expect, test } from 'vitest';
import { CredentialSearch } from '#src/db/credential-search.ts';
import { apiKeyByHash } from '#src/db/reads/credential.ts';
import { generateApiKey } from '#src/domain/principal/credentials.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { resolveApiKey } from '#src/services/credentials.ts';
import { useApp } from '../support/app.ts';
import { distributedNode } from '../support/distributed-node.ts';

const app = await useApp();

const newNode = () => distributedNode(app);

/** What comes of each lookup, and how many statements searched for workspaces. */
async function searched(lookups: readonly Promise<{ workspaceId: number }>[], before: number) {
  const outcomes = await Promise.all(
    lookups.map((lookup) =>
      lookup.then(
        ({ workspaceId }) => workspaceId,
        ({ code }) => code,
      ),
    ),
  );
  const statements = app.statements.slice(before).filter((name) => /^credentials\.\w+\.workspaces$/.test(name)).length;
  return { outcomes, statements };
}

test('keys that nobody knows are searched together, and so hold up no true one', async () => {
  const owners = await Promise.all(Array.from({ length: 5 }, () => app.workspace()));
  const known = await Promise.all(owners.map((owner) => app.apiKey(owner)));
  const unknown = Array.from({ length: 300 }, generateApiKey);
  const node = newNode();
  const before = app.statements.length;
  const lookups = [...unknown, ...known].map((key) => resolveApiKey(node, key));
  const { outcomes, statements } = await searched(lookups, before);
  expect(outcomes).toEqual([...unknown.map(() => 'INVALID_API_KEY'), ...owners.map(({ workspaceId }) => workspaceId)]);
  // The first begins at once; all others wait for it and share the second.
  expect(statements).toBe(2);
  const again = await searched(
    known.map((key) => resolveApiKey(node, key)),
    app.statements.length,
  );
  expect(again).toEqual({ outcomes: owners.map(({ workspaceId }) => workspaceId), statements: 0 });
});

test('a revoked key and one without a member fail, also where their workspace is remembered', async () => {
  const owner = await app.workspace();
  const key = await app.apiKey(owner);
  const node = newNode();
  expect((await resolveApiKey(node, key)).workspaceId).toBe(owner.workspaceId);
  await app.sql('UPDATE "ApiKey" SET "revokedAt" = now() WHERE "workspaceId" = $1', [owner.workspaceId]);
  await expect(resolveApiKey(node, key)).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
  await app.sql('UPDATE "ApiKey" SET "revokedAt" = NULL WHERE "workspaceId" = $1', [owner.workspaceId]);
  await app.sql('UPDATE "Membership" SET "removedAt" = now() WHERE "workspaceId" = $1', [owner.workspaceId]);
  for (const each of [node, newNode()]) {
    await expect(resolveApiKey(each, key)).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
  }
});

test('a search that fails, fails for all who wait for it, and the next one succeeds', async () => {
  const owner = await app.workspace();
  const hash = sha256(await app.apiKey(owner));
  const search = new CredentialSearch(app.context.db);
  await app.sql('ALTER TABLE "ApiKey" RENAME TO "ApiKeyAway"');
  const failed = await Promise.allSettled([1, 2, 3].map(() => search.find(apiKeyByHash.workspaces, hash)));
  await app.sql('ALTER TABLE "ApiKeyAway" RENAME TO "ApiKey"');
  expect(failed).toMatchObject([1, 2, 3].map(() => ({ status: 'rejected', reason: { code: '42P01' } })));
  expect(await search.find(apiKeyByHash.workspaces, hash)).toBe(owner.workspaceId);
});
