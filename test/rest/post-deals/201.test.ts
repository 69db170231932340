import { beforeEach, describe, expect, test } from 'vitest';
import { bearer, useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { contactOf } from '../../support/sales-factories.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let owner: Member;
let key: string;
let contactId: number;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner, { scopes: ['deals:write'] });
  contactId = await app.contact(owner.workspaceId);
});

const create = (body: unknown, as = key, headers = {}) =>
  sendJson(app, ['POST', '/v1/deals'], body, { key: as, headers });
const sale = () => ({ contactId, value: 100, currency: 'USD', transactionType: 'WON' });
const instant = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('POST /v1/deals', () => {
  test('creates a deal from every input, and returns it exactly', async () => {
    const eventCallId = await app.call(owner);
    const { userId } = await app.member(owner.workspaceId, 'CLOSER');
    const named = { contactId: await contactOf(app, eventCallId), eventCallId, userId, value: 1999.9, currency: 'EUR' };
    const more = { transactionType: 'DEPOSIT', productName: 'Größer, 成長' };
    const { status, body } = await create({ ...named, ...more, time: '2026-01-01T02:03:04+02:00' });

    const { id, createdAt, updatedAt } = body.data;
    const times = { time: '2026-01-01T00:03:04.000Z', createdAt, updatedAt };
    expect(status).toBe(201);
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(body)).toBe(JSON.stringify({ data: { id, ...named, ...more, ...times } }));
    expect([id, createdAt, updatedAt]).toEqual([expect.any(Number), instant, createdAt]);
  });

  test('a deal of no more than what is required is of now, of no call, and of the caller', async () => {
    const { status, body } = await create(sale());
    const { id, createdAt, updatedAt } = body.data;
    const defaults = { eventCallId: null, userId: owner.userId, productName: null, time: '2026-03-04T12:00:00.000Z' };
    expect({ status, body }).toEqual({
      status: 201,
      body: { data: { id, ...sale(), ...defaults, createdAt, updatedAt } },
    });
  });

  test('writes the event deal.created, with the deal as it was returned', async () => {
    const { body } = await create({ ...sale(), value: 12.5 });
    expect(await eventsOf(app, owner.workspaceId)).toEqual([{ kind: 'deal.created', payload: body.data }]);
  });

  test('GET and GraphQL return what was created', async () => {
    const { body } = await create({ ...sale(), value: 12.5 });
    const reader = await app.apiKey(owner);
    expect((await app.get('/v1/deals', reader)).body.data.deals).toEqual([body.data]);
    const { body: graph } = await app.graphql(`{ deal(id: ${body.data.id}) { value } }`, reader);
    expect(graph).toEqual({ data: { deal: { value: '12.50' } } });
  });

  test('GraphQL creates the same, its value as text, and its relations below', async () => {
    const eventCallId = await app.call(owner);
    const input = {
      ...sale(),
      contactId: await contactOf(app, eventCallId),
      eventCallId,
      value: '9999999999999999.99',
    };
    const document = `mutation ($input: CreateDealInput!) {
      createDeal(input: $input) { value transactionType time contact { id } eventCall { id } closerMember { id } }
    }`;
    const { body } = await app.graphql(document, await app.apiKey(owner), { input });
    const related = {
      contact: { id: input.contactId },
      eventCall: { id: eventCallId },
      closerMember: { id: owner.userId },
    };
    const { value, transactionType } = input;
    expect(body).toEqual({
      data: { createDeal: { value, transactionType, time: '2026-03-04T12:00:00.000Z', ...related } },
    });
  });

  test('the same Idempotency-Key creates one deal, and returns it again', async () => {
    const headers = { 'idempotency-key': 'deal-1' };
    const first = await create(sale(), key, headers);
    const again = await create(sale(), key, headers);
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([201, first.body, 'true']);
    const other = await create({ ...sale(), value: 101 }, key, headers);
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await app.sql('SELECT FROM "Deal" WHERE "workspaceId" = $1', [owner.workspaceId])).toHaveLength(1);
    expect(await eventsOf(app, owner.workspaceId)).toHaveLength(1);
  });

  test('unknown keys are ignored', async () => {
    const { status, body } = await create({ ...sale(), id: 1, workspaceId: 1, nested: { value: 1.005 } });
    expect([status, body.data.contactId]).toEqual([201, contactId]);
  });
});

describe('the value', () => {
  /** Sends and receives JSON as text: a double would hide a lost digit. */
  async function storedValue(text: string): Promise<string> {
    const body = JSON.stringify(sale()).replace('"value":100', `"value":${text}`);
    const headers = { ...bearer(key), 'content-type': 'application/json' };
    const response = await fetch(`${app.url}/v1/deals`, { method: 'POST', headers, body });
    return (await response.text()).replace(/^.*"value":([^,]+),.*$/, '$1');
  }

  test.each([
    ['0', '0'],
    ['-0', '0'],
    ['0.1', '0.1'],
    ['12.50', '12.5'],
    ['1.000', '1'],
    ['1e3', '1000'],
    ['1.25E+1', '12.5'],
    ['125e-1', '12.5'],
    ['0e99', '0'],
    ['9007199254740993', '9007199254740993.00'],
    ['1234567890123456.78', '1234567890123456.78'],
    ['9999999999999999.99', '9999999999999999.99'],
  ])('%s is stored to the last digit, and returned as %s', async (sent, returned) => {
    expect(await storedValue(sent)).toBe(returned);
  });
});

describe('the closer', () => {
  test('of a deal of an owner that names none is the closer of the call', async () => {
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const eventCallId = await app.call(closer);
    const { body } = await create({ ...sale(), contactId: await contactOf(app, eventCallId), eventCallId });
    expect(body.data.userId).toBe(closer.userId);
  });

  test('may be nobody, for an owner', async () => {
    expect((await create({ ...sale(), userId: null })).body.data.userId).toBeNull();
  });

  test.each(['CLOSER', 'SETTER'] as const)(
    'of a deal of a %s is the caller, also of a call that others close',
    async (role) => {
      const seller = await app.member(owner.workspaceId, role);
      const eventCallId = await app.call(owner, { setterId: seller.userId });
      const deal = { ...sale(), contactId: await contactOf(app, eventCallId), eventCallId };
      for (const input of [deal, { ...deal, userId: seller.userId }]) {
        const { status, body } = await create(input, await app.apiKey(seller));
        expect([status, body.data.userId]).toEqual([201, seller.userId]);
      }
    },
  );
});
