import { afterAll, describe, expect, test } from 'vitest';
import { notFoundAt } from '../../support/answers.ts';
import { bearer, useApp } from '../../support/app.ts';
import { variantA } from '../../support/errors.ts';
import { sendJson } from '../../support/lists.ts';
import { contactOf } from '../../support/sales-factories.ts';
import { writtenRows } from '../../support/webhook-rows.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);
const contactId = await app.contact(owner.workspaceId);
afterAll(async () => {
  // Nothing that was refused here has left anything behind.
  const written = { Deal: 0, WebhookEvent: 0, IdempotencyRecord: 0 };
  expect(await writtenRows(app, owner.workspaceId, ['Deal', 'WebhookEvent', 'IdempotencyRecord'])).toEqual(written);
});

async function refuses(input: object, expected: { status: number; body: object }, as = key): Promise<void> {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const sale = { contactId, value: 100, currency: 'USD', transactionType: 'WON', ...input };
  const { status, body } = await sendJson(app, ['POST', '/v1/deals'], sale, { key: as, headers });
  expect({ status, body }).toEqual(expected);
}
const wrong = (input: object, fieldErrors: Record<string, string[]>, as = key) =>
  refuses(input, { status: 400, body: variantA(fieldErrors, '/v1/deals', 'POST') }, as);
const notFound = (input: object, as = key) => refuses(input, notFoundAt(Object.keys(input)[0] ?? ''), as);

const types = ['Must be one of: WON, RECURRING, DEPOSIT'];
const currency = ['Must be an ISO 4217 code such as USD'];
const number = ['Must be a number'];

describe('POST /v1/deals, and nothing is written', () => {
  test('what is missing is reported at once', () =>
    wrong(
      { contactId: undefined, value: undefined, currency: undefined, transactionType: undefined },
      {
        contactId: ['Is required'],
        value: ['Is required'],
        currency: ['Is required'],
        transactionType: ['Is required'],
      },
    ));

  test.each<[object, Record<string, string[]>]>([
    [{ contactId: null }, { contactId: ['Must be an integer'] }],
    [{ contactId: '1' }, { contactId: ['Must be an integer'] }],
    [{ contactId: 0 }, { contactId: ['Must be at least 1'] }],
    [{ eventCallId: 1.5 }, { eventCallId: ['Must be an integer'] }],
    [{ userId: 1e10 }, { userId: ['Must be at most 2147483647'] }],
    [{ value: '100' }, { value: number }],
    [{ value: null }, { value: number }],
    [{ value: true }, { value: number }],
    [{ value: [100] }, { value: number }],
    [{ value: { value: 100 } }, { value: number }],
    [{ currency: 'usd' }, { currency }],
    [{ currency: 'XYZ' }, { currency }],
    [{ currency: '' }, { currency }],
    [{ currency: 840 }, { currency: ['Must be a string'] }],
    [{ transactionType: 'LOST' }, { transactionType: types }],
    [{ transactionType: null }, { transactionType: types }],
    [{ productName: 'x'.repeat(256) }, { productName: ['Must be at most 255 characters'] }],
    [{ productName: 'a\u0000b' }, { productName: ['Must not contain control characters or broken Unicode'] }],
    [{ time: '2026-02-30T00:00:00Z' }, { time: ['Must be an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)'] }],
    [{ time: '2026-02-28' }, { time: ['Must be an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)'] }],
    [{ time: '9999-12-31T00:00:00Z' }, { time: ['Must be of the years 1900 to 2999'] }],
    [{ time: null }, { time: ['Must be a string'] }],
  ])('%j is refused by name', (input, fieldErrors) => wrong(input, fieldErrors));

  test.each([
    ['-0.01', 'Must be at least 0'],
    ['-1e400', 'Must be at least 0'],
    ['1.005', 'Must have at most 2 decimals'],
    ['0.30000000000000004', 'Must have at most 2 decimals'],
    ['1.0000000000000000000001', 'Must have at most 2 decimals'],
    [`1.${'0'.repeat(5000)}1`, 'Must have at most 2 decimals'],
    ['1e-7', 'Must have at most 2 decimals'],
    ['1e-999999999', 'Must have at most 2 decimals'],
    ['10000000000000000', 'Must be at most 9999999999999999.99'],
    ['1e21', 'Must be at most 9999999999999999.99'],
    ['1e999999999', 'Must be at most 9999999999999999.99'],
    ['9'.repeat(5000), 'Must be at most 9999999999999999.99'],
  ])('the value %s is refused by its digits', async (value, message) => {
    const headers = { ...bearer(key), 'content-type': 'application/json' };
    const input = `{"contactId":${contactId},"value":${value},"currency":"USD","transactionType":"WON"}`;
    const { status, body } = await app.request('/v1/deals', { method: 'POST', headers, body: input });
    expect({ status, body }).toEqual({ status: 400, body: variantA({ value: [message] }, '/v1/deals', 'POST') });
  });

  test('a call with another contact is refused', async () => {
    const eventCallId = await app.call(owner);
    await wrong({ eventCallId }, { eventCallId: ['Must be a call with the contact'] });
  });

  test('the closer is a member of the workspace', async () => {
    const message = { userId: ['Must be a member of the workspace'] };
    await wrong({ userId: (await app.workspace()).userId }, message);
    await wrong({ userId: 2_147_483_647 }, message);
  });

  test.each(['CLOSER', 'SETTER'] as const)('a %s names nobody else, nor nobody', async (role) => {
    const as = await app.apiKey(await app.member(owner.workspaceId, role));
    const message = { userId: ['Must be your own user id'] };
    await wrong({ userId: owner.userId }, message, as);
    await wrong({ userId: null }, message, as);
  });

  test('a contact or a call of another workspace cannot be distinguished from one that does not exist', async () => {
    const stranger = await app.workspace();
    await notFound({ contactId: 2_147_483_647 });
    await notFound({ contactId: await app.contact(stranger.workspaceId) });
    await notFound({ eventCallId: 2_147_483_647 });
    await notFound({ eventCallId: await app.call(stranger) });
  });

  test('nor can a call that a closer does not see', async () => {
    const eventCallId = await app.call(owner);
    const as = await app.apiKey(await app.member(owner.workspaceId, 'CLOSER'));
    await notFound({ eventCallId, contactId: await contactOf(app, eventCallId) }, as);
  });
});

test('GraphQL refuses the same, by name', async () => {
  const document = 'mutation ($input: CreateDealInput!) { createDeal(input: $input) { id } }';
  const input = { contactId, value: '-5', currency: 'usd', transactionType: 'WON' };
  const { status, body } = await app.graphql(document, key, { input });
  expect([status, body.data]).toEqual([400, { createDeal: null }]);
  expect(body.errors[0].extensions.details.fieldErrors).toEqual({ value: ['Must be at least 0'], currency });
  for (const [value, message] of [
    ['1.005', 'Must have at most 2 decimals'],
    ['12345678901234567', 'Must be at most 9999999999999999.99'],
  ]) {
    const refused = await app.graphql(document, key, { input: { ...input, value, currency: 'USD' } });
    expect(refused.body.errors[0].extensions.details.fieldErrors).toEqual({ value: [message] });
  }
});

test.each(['1e3', 'x', '', '1.', '.5', '+5', ' 5', 5, true, {}])('GraphQL takes no %j for a Decimal', async (value) => {
  const document = 'mutation ($input: CreateDealInput!) { createDeal(input: $input) { id } }';
  const input = { contactId, value, currency: 'USD', transactionType: 'WON' };
  const { status, body } = await app.graphql(document, key, { input });
  // As for every variable of a wrong type: 200 to a client that takes only application/json.
  expect([status, body.errors[0].extensions.code]).toEqual([200, 'BAD_USER_INPUT']);
  expect(body.errors[0].message).toContain('at "input.value"');
  expect(body.errors[0].message).toContain('Decimal must be decimal text such as "1999.90"');
});
