import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { contactOf, deal, transaction } from '../../support/sales-factories.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let owner: Member;
let key: string;
let id: number;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner, { scopes: ['deals:write', 'deals:read'] });
  const updatedAt = '2026-02-01T00:00:00.000Z';
  id = await deal(app, owner, { productName: 'Growth plan', createdAt: updatedAt, updatedAt });
});

const put = (body: unknown, as = key) => sendJson(app, ['PUT', '/v1/deals'], body, { key: as });
const stored = async () => (await app.get('/v1/deals', key)).body.data.deals[0];

describe('PUT /v1/deals', () => {
  test('changes every field of the input, and returns the whole deal', async () => {
    const before = await stored();
    const eventCallId = await app.call(owner);
    const named = { contactId: await contactOf(app, eventCallId), eventCallId };
    const { userId } = await app.member(owner.workspaceId, 'CLOSER');
    const more = { value: 0.3, currency: 'JPY', transactionType: 'RECURRING', productName: 'Plan B' };
    const changes = { ...named, userId, ...more, time: '2026-03-01T10:00:00.500Z' };
    const { status, body } = await put({ id, ...changes });
    expect(status).toBe(200);
    expect(body).toEqual({ data: { ...before, ...changes, updatedAt: body.data.updatedAt } });
    expect(Object.keys(body.data)).toEqual(Object.keys(before));
    expect(Date.parse(body.data.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
    expect(await stored()).toEqual(body.data);
  });

  test('what is left out stays as it is, and null clears', async () => {
    const before = await stored();
    const { body } = await put({ id, productName: null, userId: null, eventCallId: null });
    const cleared = { productName: null, userId: null, updatedAt: body.data.updatedAt };
    expect(body).toEqual({ data: { ...before, ...cleared } });
  });

  test('writes the event deal.updated, with the deal as it was returned', async () => {
    const changed = (await put({ id, value: 12.5 })).body.data;
    await put({ id: 2_147_483_647, value: 12.5 });
    expect(await eventsOf(app, owner.workspaceId)).toEqual([
      { kind: 'deal.updated', payload: changed, previous: { value: 100 } },
    ]);
  });

  test('a new contact is that of its transactions as well, each with an event', async () => {
    const { contactId: before } = await stored();
    const own = [before, null].map((contactId) => transaction(app, owner, { dealId: id, contactId }));
    const [first, second] = await Promise.all(own);
    const other = await transaction(app, owner, { dealId: await deal(app, owner), contactId: before });
    const contactId = await app.contact(owner.workspaceId);
    expect((await put({ id, contactId })).status).toBe(200);
    const rows = await app.sql<{ id: number }>(
      'SELECT "id" FROM "Transaction" WHERE "workspaceId" = $1 AND "contactId" = $2 ORDER BY "id"',
      [owner.workspaceId, contactId],
    );
    expect(rows.map((row) => row.id)).toEqual([first, second].sort());
    const moved = (each: number | undefined, was: number | null) => ({
      ...{ kind: 'transaction.updated', payload: { id: each, contactId }, previous: { contactId: was } },
    });
    const events = await eventsOf(app, owner.workspaceId);
    expect(events[0]).toMatchObject({ kind: 'deal.updated', previous: { contactId: before } });
    expect(events.slice(1).map(({ kind }) => kind)).toEqual(['transaction.updated', 'transaction.updated']);
    expect(events).toEqual(
      expect.arrayContaining(
        [moved(first, before), moved(second, null)].map((each) =>
          expect.objectContaining({
            ...each,
            payload: expect.objectContaining(each.payload),
          }),
        ),
      ),
    );
    const [kept] = await app.sql('SELECT "contactId" FROM "Transaction" WHERE "id" = $1', [other]);
    expect(kept).toEqual({ contactId: before });
  });

  test('where the contact stays, its transactions stay as they are', async () => {
    const payment = await transaction(app, owner, { dealId: id, contactId: null });
    await put({ id, value: 12.5 });
    const rows = await app.sql('SELECT "contactId" FROM "Transaction" WHERE "id" = $1', [payment]);
    expect(rows).toEqual([{ contactId: null }]);
    expect((await eventsOf(app, owner.workspaceId)).map(({ kind }) => kind)).toEqual(['deal.updated']);
  });

  test('what is there already changes nothing: neither updatedAt, nor is there an event', async () => {
    const before = await stored();
    const { createdAt: _, updatedAt: __, ...same } = before;
    for (const input of [same, { id, value: 100, time: '2026-02-01T01:00:00+01:00' }, { id, eventCallId: null }]) {
      expect(await put(input)).toMatchObject({ status: 200, body: { data: before } });
    }
    expect(await stored()).toEqual(before);
    expect(await eventsOf(app, owner.workspaceId)).toEqual([]);
  });

  test('GraphQL changes the same', async () => {
    const document = `mutation { updateDeal(input: { id: ${id}, value: "0.30", currency: "EUR" }) { id value currency productName } }`;
    const { body } = await app.graphql(document, key);
    const changed = { id, value: '0.30', currency: 'EUR', productName: 'Growth plan' };
    expect(body).toEqual({ data: { updateDeal: changed } });
  });

  test.each(['CLOSER', 'SETTER'] as const)(
    'a %s changes a deal of their own, also of a call that they do not see',
    async (role) => {
      const seller = await app.member(owner.workspaceId, role);
      const eventCallId = await app.call(owner);
      const own = await deal(app, seller, { contactId: await contactOf(app, eventCallId), eventCallId });
      const input = { id: own, eventCallId, userId: seller.userId, value: 5 };
      const { status, body } = await put(input, await app.apiKey(seller));
      expect([status, body.data.value, body.data.eventCallId]).toEqual([200, 5, eventCallId]);
    },
  );

  test('of two changes at once none is lost', async () => {
    const answers = await Promise.all([
      put({ id, value: 7 }),
      put({ id, currency: 'EUR' }),
      put({ id, productName: 'x' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await stored()).toMatchObject({ value: 7, currency: 'EUR', productName: 'x' });
  });
});
