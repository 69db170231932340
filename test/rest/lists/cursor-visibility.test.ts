import { describe, expect, test } from 'vitest';
import { recordEvents } from '../../../src/db/writes/webhook-events.ts';
import type { Scope } from '../../../src/domain/principal/scopes.ts';
import { useApp } from '../../support/app.ts';
import { idsOf, nextOf } from '../../support/lists.ts';
import { deal, transaction } from '../../support/sales-factories.ts';

const app = await useApp();

test('a closer sees no more by the cursor of an owner', async () => {
  const owner = await app.workspace();
  for (let index = 0; index < 7; index++) await deal(app, owner);
  const closer = await app.member(owner.workspaceId, 'CLOSER');
  const ofCloser = await deal(app, closer, { time: '2020-01-01T00:00:00.000Z' });
  const { body } = await app.get('/v1/deals?limit=2&cursor=start', await app.apiKey(owner));
  const credential = await app.apiKey(closer);
  expect(idsOf(await app.get(`/v1/deals?cursor=${body.data.nextCursor}`, credential)).ids).toEqual([ofCloser]);
});

describe('a cursor shows no count but that of what its caller sees', () => {
  const rows = { deals: deal, transactions: transaction };

  test.each(['deals', 'transactions'] as const)('to a closer: %s', async (list) => {
    const workspace = await app.workspace();
    const closer = await app.member(workspace.workspaceId, 'CLOSER');
    const ofCloser = await app.apiKey(closer);
    for (const member of [closer, closer, closer, workspace, workspace]) await rows[list](app, member);
    const first = await app.get(`/v1/${list}?limit=1&cursor=start`, await app.apiKey(workspace));
    const second = await app.get(`/v1/${list}?limit=1&cursor=${first.body.data.nextCursor}`, ofCloser);
    const third = await app.get(nextOf(second) ?? '', ofCloser);
    expect([first, second, third].map(({ body }) => body.data.count)).toEqual([5, 3, 3]);
  });

  test.each(['', '&inviteeEmails=a@example.com,b@example.com', '&orderColumn=id', '&search=person'])(
    'to a closer: calls%s',
    async (filters) => {
      const workspace = await app.workspace();
      const closer = await app.member(workspace.workspaceId, 'CLOSER');
      for (const member of [workspace, workspace, closer, closer, closer]) {
        await app.call(member, { inviteeEmail: 'a@example.com', inviteeName: 'A person' });
      }
      const first = await app.get(`/v1/eventCalls?limit=1&cursor=start${filters}`, await app.apiKey(workspace));
      const path = `/v1/eventCalls?limit=1&cursor=${first.body.data.nextCursor}`;
      const answer = await app.get(path, await app.apiKey(closer));
      expect([first.body.data.count, answer.body.data.count]).toEqual([5, 3]);
    },
  );

  test('to another closer', async () => {
    const workspace = await app.workspace();
    const [one, other] = [
      await app.member(workspace.workspaceId, 'CLOSER'),
      await app.member(workspace.workspaceId, 'CLOSER'),
    ];
    for (const member of [one, one, one, other]) await deal(app, member);
    const first = await app.get('/v1/deals?limit=1&cursor=start', await app.apiKey(one));
    const second = await app.get(`/v1/deals?cursor=${first.body.data.nextCursor}`, await app.apiKey(other));
    expect([first.body.data.count, second.body.data.count]).toEqual([3, 1]);
  });

  test('to a member whose role has changed', async () => {
    const workspace = await app.workspace();
    const member = await app.member(workspace.workspaceId, 'ADMIN');
    const credential = await app.apiKey(member);
    for (const host of [workspace, workspace, member]) await deal(app, host);
    const { body } = await app.get('/v1/deals?limit=1&cursor=start', credential);
    expect(body.data.count).toBe(3);
    await app.sql('UPDATE "Membership" SET "role" = \'CLOSER\' WHERE "workspaceId" = $1 AND "userId" = $2', [
      ...[member.workspaceId, member.userId],
    ]);
    const answer = await app.get(`/v1/deals?cursor=${body.data.nextCursor}`, credential);
    expect(answer.body.data.count).toBe(1);
  });

  test('to a key of the same member with fewer scopes', async () => {
    const workspace = await app.workspace();
    const key = (scopes: readonly Scope[]) => app.apiKey(workspace, { scopes });
    const [wide, narrow] = [
      await key(['webhooks:read', 'contacts:read', 'deals:read']),
      await key(['webhooks:read', 'deals:read']),
    ];
    await app.context.db.write((client) =>
      recordEvents(client, workspace.workspaceId, [
        ...[1, 2, 3].map((id) => ({ kind: 'contact.created' as const, data: { id } })),
        ...[4, 5].map((id) => ({ kind: 'deal.created' as const, data: { id } })),
      ]),
    );
    const { body } = await app.get('/v1/webhooks/events?limit=1&cursor=start', wide);
    const answer = await app.get(`/v1/webhooks/events?cursor=${body.data.nextCursor}`, narrow);
    expect([body.data.count, answer.body.data.count]).toEqual([5, 2]);
  });
});
