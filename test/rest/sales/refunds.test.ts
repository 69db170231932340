import { beforeEach, describe, expect, test } from 'vitest';
import { bearer, useApp } from '../../support/app.ts';
import { sendJson } from '../../support/lists.ts';
import { deal, transaction } from '../../support/sales-factories.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();
const path = '/v1/transactions';
let owner: Awaited<ReturnType<typeof app.workspace>>;
let key: string;
let contactId: number;
let dealId: number;
let payment: number;

beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner, { scopes: ['transactions:read', 'transactions:write', 'deals:read', 'deals:write'] });
  contactId = await app.contact(owner.workspaceId);
  dealId = await deal(app, owner, { contactId, currency: 'EUR' });
  payment = await transaction(app, owner, { contactId, dealId, value: '100.00', currency: 'EUR' });
});

const send = (method: string, body: object, as = key) => sendJson(app, [method, path], body, { key: as });
const refund = (fields: object, as?: string) =>
  send('POST', { value: -40, currency: 'EUR', refundOf: payment, ...fields }, as);
const messages = async (answer: ReturnType<typeof send>) => {
  const { status, body } = await answer;
  return [status, body.message?.details?.fieldErrors ?? body.data?.value];
};
const one = async (id: number) => (await app.get(`${path}/detail?id=${id}`, key)).body.data;

describe('a refund', () => {
  test('has the deal, the contact and the closer of its payment', async () => {
    const { status, body } = await refund({});
    expect([status, body.data]).toMatchObject([
      201,
      { refundOf: payment, dealId, contactId, userId: owner.userId, value: -40, currency: 'EUR' },
    ]);
    const { body: graph } = await app.graphql(
      `{ transaction(id: ${payment}) { refunds { id refunded { id } } } }`,
      key,
    );
    expect(graph.data.transaction.refunds).toEqual([{ id: body.data.id, refunded: { id: payment } }]);
  });

  test('of all refunds is at most the payment, also of two at once', async () => {
    expect(await messages(refund({ value: -100.01 }))).toEqual([
      400,
      { value: ['Must be at least -100.00, which is left of the payment'] },
    ]);
    const both = await Promise.all([refund({ value: -60 }), refund({ value: -60 })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect((await refund({ value: -40 })).status).toBe(201);
    expect(await messages(refund({ value: -0.01 }))).toEqual([400, { value: ['Nothing is left of the payment'] }]);
  });

  test.each([
    ['of a positive value', { value: 5 }, { value: ['Must be negative: a refund returns money'] }],
    ['of nothing', { value: 0 }, { value: ['Must be negative: a refund returns money'] }],
    ['in another currency', { currency: 'USD' }, { currency: ['Must be EUR, the currency of the payment'] }],
    ['of another deal', { dealId: null }, { dealId: ['Must be the deal of the payment'] }],
    ['to another contact', { contactId: null }, { contactId: ['Must be the contact of the payment'] }],
  ])('%s is refused', async (_, fields, expected) => {
    expect(await messages(refund(fields))).toEqual([400, expected]);
  });

  test('of a refund, of a payment elsewhere, or of one that the caller does not see is refused', async () => {
    const first = (await refund({ value: -1 })).body.data.id;
    expect(await messages(refund({ refundOf: first, value: -1 }))).toEqual([
      400,
      { refundOf: ['Must be a payment, with a value above 0'] },
    ]);
    const elsewhere = await transaction(app, await app.workspace(), { currency: 'EUR' });
    expect((await refund({ refundOf: elsewhere })).status).toBe(404);
    const { userId } = await app.member(owner.workspaceId, 'CLOSER');
    const closer = await app.apiKey({ workspaceId: owner.workspaceId, userId }, { scopes: ['transactions:write'] });
    expect((await refund({}, closer)).status).toBe(404);
  });

  test('changes its value within what is left, and nothing that is of the payment', async () => {
    const { id } = (await refund({ value: -40 })).body.data;
    await refund({ value: -50 });
    expect(await messages(send('PUT', { id, value: -50 }))).toEqual([200, -50]);
    expect(await messages(send('PUT', { id, value: -50.01 }))).toEqual([
      400,
      { value: ['Must be at least -50.00, which is left of the payment'] },
    ]);
    expect(await messages(send('PUT', { id, value: 1 }))).toEqual([
      400,
      { value: ['Must be negative: a refund returns money'] },
    ]);
    for (const [name, value] of Object.entries({ currency: 'USD', dealId: null, contactId: null })) {
      const [status, errors] = await messages(send('PUT', { id, [name]: value }));
      expect([name, status, Object.keys(errors)]).toEqual([name, 400, [name]]);
    }
    expect((await send('PUT', await one(id))).status).toBe(200);
  });
});

describe('a payment with refunds', () => {
  let id: number;
  beforeEach(async () => {
    id = (await refund({ value: -40 })).body.data.id;
    await app.sql('DELETE FROM "WebhookEvent" WHERE "workspaceId" = $1', [owner.workspaceId]);
  });

  test('keeps its currency, and a value of what was refunded', async () => {
    const alone = await transaction(app, owner, { contactId, value: '100.00', currency: 'EUR' });
    expect((await send('PUT', { id: alone, currency: 'USD' })).status).toBe(200);
    await send('POST', { value: -40, currency: 'USD', refundOf: alone });
    expect(await messages(send('PUT', { id: alone, currency: 'GBP' }))).toEqual([
      400,
      { currency: ['Cannot change: the payment has refunds'] },
    ]);
    expect(await messages(send('PUT', { id: payment, value: 39.99 }))).toEqual([
      400,
      { value: ['Must be at least 40.00, which was refunded'] },
    ]);
    expect(await messages(send('PUT', { id: payment, value: 40 }))).toEqual([200, 40]);
  });

  test('takes them along to another deal, with an event for each', async () => {
    const other = await deal(app, owner, { currency: 'EUR' });
    const { contactId: buyer } = (await app.get(`/v1/deals/detail?id=${other}`, key)).body.data;
    await send('PUT', { id: payment, dealId: other, contactId: buyer });
    const moved = { dealId: other, contactId: buyer };
    expect([await one(payment), await one(id)]).toMatchObject([moved, moved]);
    const previous = { dealId, contactId };
    expect(await eventsOf(app, owner.workspaceId)).toMatchObject([
      { kind: 'transaction.updated', payload: { id: payment, ...moved }, previous },
      { kind: 'transaction.updated', payload: { id, ...moved }, previous },
    ]);
  });

  test('that is known by its email alone loses the payer with its refunds, where the person is erased', async () => {
    const email = 'ann@example.com';
    const paid = await transaction(app, owner, { email, name: 'Ann', value: '9.00', currency: 'EUR' });
    const back = (await refund({ refundOf: paid, value: -9, name: 'Ann Lee' })).body.data.id;
    const person = await app.insert('Contact', {
      workspaceId: owner.workspaceId,
      previewId: `contact_ann_${paid}`,
      email,
    });
    const as = await app.apiKey(owner, { scopes: ['contacts:write'] });
    await app.request(`/v1/contacts?id=${person.id}`, { method: 'DELETE', headers: bearer(as) });
    expect([await one(paid), await one(back)]).toMatchObject([{ name: null, email: null }, { name: null }]);
  });

  test('is deleted without them', async () => {
    expect((await app.request(`${path}?id=${payment}`, { method: 'DELETE', headers: bearer(key) })).status).toBe(200);
    expect(await one(id)).toMatchObject({ id, refundOf: null, value: -40, dealId });
    expect(await eventsOf(app, owner.workspaceId)).toMatchObject([
      { kind: 'transaction.updated', payload: { id, refundOf: null }, previous: { refundOf: payment } },
      { kind: 'transaction.deleted', payload: { id: payment } },
    ]);
  });
});
