import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';

let admin: Member;
const app = await useApp();
const owner = await app.workspace();
beforeEach(async () => {
  app.clock.set('2026-03-04T12:00:00.000Z');
  admin = await app.member(owner.workspaceId, 'ADMIN');
});

const path = '/v1/eventCalls?search=ira';

async function responseTo(credential: string): Promise<unknown> {
  const { status, body } = await app.get(path, credential);
  return { status, body };
}

async function works(...credentials: string[]): Promise<void> {
  for (const credential of credentials) expect((await app.get(path, credential)).status).toBe(200);
}

describe('the next request already fails', () => {
  test('when the key is revoked', async () => {
    const key = await app.apiKey(admin);
    await works(key);
    await app.sql('UPDATE "ApiKey" SET "revokedAt" = now() WHERE "userId" = $1', [admin.userId]);
    expect(await responseTo(key)).toEqual({ status: 401, body: { message: 'Invalid API key' } });
  });

  test('when the key is deleted', async () => {
    const key = await app.apiKey(admin);
    await works(key);
    await app.sql('DELETE FROM "ApiKey" WHERE "userId" = $1', [admin.userId]);
    expect(await responseTo(key)).toEqual({ status: 401, body: { message: 'Invalid API key' } });
  });

  test('when the expiry is brought forward', async () => {
    const key = await app.apiKey(admin);
    await works(key);
    await app.sql('UPDATE "ApiKey" SET "expiresAt" = $2 WHERE "userId" = $1', [admin.userId, '2026-03-04T12:00:00Z']);
    expect(await responseTo(key)).toEqual({ status: 401, body: { message: 'API key expired' } });
  });

  test('when the session ends', async () => {
    const session = await app.session(admin);
    await works(session);
    await app.sql('DELETE FROM "Session" WHERE "userId" = $1', [admin.userId]);
    expect(await responseTo(session)).toEqual({ status: 401, body: { message: 'Invalid session' } });
  });

  test('when the user leaves the workspace, with a key and with a session', async () => {
    const [key, session] = [await app.apiKey(admin), await app.session(admin)];
    await works(key, session);
    await app.sql('DELETE FROM "Membership" WHERE "userId" = $1', [admin.userId]);
    expect(await responseTo(key)).toEqual({ status: 401, body: { message: 'Invalid API key' } });
    expect(await responseTo(session)).toEqual({ status: 401, body: { message: 'Invalid session' } });
  });

  test('when the scope is taken away', async () => {
    const key = await app.apiKey(admin);
    await works(key);
    await app.sql('UPDATE "ApiKey" SET "scopes" = $2 WHERE "userId" = $1', [admin.userId, ['fields:read']]);
    expect(await responseTo(key)).toEqual({
      status: 403,
      body: { message: 'Missing scope: eventCalls:read', code: 'INSUFFICIENT_SCOPE' },
    });
  });
});

describe('the next request already sees', () => {
  const count = async (credential: string) => (await app.get(path, credential)).body.data.count;

  test('what a new role may see, with a key and with a session', async () => {
    await app.call(owner, { inviteeName: 'Ira' });
    const [key, session] = [await app.apiKey(admin), await app.session(admin)];
    const before = await count(key);
    expect(before).toBeGreaterThan(0);
    await app.sql(`UPDATE "Membership" SET "role" = 'CLOSER' WHERE "userId" = $1`, [admin.userId]);
    expect([await count(key), await count(session)]).toEqual([0, 0]);
    await app.sql(`UPDATE "Membership" SET "role" = 'ADMIN' WHERE "userId" = $1`, [admin.userId]);
    expect([await count(key), await count(session)]).toEqual([before, before]);
  });

  test('days of a new time zone of the workspace', async () => {
    const other = await app.workspace({ timeZone: 'UTC' });
    await app.call(other, { dateTime: '2026-03-01T23:30:00.000Z' });
    const key = await app.apiKey(other);
    const onTheSecond = '/v1/eventCalls?dateFrom=2026-03-02&search=ira';
    expect((await app.get(onTheSecond, key)).body.data.count).toBe(0);
    await app.sql(`UPDATE "Workspace" SET "timeZone" = 'Europe/Berlin' WHERE "id" = $1`, [other.workspaceId]);
    expect((await app.get(onTheSecond, key)).body.data.count).toBe(1);
  });

  test('a raised limit of the workspace', async () => {
    const other = await app.workspace({ rateLimitPoints: 20 });
    const key = await app.apiKey(other);
    await app.get(path, key);
    await app.sql('UPDATE "Workspace" SET "rateLimitPoints" = 500 WHERE "id" = $1', [other.workspaceId]);
    expect((await app.get(path, key)).headers.get('ratelimit-limit')).toBe('500');
  });
});
