import { describe, expect, test } from 'vitest';
import { notFoundAt } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { variantA, variantAForm } from '../../support/errors.ts';
import { sendJson } from '../../support/lists.ts';
import { deal, transaction } from '../../support/sales-factories.ts';

const app = await useApp();
const owner = await app.workspace();
const closer = await app.member(owner.workspaceId, 'CLOSER');
const key = await app.apiKey(owner);
const contactId = await app.contact(owner.workspaceId);
const dealId = await deal(app, closer, { contactId });
const id = await transaction(app, closer, { dealId, contactId });

const transactions = () => app.sql('SELECT * FROM "Transaction" ORDER BY "id"');

async function refuses(input: object, expected: { status: number; body: object }, as = key): Promise<void> {
  const before = await transactions();
  const { status, body } = await sendJson(app, ['PUT', '/v1/transactions'], { id, ...input }, { key: as });
  expect({ status, body }).toEqual(expected);
  expect(await transactions()).toEqual(before);
}
const wrong = (input: object, fieldErrors: Record<string, string[]>, as = key) =>
  refuses(input, { status: 400, body: variantA(fieldErrors, '/v1/transactions', 'PUT') }, as);
const notFound = (input: object, as = key) => refuses(input, notFoundAt(Object.keys(input)[0] ?? ''), as);

describe('PUT /v1/transactions, and nothing is written', () => {
  test.each([{}, { productName: 'x' }])('%j names nothing to change', (input) =>
    refuses(input, {
      status: 400,
      body: variantAForm(['At least one field to change is required'], '/v1/transactions', 'PUT', Object.keys(input)),
    }),
  );

  test.each<[object, Record<string, string[]>]>([
    [{ id: undefined, value: 1 }, { id: ['Is required'] }],
    [{ id: 0, value: 1 }, { id: ['Must be at least 1'] }],
    [{ dealId: '1' }, { dealId: ['Must be an integer'] }],
    [{ contactId: true }, { contactId: ['Must be an integer'] }],
    [{ userId: 2_147_483_647 }, { userId: ['Must be a member of the workspace'] }],
    [{ value: null }, { value: ['Must be a number'] }],
    [{ value: '5' }, { value: ['Must be a number'] }],
    [{ value: 1.005 }, { value: ['Must have at most 2 decimals'] }],
    [{ value: -1e17 }, { value: ['Must be at least -9999999999999999.99'] }],
    [{ currency: null }, { currency: ['Must be a string'] }],
    [{ email: 'a@' }, { email: ['Invalid email format'] }],
    [{ phoneNumber: '+1' }, { phoneNumber: ['Must be E.164 format'] }],
    [{ source: 'Paypal' }, { source: ['Must be one of: Stripe, Zapier, Make, Other'] }],
    [{ name: {} }, { name: ['Must be a string'] }],
    [{ time: null }, { time: ['Must be a string'] }],
  ])('%j is refused by name', (input, fieldErrors) => wrong(input, fieldErrors));

  test('a transaction has the currency of its deal, whichever of the two changes', async () => {
    await wrong({ currency: 'EUR' }, { currency: ['Must be USD, the currency of the deal'] });
    const euros = await deal(app, owner, { contactId, currency: 'EUR' });
    await wrong({ dealId: euros }, { currency: ['Must be EUR, the currency of the deal'] });
    const alone = await transaction(app, owner, { contactId, currency: 'GBP' });
    await wrong({ id: alone, dealId }, { currency: ['Must be USD, the currency of the deal'] });
  });

  test('contact and deal stay together', async () => {
    const message = { contactId: ['Must be the contact of the deal'] };
    await wrong({ contactId: await app.contact(owner.workspaceId) }, message);
    await wrong({ contactId: null }, message);
    await wrong({ dealId: await deal(app, owner), contactId }, message);
  });

  test('a transaction, a deal or a contact of another workspace cannot be distinguished from one that does not exist', async () => {
    const stranger = await app.workspace();
    await notFound({ id: 2_147_483_647, value: 1 });
    await notFound({ id: await transaction(app, stranger), value: 1 });
    await notFound({ dealId: await deal(app, stranger) });
    await notFound({ contactId: await app.contact(stranger.workspaceId) });
  });

  test('nor can a transaction that names another closer, or nobody', async () => {
    const as = await app.apiKey(closer);
    await notFound({ id: await transaction(app, owner), value: 1 }, as);
    await notFound({ id: await transaction(app, owner, { userId: null }), value: 1 }, as);
    await notFound({ dealId: await deal(app, owner) }, as);
  });

  test('a closer gives a transaction to nobody else', async () => {
    const as = await app.apiKey(closer);
    await wrong({ userId: owner.userId }, { userId: ['Must be your own user id'] }, as);
    await wrong({ userId: null }, { userId: ['Must be your own user id'] }, as);
  });
});
