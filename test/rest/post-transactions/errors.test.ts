import { afterAll, describe, expect, test } from 'vitest';
import { notFoundAt } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { variantA } from '../../support/errors.ts';
import { sendJson } from '../../support/lists.ts';
import { deal } from '../../support/sales-factories.ts';
import { writtenRows } from '../../support/webhook-rows.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);
afterAll(async () => {
  // Nothing that was refused here has left anything behind.
  const written = { Transaction: 0, WebhookEvent: 0, IdempotencyRecord: 0 };
  expect(await writtenRows(app, owner.workspaceId, Object.keys(written))).toEqual(written);
});

async function refuses(input: object, expected: { status: number; body: object }, as = key): Promise<void> {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const payment = { value: 100, currency: 'USD', ...input };
  const { status, body } = await sendJson(app, ['POST', '/v1/transactions'], payment, { key: as, headers });
  expect({ status, body }).toEqual(expected);
}
const wrong = (input: object, fieldErrors: Record<string, string[]>, as = key) =>
  refuses(input, { status: 400, body: variantA(fieldErrors, '/v1/transactions', 'POST') }, as);
const notFound = (input: object, as = key) => refuses(input, notFoundAt(Object.keys(input)[0] ?? ''), as);

const text = ['Must be a string'];
const source = ['Must be one of: Stripe, Zapier, Make, Other'];

describe('POST /v1/transactions, and nothing is written', () => {
  test('what is missing is reported at once', () =>
    wrong({ value: undefined, currency: undefined }, { value: ['Is required'], currency: ['Is required'] }));

  test.each<[object, Record<string, string[]>]>([
    [{ dealId: '1' }, { dealId: ['Must be an integer'] }],
    [{ contactId: 0 }, { contactId: ['Must be at least 1'] }],
    [{ userId: 1.5 }, { userId: ['Must be an integer'] }],
    [{ value: '100' }, { value: ['Must be a number'] }],
    [{ value: null }, { value: ['Must be a number'] }],
    [{ value: 0.1 + 0.2 }, { value: ['Must have at most 2 decimals'] }],
    [{ value: -1.005 }, { value: ['Must have at most 2 decimals'] }],
    [{ value: 1e21 }, { value: ['Must be at most 9999999999999999.99'] }],
    [{ value: -1e16 }, { value: ['Must be at least -9999999999999999.99'] }],
    [{ currency: 'Euro' }, { currency: ['Must be at most 3 characters', 'Must be an ISO 4217 code such as USD'] }],
    [{ name: 'x'.repeat(256) }, { name: ['Must be at most 255 characters'] }],
    [{ email: 'nobody' }, { email: ['Invalid email format'] }],
    [{ phoneNumber: '4155550101' }, { phoneNumber: ['Must be E.164 format'] }],
    [{ source: 'stripe' }, { source }],
    [{ source: null }, { source }],
    [{ description: 'x'.repeat(2001) }, { description: ['Must be at most 2000 characters'] }],
    [{ description: [] }, { description: text }],
    [{ time: '2026-01-01' }, { time: ['Must be an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)'] }],
    [{ time: '0000-01-01T00:00:00Z' }, { time: ['Must be of the years 1900 to 2999'] }],
  ])('%j is refused by name', (input, fieldErrors) => wrong(input, fieldErrors));

  test('the contact is that of the deal', async () => {
    const dealId = await deal(app, owner);
    const message = { contactId: ['Must be the contact of the deal'] };
    await wrong({ dealId, contactId: await app.contact(owner.workspaceId) }, message);
    await wrong({ dealId, contactId: null }, message);
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

  test('a deal or a contact of another workspace cannot be distinguished from one that does not exist', async () => {
    const stranger = await app.workspace();
    await notFound({ contactId: 2_147_483_647 });
    await notFound({ contactId: await app.contact(stranger.workspaceId) });
    await notFound({ dealId: 2_147_483_647 });
    await notFound({ dealId: await deal(app, stranger) });
  });

  test('nor can a deal that a closer does not see', async () => {
    const as = await app.apiKey(await app.member(owner.workspaceId, 'CLOSER'));
    await notFound({ dealId: await deal(app, owner) }, as);
  });
});
