import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { deal, transaction } from '../../support/sales-factories.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let owner: Member;
let key: string;
let id: number;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner, { scopes: ['transactions:write', 'transactions:read'] });
  const updatedAt = '2026-02-01T00:00:00.000Z';
  id = await transaction(app, owner, { name: 'Ira Cole', source: 'Zapier', createdAt: updatedAt, updatedAt });
});

const put = (body: unknown, as = key) => sendJson(app, ['PUT', '/v1/transactions'], body, { key: as });
const stored = async () => (await app.get('/v1/transactions', key)).body.data.transactions[0];

describe('PUT /v1/transactions', () => {
  test('changes every field of the input, and returns the whole transaction', async () => {
    const before = await stored();
    const contactId = await app.contact(owner.workspaceId);
    const { userId } = await app.member(owner.workspaceId, 'SETTER');
    const named = { dealId: await deal(app, owner, { contactId, currency: 'JPY' }), contactId, userId };
    const payer = { name: 'Max', email: 'max@example.com', phoneNumber: '+14155550101' };
    const more = { value: -0.3, currency: 'JPY', source: 'Make', description: 'Refund' };
    const changes = { ...named, ...payer, ...more, time: '2026-03-01T10:00:00.500Z' };
    const { status, body } = await put({ id, ...changes });
    expect(status).toBe(200);
    expect(body).toEqual({ data: { ...before, ...changes, updatedAt: body.data.updatedAt } });
    expect(Object.keys(body.data)).toEqual(Object.keys(before));
    expect(Date.parse(body.data.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
    expect(await stored()).toEqual(body.data);
  });

  test('what is left out stays as it is, and null clears', async () => {
    const before = await stored();
    const { body } = await put({ id, name: null, userId: null, contactId: null });
    expect(body).toEqual({ data: { ...before, name: null, userId: null, updatedAt: body.data.updatedAt } });
  });

  test('what is there already changes nothing: not even updatedAt', async () => {
    const before = await stored();
    const { createdAt: _, updatedAt: __, ...same } = before;
    for (const input of [same, { id, value: 100 }, { id, time: '2026-02-01T01:00:00+01:00' }]) {
      expect(await put(input)).toMatchObject({ status: 200, body: { data: before } });
    }
    expect(await stored()).toEqual(before);
  });

  test('a new deal brings its contact, and the contact stays when the deal is cleared', async () => {
    const [first, second] = [await app.contact(owner.workspaceId), await app.contact(owner.workspaceId)];
    const deals = [await deal(app, owner, { contactId: first }), await deal(app, owner, { contactId: second })];
    expect((await put({ id, dealId: deals[0] })).body.data).toMatchObject({ dealId: deals[0], contactId: first });
    expect((await put({ id, dealId: deals[1] })).body.data).toMatchObject({ dealId: deals[1], contactId: second });
    expect((await put({ id, dealId: null })).body.data).toMatchObject({ dealId: null, contactId: second });
    expect((await put({ id, contactId: first })).body.data).toMatchObject({ dealId: null, contactId: first });
    expect((await eventsOf(app, owner.workspaceId)).map(({ previous }) => previous).slice(1)).toEqual([
      { dealId: deals[0], contactId: first },
      { dealId: deals[1] },
      { contactId: second },
    ]);
  });

  test('writes the event transaction.updated, with the transaction as it was returned', async () => {
    const { body } = await put({ id, value: 1 });
    const event = { kind: 'transaction.updated', payload: body.data, previous: { value: 100 } };
    expect(await eventsOf(app, owner.workspaceId)).toEqual([event]);
  });

  test('GraphQL changes the same', async () => {
    const document = `mutation { updateTransaction(input: { id: ${id}, value: "-0.30", source: Other }) { value source name } }`;
    const { body } = await app.graphql(document, key);
    expect(body).toEqual({ data: { updateTransaction: { value: '-0.30', source: 'Other', name: 'Ira Cole' } } });
  });

  test('a closer changes a transaction of their own, also of a deal that they do not see', async () => {
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const contactId = await app.contact(owner.workspaceId);
    const dealId = await deal(app, owner, { contactId });
    const own = await transaction(app, closer, { dealId });
    const { status, body } = await put({ id: own, dealId, contactId, value: 5 }, await app.apiKey(closer));
    expect([status, body.data.value, body.data.contactId]).toEqual([200, 5, contactId]);
  });
});
