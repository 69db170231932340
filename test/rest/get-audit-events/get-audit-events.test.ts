import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { auditEntry } from '../../support/audit.ts';
import type { Member } from '../../support/factories.ts';

const app = await useApp();
let owner: Member;
let key: string;
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner, { scopes: ['audit:read'] });
});

const list = async (query = '') => (await app.get(`/v1/auditEvents${query}`, key)).body.data;
const ids = async (query = '') => (await list(query)).auditEvents.map(({ id }: { id: number }) => id);

/** Three entries on three days, the second by a closer with a name. */
async function threeEntries(): Promise<Member> {
  const closer = await app.member(owner.workspaceId, 'CLOSER');
  await app.sql(`UPDATE "User" SET "firstName" = 'Bo', "lastName" = '' WHERE "id" = $1`, [closer.userId]);
  for (const [day, member] of [
    ['01', owner],
    ['02', closer],
    ['03', owner],
  ] as const) {
    app.clock.set(`2026-03-${day}T12:00:00Z`);
    await auditEntry(app, { workspaceId: owner.workspaceId, userId: member.userId });
  }
  await app.sql(
    `UPDATE "AuditEvent" SET "action" = 'member.removed', "targetId" = '7' WHERE "workspaceId" = $1 AND "id" = 3`,
    [owner.workspaceId],
  );
  return closer;
}

describe('GET /v1/auditEvents', () => {
  test('lists the entries of the workspace, the newest first, with the name of a member as it is now', async () => {
    const closer = await threeEntries();
    await auditEntry(app, await app.workspace());
    const { auditEvents, count } = await list();
    expect([count, auditEvents.map(({ id }: { id: number }) => id)]).toEqual([3, [3, 2, 1]]);
    expect(auditEvents[1]).toEqual({
      ...{ id: 2, createdAt: '2026-03-02T12:00:00.000Z', action: 'workspace.updated', actorType: 'USER' },
      ...{ userId: closer.userId, userName: 'Bo', apiKeyId: null, clientId: null, targetId: null, changes: null },
      ...{ address: null, userAgent: null },
    });
  });

  test('filters by action, member, record and time, and continues after a cursor', async () => {
    const closer = await threeEntries();
    expect(await ids('?actions=member.removed')).toEqual([3]);
    expect(await ids('?actions=member.removed,workspace.updated')).toEqual([3, 2, 1]);
    expect(await ids(`?userIds=${closer.userId}`)).toEqual([2]);
    expect(await ids('?targetId=7')).toEqual([3]);
    expect(await ids('?from=2026-03-02&to=2026-03-02')).toEqual([2]);
    const first = await list('?cursor=start&limit=2');
    expect(first.auditEvents.map(({ id }: { id: number }) => id)).toEqual([3, 2]);
    expect(await ids(`?cursor=${first.nextCursor}`)).toEqual([1]);
  });

  test('names an action that there is not', async () => {
    const { status, body } = await app.get('/v1/auditEvents?actions=member.vanished', key);
    expect([status, Object.keys(body.message.details.fieldErrors)]).toEqual([400, ['actions']]);
  });

  test('is CSV for whoever asks for it', async () => {
    await threeEntries();
    const headers = { authorization: `Bearer ${key}`, accept: 'text/csv' };
    const response = await fetch(`${app.url}/v1/auditEvents?actions=member.removed`, { headers });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, line] = (await response.text()).split('\r\n');
    expect(head).toBe(
      'id,createdAt,action,actorType,userId,apiKeyId,clientId,targetId,changes,address,userAgent,userName',
    );
    expect(line).toContain(`3,2026-03-03T12:00:00.000Z,member.removed,USER,${owner.userId},,,7,`);
  });

  test.each(['CLOSER', 'SETTER'] as const)('is closed to a %s, whatever their credential', async (role) => {
    const member = await app.member(owner.workspaceId, role);
    const ofMember = await app.apiKey(member, { scopes: ['audit:read'] });
    expect((await app.get('/v1/auditEvents', ofMember)).status).toBe(403);
    const { body } = await app.graphql('{ auditEvents { count } }', await app.session(member));
    expect(body.errors[0].extensions.code).toBe('INSUFFICIENT_SCOPE');
  });

  test('needs the scope audit:read', async () => {
    const other = await app.apiKey(owner, { scopes: ['users:read', 'webhooks:read'] });
    expect((await app.get('/v1/auditEvents', other)).status).toBe(403);
  });
});
