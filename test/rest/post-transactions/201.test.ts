import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { deal } from '../../support/sales-factories.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let owner: Member;
let key: string;
let contactId: number;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner, { scopes: ['transactions:write'] });
  contactId = await app.contact(owner.workspaceId);
});

const create = (body: unknown, as = key, headers = {}) =>
  sendJson(app, ['POST', '/v1/transactions'], body, { key: as, headers });
const payment = { value: 100, currency: 'USD' };
const instant = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('POST /v1/transactions', () => {
  test('creates a transaction from every input, and returns it exactly', async () => {
    const dealId = await deal(app, owner, { contactId, currency: 'EUR' });
    const { userId } = await app.member(owner.workspaceId, 'CLOSER');
    const named = { dealId, contactId, userId, value: -20.05, currency: 'EUR', name: 'Zoë Ängström' };
    const payer = { email: 'Zoe@Example.com', phoneNumber: '+4915112345678' };
    const more = { source: 'Stripe', description: 'Refund of\nthe first payment' };
    const { status, body } = await create({ ...named, ...payer, ...more, time: '2026-01-01T02:03:04+02:00' });

    const { id, createdAt, updatedAt } = body.data;
    const times = { time: '2026-01-01T00:03:04.000Z', createdAt, updatedAt };
    expect(status).toBe(201);
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(body)).toBe(JSON.stringify({ data: { id, ...named, ...payer, ...more, ...times } }));
    expect([id, createdAt, updatedAt]).toEqual([expect.any(Number), instant, createdAt]);
  });

  test('a transaction of no more than what is required is of now, of no deal and no contact, and of the caller', async () => {
    const { status, body } = await create(payment);
    const { id, createdAt, updatedAt } = body.data;
    const nobody = { dealId: null, contactId: null, name: null, email: null, phoneNumber: null, description: null };
    const defaults = { userId: owner.userId, source: 'Other', time: '2026-03-04T12:00:00.000Z' };
    expect({ status, body }).toEqual({
      status: 201,
      body: { data: { id, ...payment, ...nobody, ...defaults, createdAt, updatedAt } },
    });
  });

  test('takes contact and closer from the deal', async () => {
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const dealId = await deal(app, closer, { contactId });
    const { body } = await create({ ...payment, dealId });
    expect(body.data).toMatchObject({ dealId, contactId, userId: closer.userId });
  });

  test('of a deal without a closer, the caller is the closer', async () => {
    const dealId = await deal(app, owner, { userId: null });
    expect((await create({ ...payment, dealId })).body.data.userId).toBe(owner.userId);
  });

  test('may have a contact without a deal, and no closer', async () => {
    const { body } = await create({ ...payment, contactId, userId: null });
    expect(body.data).toMatchObject({ dealId: null, contactId, userId: null });
  });

  test('keeps every digit of the value', async () => {
    const document = `mutation ($value: Decimal!) { createTransaction(input: { value: $value, currency: "USD" }) { value } }`;
    for (const value of ['-9999999999999999.99', '9999999999999999.99', '-0.01', '0.00']) {
      const { body } = await app.graphql(document, key, { value });
      expect(body).toEqual({ data: { createTransaction: { value } } });
    }
  });

  test('writes the event transaction.created, with the transaction as it was returned', async () => {
    const { body } = await create({ ...payment, value: -12.5 });
    expect(await eventsOf(app, owner.workspaceId)).toEqual([{ kind: 'transaction.created', payload: body.data }]);
  });

  test('GET and GraphQL return what was created', async () => {
    const { body } = await create({ ...payment, dealId: await deal(app, owner, { contactId }), source: 'Make' });
    const reader = await app.apiKey(owner);
    expect((await app.get('/v1/transactions', reader)).body.data.transactions).toEqual([body.data]);
    const query = `{ transaction(id: ${body.data.id}) { value source contact { id } deal { id } } }`;
    const { body: graph } = await app.graphql(query, reader);
    const related = { contact: { id: contactId }, deal: { id: body.data.dealId } };
    expect(graph).toEqual({ data: { transaction: { value: '100.00', source: 'Make', ...related } } });
  });

  test('the same Idempotency-Key creates one transaction, and returns it again', async () => {
    const headers = { 'idempotency-key': 'payment-1' };
    const first = await create({ ...payment, value: 5.0 }, key, headers);
    const again = await create({ ...payment, value: 5.0 }, key, headers);
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([201, first.body, 'true']);
    const other = await create({ ...payment, value: 5.01 }, key, headers);
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await eventsOf(app, owner.workspaceId)).toHaveLength(1);
  });

  test.each(['CLOSER', 'SETTER'] as const)('a %s creates transactions of their own', async (role) => {
    const seller = await app.member(owner.workspaceId, role);
    const dealId = await deal(app, seller, { contactId });
    for (const input of [payment, { ...payment, dealId }, { ...payment, userId: seller.userId }]) {
      const { status, body } = await create(input, await app.apiKey(seller));
      expect([status, body.data.userId]).toEqual([201, seller.userId]);
    }
  });
});
