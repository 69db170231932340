import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { deal, transaction } from '../support/sales-factories.ts';

const app = await useApp();
const owner = await app.workspace();
const { workspaceId } = owner;
const key = await app.apiKey(owner, { scopes: ['deals:read', 'transactions:read'] });

const paidOf = async (id: number, as = key) => (await app.graphql(`{ deal(id: ${id}) { id paid } }`, as)).body;

test('is the sum of the payments of a deal, less its refunds', async () => {
  const dealId = await deal(app, owner, { value: '300.00' });
  const other = await deal(app, owner);
  const payment = await transaction(app, owner, { dealId, value: '150.10' });
  await transaction(app, owner, { dealId, value: '100.25' });
  await transaction(app, owner, { dealId, value: '-50.05', refundOf: payment });
  await transaction(app, owner, { value: '999.00' });
  app.statements.length = 0;
  const { body } = await app.graphql('{ deals(orderColumn: id, orderBy: asc) { deals { id value paid } } }', key);
  expect(body.data.deals.deals).toEqual([
    { id: dealId, value: '300.00', paid: '200.30' },
    { id: other, value: '100.00', paid: '0.00' },
  ]);
  expect(app.statements.filter((name) => name === 'deals.paid')).toHaveLength(1);
});

test('includes what another closer received, so that the closer of the deal does not request it again', async () => {
  const closer = await app.member(workspaceId, 'CLOSER');
  const scopes = { scopes: ['deals:read', 'transactions:read'] } as const;
  const dealId = await deal(app, closer);
  await transaction(app, owner, { dealId, value: '40.00' });
  expect(await paidOf(dealId, await app.apiKey(closer, scopes))).toEqual({
    data: { deal: { id: dealId, paid: '40.00' } },
  });
  const elsewhere = await app.workspace();
  expect(await paidOf(dealId, await app.apiKey(elsewhere, scopes))).toMatchObject({
    errors: [{ extensions: { code: 'NOT_FOUND' } }],
  });
});

test('is null, with the reason, for a key that does not read transactions', async () => {
  const dealId = await deal(app, owner);
  expect(await paidOf(dealId, await app.apiKey(owner, { scopes: ['deals:read'] }))).toMatchObject({
    data: { deal: { id: dealId, paid: null } },
    errors: [{ path: ['deal', 'paid'], extensions: { code: 'INSUFFICIENT_SCOPE' } }],
  });
});
