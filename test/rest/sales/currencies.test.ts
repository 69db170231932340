import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { sendJson } from '../../support/lists.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner, {
  scopes: ['deals:read', 'deals:write', 'transactions:read', 'transactions:write'],
});
const contactId = await app.contact(owner.workspaceId);

const send = (method: string, path: string, body: object) => sendJson(app, [method, path], body, { key });
const tooPrecise = async (answer: ReturnType<typeof send>, name: string) => {
  const { status, body } = await answer;
  return [status, body.message.details.fieldErrors[name], body.message.details.errors[0].code];
};

describe.each([
  // What is sent, what GraphQL returns, what is sent too precisely, the decimals, and two payments with their sum and what is left.
  {
    currency: 'USD',
    value: 1250.5,
    text: '1250.50',
    fine: 0.125,
    decimals: 2,
    paid: [0.1, 0.2],
    sum: '0.30',
    left: '0.10',
  },
  {
    currency: 'EUR',
    value: 1000,
    text: '1000.00',
    fine: 0.001,
    decimals: 2,
    paid: [99.99, 0.01],
    sum: '100.00',
    left: '99.99',
  },
  {
    currency: 'JPY',
    value: 1250,
    text: '1250.00',
    fine: 1.005,
    decimals: 2,
    paid: [500, 0.5],
    sum: '500.50',
    left: '500.00',
  },
  {
    currency: 'KRW',
    value: 1250000,
    text: '1250000.00',
    fine: 1.005,
    decimals: 2,
    paid: [10000, 1],
    sum: '10001.00',
    left: '10000.00',
  },
  {
    currency: 'CLP',
    value: 950.25,
    text: '950.25',
    fine: 1.005,
    decimals: 2,
    paid: [950, 0.25],
    sum: '950.25',
    left: '950.00',
  },
  {
    currency: 'KWD',
    value: 1.234,
    text: '1.234',
    fine: 1.2345,
    decimals: 3,
    paid: [0.001, 0.002],
    sum: '0.003',
    left: '0.001',
  },
  {
    currency: 'BHD',
    value: 1000,
    text: '1000.00',
    fine: 0.0001,
    decimals: 3,
    paid: [0.125, 0.875],
    sum: '1.00',
    left: '0.125',
  },
  {
    currency: 'TND',
    value: 12.25,
    text: '12.25',
    fine: 0.0005,
    decimals: 3,
    paid: [12.245, 0.005],
    sum: '12.25',
    left: '12.245',
  },
])('$currency', ({ currency, value, text, fine, decimals, paid, sum, left }) => {
  const refusal =
    decimals === 2 ? ['Must have at most 2 decimals'] : ['Must have at most 2 decimals, or 3 in a currency that has 3'];

  test('is exact in a deal, its payments, their sum and the limit of refunds', async () => {
    const created = await send('POST', '/v1/deals', { contactId, value, currency, transactionType: 'WON' });
    expect([created.status, created.body.data.value]).toEqual([201, value]);
    const { id: dealId } = created.body.data;
    const ids: number[] = [];
    for (const amount of paid) {
      const { body } = await send('POST', '/v1/transactions', { value: amount, currency, dealId });
      expect(body.data).toMatchObject({ value: amount, currency });
      ids.push(body.data.id);
    }
    const { body } = await app.graphql(
      `{ deal(id: ${dealId}) { value paid transactions { value } } transaction(id: ${ids[0]}) { value } }`,
      key,
    );
    expect(body.data).toMatchObject({ deal: { value: text, paid: sum }, transaction: { value: left } });
    expect(body.data.deal.transactions).toContainEqual({ value: left });
    const refund = { refundOf: ids[0], currency };
    const tooMuch = await send('POST', '/v1/transactions', { ...refund, value: -(paid[0] as number) - 1 });
    expect(tooMuch.body.message.details.fieldErrors).toEqual({
      value: [`Must be at least -${left}, which is left of the payment`],
    });
    const whole = await send('POST', '/v1/transactions', { ...refund, value: -(paid[0] as number) });
    expect([whole.status, whole.body.data.value]).toEqual([201, -(paid[0] as number)]);
  });

  test('has no more decimals than are valid, in a deal, a payment and a product', async () => {
    const price = { name: `In ${currency}`, price: value, currency };
    const product = await send('POST', '/v1/products', price);
    expect([product.status, product.body.data.price]).toEqual([201, value]);
    const deal = { contactId, value: fine, currency, transactionType: 'WON' };
    expect(await tooPrecise(send('POST', '/v1/deals', deal), 'value')).toEqual([400, refusal, 'too_precise']);
    const payment = { value: fine, currency };
    expect(await tooPrecise(send('POST', '/v1/transactions', payment), 'value')).toEqual([400, refusal, 'too_precise']);
    const changed = { id: product.body.data.id, price: fine };
    expect(await tooPrecise(send('PUT', '/v1/products', changed), 'price')).toEqual([400, refusal, 'too_precise']);
  });
});

test('a value of three decimals keeps a currency that has them', async () => {
  const deal = { contactId, value: 1.234, currency: 'KWD', transactionType: 'WON' };
  const { id } = (await send('POST', '/v1/deals', deal)).body.data;
  expect(await tooPrecise(send('PUT', '/v1/deals', { id, currency: 'USD' }), 'currency')).toEqual([
    400,
    ['Must be a currency with 3 decimals, which 1.234 has'],
    'conflict',
  ]);
  expect((await send('PUT', '/v1/deals', { id, currency: 'OMR' })).body.data).toMatchObject({ value: 1.234 });
  expect((await send('PUT', '/v1/deals', { id, currency: 'USD', value: 1.25 })).status).toBe(200);
  expect(await tooPrecise(send('PUT', '/v1/deals', { id, value: 1.125 }), 'value')).toEqual([
    400,
    ['Must have at most 2 decimals'],
    'too_precise',
  ]);
});

test('a value is the same with and without zeros at its end', async () => {
  const deal = { contactId, value: '1.500', currency: 'KWD', transactionType: 'WON' };
  const created = await app.graphql(
    'mutation ($input: CreateDealInput!) { createDeal(input: $input) { id value updatedAt } }',
    key,
    { input: deal },
  );
  const { id, value, updatedAt } = created.body.data.createDeal;
  expect(value).toBe('1.50');
  const again = await send('PUT', '/v1/deals', { id, value: 1.5 });
  expect(again.body.data).toMatchObject({ value: 1.5, updatedAt });
});
