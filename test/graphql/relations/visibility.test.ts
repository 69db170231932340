import { describe, expect, test } from 'vitest';
import { createDemoWorkspace } from '#src/demo/demo-workspace.ts';
import { type Body, useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { nodesAt } from '../../support/relations.ts';

const app = await useApp();
await createDemoWorkspace(app.context);
await app.sql('UPDATE "Workspace" SET "rateLimitPoints" = 1000000');
const [closer] = (await app.sql<Member>(
  `SELECT "workspaceId", "userId" FROM "Membership" WHERE "role" = 'CLOSER' ORDER BY "userId"`,
)) as [Member];
const key = await app.apiKey(closer);

async function ask(query: string, credential = key): Promise<Body> {
  const { body } = await app.graphql(query, credential);
  expect(body.errors).toBeUndefined();
  return body.data;
}

describe('a closer who follows relations sees no more than by the root fields', () => {
  test.each([
    ['calls of a workspace', '{ workspace { eventCalls(limit: 100) { userId setterId } } }', 'workspace.eventCalls'],
    [
      'calls of contacts',
      '{ contacts(limit: 40) { contacts { eventCalls(limit: 20) { userId setterId } } } }',
      'contacts.contacts.eventCalls',
    ],
    [
      'calls of events',
      '{ events { events { eventCalls(limit: 50) { userId setterId } } } }',
      'events.events.eventCalls',
    ],
    [
      'calls of a colleague',
      '{ users { users { closerCalls(limit: 50) { userId setterId } } } }',
      'users.users.closerCalls',
    ],
    ['schedules of members', '{ users { users { schedules { userId } } } }', 'users.users.schedules'],
    ['deals of contacts', '{ contacts(limit: 100) { contacts { deals { userId } } } }', 'contacts.contacts.deals'],
    ['transactions', '{ workspace { transactions(limit: 100) { userId } } }', 'workspace.transactions'],
  ])('%s', async (_, query, path) => {
    const nodes = nodesAt(await ask(query), ...path.split('.'));
    expect(nodes.length).toBeGreaterThan(0);
    for (const { userId, setterId } of nodes) expect([userId, setterId]).toContain(closer.userId);
  });

  test('a single record that is somebody else’s is null, as if there were none', async () => {
    const owner = await app.workspace();
    const [mine, other] = [
      await app.member(owner.workspaceId, 'CLOSER'),
      await app.member(owner.workspaceId, 'CLOSER'),
    ];
    const contactId = await app.contact(owner.workspaceId);
    for (const host of [mine, other]) {
      const eventCallId = await app.call(host, { contactId });
      const dealId = (
        await app.insert('Deal', {
          workspaceId: owner.workspaceId,
          userId: mine.userId,
          contactId,
          eventCallId,
          ...deal,
        })
      ).id;
      const sale = { workspaceId: owner.workspaceId, userId: mine.userId, dealId, value: '5.00', currency: 'EUR' };
      await app.insert('Transaction', sale);
    }
    const query = '{ deals { deals { eventCall { userId } } } transactions { transactions { deal { userId } } } }';
    const { deals, transactions } = await ask(query, await app.apiKey(mine));
    expect(deals.deals).toEqual([{ eventCall: null }, { eventCall: { userId: mine.userId } }]);
    expect(nodesAt(transactions, 'transactions', 'deal')).toEqual([{ userId: mine.userId }, { userId: mine.userId }]);
  });
});

const deal = { value: '5.00', currency: 'EUR', transactionType: 'WON', time: '2026-02-01T00:00:00.000Z' };

test('a person of two workspaces is browsed to in the one that the credential is for', async () => {
  const here = await app.workspace();
  const there = await app.workspace();
  await app.insert('Membership', { workspaceId: there.workspaceId, userId: here.userId, role: 'ADMIN' });
  for (const workspaceId of [here.workspaceId, there.workspaceId]) {
    await app.schedule({ workspaceId, userId: here.userId });
    await app.call({ workspaceId, userId: here.userId });
  }
  const query = '{ users { users { id role schedules { id } closerCalls { id } } } workspace { id } }';
  const { users, workspace } = await ask(query, await app.apiKey(here));
  expect(workspace.id).toBe(here.workspaceId);
  expect(users.users).toHaveLength(1);
  expect(users.users[0]).toMatchObject({ id: here.userId, role: 'OWNER' });
  expect([users.users[0].schedules.length, users.users[0].closerCalls.length]).toEqual([1, 1]);
});
