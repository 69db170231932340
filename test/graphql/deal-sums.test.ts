import { expect, test } from 'vitest';
import { type Body, useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { deal, product, transaction } from '../support/sales-factories.ts';

const app = await useApp();
const scopes = { scopes: ['deals:read', 'transactions:read', 'contacts:read'] } as const;

/** Three deals in two currencies, of the owner and a closer, with payments and a refund. */
async function sold() {
  const owner = await app.workspace();
  const closer = await app.member(owner.workspaceId, 'CLOSER');
  const productId = await product(app, owner, { name: 'Coaching' });
  const first = await deal(app, owner, { value: '1000.00', productId, time: '2026-02-01T00:00:00Z' });
  const second = await deal(app, closer, { value: '0.10', transactionType: 'DEPOSIT', time: '2026-02-02T00:00:00Z' });
  const third = await deal(app, owner, { value: '1.234', currency: 'KWD', time: '2026-02-03T00:00:00Z' });
  const payment = await transaction(app, owner, { dealId: first, value: '600.00' });
  await transaction(app, owner, { dealId: first, value: '200.20' });
  await transaction(app, owner, { dealId: first, value: '-100.00', refundOf: payment });
  await transaction(app, owner, { dealId: third, value: '0.004', currency: 'KWD' });
  await transaction(app, owner, { value: '77.00' });
  return { owner, closer, productId, first, second, third };
}

const fields = 'currency count value paid';
const sums = async (member: Member, filters = '') =>
  (await app.graphql(`{ dealSums${filters} { ${fields} } }`, await app.apiKey(member, scopes))).body;

test('the sums are of all matching deals, by currency, and no payment multiplies a value', async () => {
  const { owner, productId } = await sold();
  const dollars = { currency: 'USD', count: 2, value: '1000.10', paid: '700.20' };
  const dinars = { currency: 'KWD', count: 1, value: '1.234', paid: '0.004' };
  app.statements.length = 0;
  expect(await sums(owner)).toEqual({ data: { dealSums: [dollars, dinars] } });
  expect(app.statements.filter((name) => name === 'deals.sums')).toHaveLength(1);
  expect(await sums(owner, '(currency: "KWD")')).toEqual({ data: { dealSums: [dinars] } });
  expect(await sums(owner, `(productId: ${productId})`)).toEqual({
    data: { dealSums: [{ currency: 'USD', count: 1, value: '1000.00', paid: '700.20' }] },
  });
  expect(await sums(owner, '(transactionType: [DEPOSIT], search: "nobody")')).toEqual({ data: { dealSums: [] } });
  expect(await sums(owner, '(currency: "EURO")')).toMatchObject({
    errors: [{ extensions: { code: 'VALIDATION_FAILED' } }],
  });
});

test('closers get the sums of their own deals, and other workspaces none', async () => {
  const { closer } = await sold();
  expect(await sums(closer)).toEqual({
    data: { dealSums: [{ currency: 'USD', count: 1, value: '0.10', paid: '0.00' }] },
  });
  expect(await sums(await app.workspace())).toEqual({ data: { dealSums: [] } });
});

test('closers filter their own deals by calls, whom they see, and by contacts', async () => {
  const { owner, closer } = await sold();
  const setter = await app.member(owner.workspaceId, 'SETTER');
  const mine = { setterId: setter.userId, dateTime: '2026-02-02T00:00:00Z' };
  const contactId = await app.contact(owner.workspaceId);
  const eventCallId = await app.call(closer, { ...mine, contactId });
  await deal(app, closer, { value: '5.00', eventCallId, contactId });
  const key = await app.apiKey(closer);
  const counted = async (filters: string) => {
    const { data } = (await app.graphql(`{ dealSums(${filters}) { count } dealBoard(${filters}) { count } }`, key))
      .body;
    return [data.dealSums, data.dealBoard].map((parts) =>
      parts.reduce((sum: number, { count }: Body) => sum + count, 0),
    );
  };
  expect(await counted(`setterIds: [${setter.userId}]`)).toEqual([1, 1]);
  expect(await counted(`setterIds: [${owner.userId}]`)).toEqual([0, 0]);
  expect(await counted('callTypes: [STRATEGY_EVENT], hasSource: false')).toEqual([1, 1]);
  expect(await counted('hasSource: true')).toEqual([0, 0]);
});

test('what was paid is null for a key that does not read transactions', async () => {
  const { closer } = await sold();
  const key = await app.apiKey(closer, { scopes: ['deals:read'] });
  expect((await app.graphql('{ dealSums { value paid } }', key)).body).toMatchObject({
    data: { dealSums: [{ value: '0.10', paid: null }] },
    errors: [{ extensions: { code: 'INSUFFICIENT_SCOPE' } }],
  });
});

test('the board has the deals of each type, the sums of all of them, and a cursor for more', async () => {
  const { owner, first, second, third } = await sold();
  const key = await app.apiKey(owner, scopes);
  const board = `{ dealBoard(limit: 1) { transactionType count nextCursor deals { id contact { id } } sums { ${fields} } } }`;
  const { body } = await app.graphql(board, key);
  const [won, recurring, deposit] = body.data.dealBoard;
  expect(won).toEqual({
    transactionType: 'WON',
    count: 2,
    nextCursor: expect.any(String),
    deals: [{ id: third, contact: { id: expect.any(Number) } }],
    sums: [
      { currency: 'KWD', count: 1, value: '1.234', paid: '0.004' },
      { currency: 'USD', count: 1, value: '1000.00', paid: '700.20' },
    ],
  });
  expect(recurring).toEqual({ transactionType: 'RECURRING', count: 0, nextCursor: null, deals: [], sums: [] });
  expect(deposit).toMatchObject({ transactionType: 'DEPOSIT', count: 1, nextCursor: null, deals: [{ id: second }] });
  const next = `{ deals(limit: 1, transactionType: [WON], cursor: "${won.nextCursor}") { nextCursor deals { id } } }`;
  expect((await app.graphql(next, key)).body).toEqual({
    data: { deals: { nextCursor: null, deals: [{ id: first }] } },
  });
});

test('the list is filtered by product and currency in /v1, too', async () => {
  const { owner, productId, first, third } = await sold();
  const key = await app.apiKey(owner, scopes);
  const idsOf = async (query: string) =>
    (await app.get(`/v1/deals?${query}`, key)).body.data.deals.map(({ id }: { id: number }) => id);
  expect(await idsOf(`productId=${productId}`)).toEqual([first]);
  expect(await idsOf('currency=KWD')).toEqual([third]);
  expect((await app.get('/v1/deals?currency=usd', key)).status).toBe(400);
});
