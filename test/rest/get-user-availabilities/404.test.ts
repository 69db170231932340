import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';

const app = await useApp();
const owner = await app.workspace();
const stranger = await app.workspace();
await app.schedule(stranger);

async function notFound(key: string, userId: number): Promise<void> {
  const { status, body, headers } = await app.get(`/v1/userAvailabilities?userId=${userId}`, key);
  expect({ status, body }).toEqual({ status: 404, body: { message: 'Resource not found!', code: 'NOT_FOUND' } });
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('ratelimit-limit')).toBe('1000000');
}

test('a user of another workspace and a user of none get the same 404', async () => {
  const key = await app.apiKey(owner);
  await notFound(key, stranger.userId);
  await notFound(key, 2_147_483_647);
});

test('a user who has left the workspace is not found', async () => {
  const closer = await app.member(owner.workspaceId, 'CLOSER');
  await app.sql('DELETE FROM "Membership" WHERE "userId" = $1', [closer.userId]);
  await notFound(await app.apiKey(owner), closer.userId);
});

test.each(['CLOSER', 'SETTER'] as const)(
  'for the role %s the user ids of a colleague and of a stranger are not found',
  async (role) => {
    const key = await app.apiKey(await app.member(owner.workspaceId, role));
    await notFound(key, owner.userId);
    await notFound(key, stranger.userId);
  },
);
