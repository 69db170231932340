import { beforeEach, describe, expect, test } from 'vitest';
import { bearer, useApp } from '../../support/app.ts';
import { variantA } from '../../support/errors.ts';
import { contactOf, deal } from '../../support/sales-factories.ts';
import { eventsOf, writtenRows } from '../../support/webhook-rows.ts';
import { kinds, placeOf } from './kinds.ts';

const app = await useApp();
const instant = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const now = '2026-03-04T12:00:00.000Z';
let place: Awaited<ReturnType<typeof placeOf>>;
let required: object;

describe.each(kinds)('POST $path', (kind) => {
  const { name, list, path, type, every, nothing, relations } = kind;
  const rows = () => app.sql(`SELECT FROM "${type}" WHERE "workspaceId" = $1`, [place.owner.workspaceId]);
  beforeEach(async () => {
    place = await placeOf(app, kind);
    required = await kind.required(app, place.owner);
  });

  test('creates a record from every input, and returns it exactly', async () => {
    const columns = await every(app, place.owner);
    const as = await app.apiKey(place.owner, { scopes: [`${list}:write` as const] });
    const { status, body } = await place.create({ ...columns, time: '2026-01-04T12:00:00.120+02:00' }, as);
    const { id, createdAt, updatedAt } = body.data;
    expect(status).toBe(201);
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(body)).toBe(JSON.stringify({ data: { id, ...columns, createdAt, updatedAt } }));
    expect([id, createdAt, updatedAt]).toEqual([expect.any(Number), instant, createdAt]);
  });

  test('of no more than what is required it is of now, of nothing else, and of the caller', async () => {
    const { status, body } = await place.create(required);
    const { id, createdAt, updatedAt } = body.data;
    const defaults = { ...nothing, userId: place.owner.userId, time: now };
    expect({ status, body }).toEqual({
      status: 201,
      body: { data: { id, ...required, ...defaults, createdAt, updatedAt } },
    });
  });

  test('writes its event and is read, both as it was returned', async () => {
    const { body } = await place.create({ ...required, value: 12.5 });
    expect(await eventsOf(app, place.owner.workspaceId)).toEqual([{ kind: `${name}.created`, payload: body.data }]);
    expect(await place.all()).toEqual([body.data]);
    const { body: graph } = await app.graphql(`{ ${name}(id: ${body.data.id}) { value } }`, place.key);
    expect(graph).toEqual({ data: { [name]: { value: '12.50' } } });
  });

  test('GraphQL creates the same, its value as text, and its relations below', async () => {
    const { owner, key } = place;
    const input = { ...(await every(app, owner)), userId: owner.userId, value: '9999999999999999.99' };
    const field = `create${type}`;
    const document = `mutation ($input: Create${type}Input!) { ${field}(input: $input) { value currency time ${relations} } }`;
    const { [field]: made } = (await app.graphql(document, key, { input })).body.data;
    const { contactId, eventCallId, productId, dealId } = input as Record<string, unknown>;
    const related = {
      eventCall: { id: eventCallId },
      product: { id: productId },
      deal: { id: dealId },
    };
    const own = Object.fromEntries(Object.entries(related).filter(([, { id }]) => id !== undefined));
    expect(made).toEqual({
      ...{ value: input.value, currency: 'EUR', time: '2026-01-04T10:00:00.120Z', ...own },
      ...{ contact: { id: contactId }, closerMember: { id: owner.userId } },
    });
  });

  /** Sends and receives JSON as text: a double would hide a lost digit. */
  async function sendValue(text: string): Promise<string> {
    const body = JSON.stringify(required).replace('"value":100', `"value":${text}`);
    const headers = { ...bearer(place.key), 'content-type': 'application/json' };
    return (await fetch(`${app.url}${path}`, { method: 'POST', headers, body })).text();
  }

  test.each<readonly [string, string]>([
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
    ...(list === 'deals' ? [] : ['-9999999999999999.99', '-0.01'].map((text) => [text, text] as const)),
  ])('the value %s is stored to the last digit, and returned as %s', async (sent, returned) => {
    expect((await sendValue(sent)).replace(/^.*"value":([^,]+),.*$/, '$1')).toBe(returned);
  });

  const least = list === 'deals' ? '0' : '-9999999999999999.99';
  const tooFine = ['0.30000000000000004', '1.0000000000000000000001', '1e-7', '1e-999999999', '-1.0005'];
  const refused = {
    [`Must be at least ${least}`]: [least === '0' ? '-0.01' : '-10000000000000000', '-1e17', '-1e400'],
    'Must have at most 2 decimals': ['1.005'],
    'Must have at most 2 decimals, or 3 in a currency that has 3': [
      ...tooFine.slice(0, least === '0' ? 4 : 5),
      `1.${'0'.repeat(5000)}1`,
    ],
    'Must be at most 9999999999999999.99': ['10000000000000000', '1e21', '1e999999999', '9'.repeat(5000)],
  };
  test.each(Object.entries(refused).flatMap(([message, texts]) => texts.map((text) => [text, message] as const)))(
    'the value %s is refused by its digits',
    async (value, message) => {
      expect(JSON.parse(await sendValue(value))).toEqual(variantA({ value: [message] }, path, 'POST'));
      expect(await rows()).toEqual([]);
    },
  );

  test.each(['1e3', 'x', '', '1.', '.5', '+5', ' 5', 5, true, {}])(
    'GraphQL takes no %j for a Decimal',
    async (value) => {
      const document = `mutation ($input: Create${type}Input!) { create${type}(input: $input) { id } }`;
      const { status, body } = await app.graphql(document, place.key, { input: { ...required, value } });
      // As for every variable of a wrong type: 200 to a client that takes only application/json.
      expect([status, body.errors[0].extensions.code]).toEqual([200, 'BAD_USER_INPUT']);
      expect(body.errors[0].message).toContain('at "input.value"');
      expect(body.errors[0].message).toContain('Decimal must be decimal text such as "1999.90"');
    },
  );

  const refuses = async (input: object, field: string, message: string, as = place.key) => {
    const { workspaceId } = place.owner;
    const { status, body } = await place.create({ ...required, ...input }, as, { 'idempotency-key': 'refused' });
    expect({ status, body }).toEqual({ status: 400, body: variantA({ [field]: [message] }, path, 'POST') });
    const none = { [type]: 0, WebhookEvent: 0, IdempotencyRecord: 0 };
    expect(await writtenRows(app, workspaceId, Object.keys(none))).toEqual(none);
  };

  test('the closer is a member of the workspace, or nobody', async () => {
    for (const userId of [(await app.workspace()).userId, 2_147_483_647])
      await refuses({ userId }, 'userId', 'Must be a member of the workspace');
    expect((await place.create({ ...required, userId: null })).body.data.userId).toBeNull();
  });

  test.each(['CLOSER', 'SETTER'] as const)(
    'a %s names nobody else, nor nobody, and creates their own',
    async (role) => {
      const seller = await app.member(place.owner.workspaceId, role);
      const as = await app.apiKey(seller);
      for (const userId of [place.owner.userId, null]) {
        await refuses({ userId }, 'userId', 'Must be your own user id', as);
      }
      for (const input of [required, { ...required, userId: seller.userId }]) {
        const { status, body } = await place.create(input, as);
        expect([status, body.data.userId]).toEqual([201, seller.userId]);
      }
    },
  );
});

describe('a deal', () => {
  const kind = kinds[0];
  beforeEach(async () => {
    place = await placeOf(app, kind);
  });

  test('of an owner that names no closer has that of the call', async () => {
    const closer = await app.member(place.owner.workspaceId, 'CLOSER');
    const eventCallId = await app.call(closer);
    const input = { ...(await kind.required(app, closer)), contactId: await contactOf(app, eventCallId), eventCallId };
    expect((await place.create(input)).body.data.userId).toBe(closer.userId);
  });

  test.each(['CLOSER', 'SETTER'] as const)('of a %s is theirs, also of a call that others close', async (role) => {
    const seller = await app.member(place.owner.workspaceId, role);
    const eventCallId = await app.call(place.owner, { setterId: seller.userId });
    const input = { ...(await kind.required(app, seller)), contactId: await contactOf(app, eventCallId), eventCallId };
    const { status, body } = await place.create(input, await app.apiKey(seller));
    expect([status, body.data.userId]).toEqual([201, seller.userId]);
  });

  test('of a call with another contact is refused; a call that a closer does not see is not found', async () => {
    const eventCallId = await app.call(place.owner);
    const input = { ...(await kind.required(app, place.owner)), eventCallId };
    const { body } = await place.create(input);
    expect(body).toEqual(variantA({ eventCallId: ['Must be a call with the contact'] }, '/v1/deals', 'POST'));
    const as = await app.apiKey(await app.member(place.owner.workspaceId, 'CLOSER'));
    const unseen = await place.create({ ...input, contactId: await contactOf(app, eventCallId) }, as);
    expect([unseen.status, unseen.body.details]).toEqual([404, { path: 'eventCallId' }]);
    expect(await place.all()).toEqual([]);
  });
});

describe('a transaction', () => {
  const payment = { value: 100, currency: 'USD' };
  let contactId: number;
  beforeEach(async () => {
    place = await placeOf(app, kinds[1]);
    contactId = await app.contact(place.owner.workspaceId);
  });

  test('takes contact and closer from the deal, and the caller as the closer of a deal without one', async () => {
    const closer = await app.member(place.owner.workspaceId, 'CLOSER');
    const dealId = await deal(app, closer, { contactId });
    const { body } = await place.create({ ...payment, dealId });
    expect(body.data).toMatchObject({ dealId, contactId, userId: closer.userId });
    const nobodys = await deal(app, place.owner, { userId: null });
    expect((await place.create({ ...payment, dealId: nobodys })).body.data.userId).toBe(place.owner.userId);
  });

  test('may have a contact without a deal, and no closer', async () => {
    const { body } = await place.create({ ...payment, contactId, userId: null });
    expect(body.data).toMatchObject({ dealId: null, contactId, userId: null });
  });

  test.each(['CLOSER', 'SETTER'] as const)('of a deal of a %s is theirs', async (role) => {
    const seller = await app.member(place.owner.workspaceId, role);
    const dealId = await deal(app, seller, { contactId });
    const { status, body } = await place.create({ ...payment, dealId }, await app.apiKey(seller));
    expect([status, body.data.userId]).toEqual([201, seller.userId]);
  });

  test('has the contact of its deal; a deal that a closer does not see is not found', async () => {
    const dealId = await deal(app, place.owner);
    for (const other of [contactId, null]) {
      const { status, body } = await place.create({ ...payment, dealId, contactId: other });
      const refusal = variantA({ contactId: ['Must be the contact of the deal'] }, '/v1/transactions', 'POST');
      expect({ status, body }).toEqual({ status: 400, body: refusal });
    }
    const as = await app.apiKey(await app.member(place.owner.workspaceId, 'CLOSER'));
    const unseen = await place.create({ ...payment, dealId }, as);
    expect([unseen.status, unseen.body.details]).toEqual([404, { path: 'dealId' }]);
    expect(await place.all()).toEqual([]);
  });
});
