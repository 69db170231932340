import { describe, expect, test } from 'vitest';
import { notFoundAt } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { variantA, variantAForm } from '../../support/errors.ts';
import { sendJson } from '../../support/lists.ts';
import { contactOf, deal, transaction } from '../../support/sales-factories.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();
const owner = await app.workspace();
const closer = await app.member(owner.workspaceId, 'CLOSER');
const key = await app.apiKey(owner);
const eventCallId = await app.call(owner);
const id = await deal(app, closer, { contactId: await contactOf(app, eventCallId), eventCallId });

const deals = () => app.sql('SELECT * FROM "Deal" ORDER BY "id"');

async function refuses(input: object, expected: { status: number; body: object }, as = key): Promise<void> {
  const before = await deals();
  const { status, body } = await sendJson(app, ['PUT', '/v1/deals'], { id, ...input }, { key: as });
  expect({ status, body }).toEqual(expected);
  expect(await deals()).toEqual(before);
  expect(await eventsOf(app, owner.workspaceId)).toEqual([]);
}
const wrong = (input: object, fieldErrors: Record<string, string[]>, as = key) =>
  refuses(input, { status: 400, body: variantA(fieldErrors, '/v1/deals', 'PUT') }, as);
const notFound = (input: object, as = key) => refuses(input, notFoundAt(Object.keys(input)[0] ?? ''), as);

describe('PUT /v1/deals, and nothing is written', () => {
  test.each([{}, { name: 'x' }, { createdAt: '2026-01-01T00:00:00Z' }])('%j names nothing to change', (input) =>
    refuses(input, {
      status: 400,
      body: variantAForm(['At least one field to change is required'], '/v1/deals', 'PUT', Object.keys(input)),
    }),
  );

  test.each<[object, Record<string, string[]>]>([
    [{ id: undefined, value: 1 }, { id: ['Is required'] }],
    [{ id: '1', value: 1 }, { id: ['Must be an integer'] }],
    [{ contactId: 'x' }, { contactId: ['Must be an integer'] }],
    [{ contactId: null }, { contactId: ['Must be the id of a contact: a deal keeps its contact, or gets another'] }],
    [{ eventCallId: '1' }, { eventCallId: ['Must be an integer'] }],
    [{ userId: 0 }, { userId: ['Must be at least 1'] }],
    [{ userId: 2_147_483_647 }, { userId: ['Must be a member of the workspace'] }],
    [{ value: null }, { value: ['Must be a number'] }],
    [{ value: '5' }, { value: ['Must be a number'] }],
    [{ value: -1 }, { value: ['Must be at least 0'] }],
    [{ value: 1.005 }, { value: ['Must have at most 2 decimals'] }],
    [{ value: 1e21 }, { value: ['Must be at most 9999999999999999.99'] }],
    [{ currency: null }, { currency: ['Must be a string'] }],
    [{ currency: 'EURO' }, { currency: ['Must be at most 3 characters', 'Must be an ISO 4217 code such as USD'] }],
    [{ transactionType: 'won' }, { transactionType: ['Must be one of: WON, RECURRING, DEPOSIT'] }],
    [{ productName: 5 }, { productName: ['Must be a string'] }],
    [{ time: 'now' }, { time: ['Must be an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)'] }],
  ])('%j is refused by name', (input, fieldErrors) => wrong(input, fieldErrors));

  test('the currency stays while there are transactions in it', async () => {
    const transactionId = await transaction(app, owner, { dealId: id, contactId: await contactOf(app, eventCallId) });
    await wrong({ currency: 'EUR' }, { currency: ['Must stay as it is: the deal has transactions in it'] });
    await app.sql('DELETE FROM "Transaction" WHERE "id" = $1', [transactionId]);
  });

  test('contact and call stay together', async () => {
    const contactId = await app.contact(owner.workspaceId);
    await wrong({ contactId }, { contactId: ['Must be the contact of the call'] });
    await wrong({ eventCallId: await app.call(owner) }, { eventCallId: ['Must be a call with the contact'] });
  });

  test('a deal, a contact or a call of another workspace cannot be distinguished from one that does not exist', async () => {
    const stranger = await app.workspace();
    await notFound({ id: 2_147_483_647, value: 1 });
    await notFound({ id: await deal(app, stranger), value: 1 });
    await notFound({ contactId: 2_147_483_647 });
    await notFound({ contactId: await app.contact(stranger.workspaceId) });
    await notFound({ eventCallId: await app.call(stranger) });
  });

  test('nor can a deal that names another closer, or nobody', async () => {
    const as = await app.apiKey(closer);
    await notFound({ id: await deal(app, owner), value: 1 }, as);
    await notFound({ id: await deal(app, owner, { userId: null }), value: 1 }, as);
    await notFound({ eventCallId: await app.call(owner) }, as);
  });

  test('a closer gives a deal to nobody else', async () => {
    const as = await app.apiKey(closer);
    await wrong({ userId: owner.userId }, { userId: ['Must be your own user id'] }, as);
    await wrong({ userId: null }, { userId: ['Must be your own user id'] }, as);
  });
});
