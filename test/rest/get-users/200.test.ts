import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { idsOf, idsOfAllPages } from '../../support/lists.ts';

const app = await useApp();

describe('GET /v1/users', () => {
  test('returns exactly the record of a member, without a password', async () => {
    const workspace = await app.insert('Workspace', { name: 'Acme', rateLimitPoints: 1_000_000 });
    const person = { email: 'ada@example.com', username: 'ada', firstName: 'Ada', lastName: 'Lovelace' };
    const timeZone = 'Europe/London';
    const { id } = await app.insert('User', { ...person, timeZone, passwordHash: '$argon2id$secret' });
    const createdAt = '2026-01-05T06:07:08.009Z';
    const membership = { workspaceId: workspace.id, userId: id, role: 'OWNER' as const };
    await app.insert('Membership', { ...membership, createdAt });

    const { status, body } = await app.get('/v1/users', await app.apiKey(membership, { scopes: ['users:read'] }));

    const expected = { id, ...person, timeZone, role: 'OWNER', meetingLink: null, createdAt };
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toBe(JSON.stringify({ data: { users: [expected], count: 1 } }));
  });

  test('is sorted by the time of joining, and no page drifts', async () => {
    const owner = await app.workspace();
    const ids = [owner.userId];
    for (let index = 0; index < 6; index++) ids.push((await app.member(owner.workspaceId, 'CLOSER')).userId);
    await app.sql('UPDATE "Membership" SET "createdAt" = $2 WHERE "workspaceId" = $1', [
      owner.workspaceId,
      '2026-01-01T00:00:00Z',
    ]);
    const key = await app.apiKey(owner);
    expect(idsOf(await app.get('/v1/users', key))).toEqual({ ids, count: 7 });
    expect(await idsOfAllPages(app, '/v1/users', key, 2)).toEqual(ids);
    expect(idsOf(await app.get('/v1/users?page=99', key))).toEqual({ ids: [], count: 7 });
  });

  test('filters by role and by words of the name or e-mail, within the workspace', async () => {
    const owner = await app.workspace();
    await app.member((await app.workspace()).workspaceId, 'CLOSER', { firstName: 'Cleo', lastName: 'Hart' });
    const cleo = await app.member(owner.workspaceId, 'CLOSER', { firstName: 'Cleo', lastName: 'Hart' });
    const sam = await app.member(owner.workspaceId, 'SETTER', { firstName: 'Sam', lastName: '100%' });
    const key = await app.apiKey(cleo);
    const find = async (query: string) => idsOf(await app.get(`/v1/users?${query}`, key)).ids;
    expect(await find('role=CLOSER')).toEqual([cleo.userId]);
    expect(await find('role=SETTER,OWNER')).toEqual([owner.userId, sam.userId]);
    expect(await find('role=ADMIN')).toEqual([]);
    expect(await find('search=HART+cleo')).toEqual([cleo.userId]);
    expect(await find('search=100%25')).toEqual([sam.userId]);
    expect(await find(`search=user-&role=SETTER`)).toEqual([sam.userId]);
  });
});
