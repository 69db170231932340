import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { idsOf } from '../../support/lists.ts';
import { deal } from '../../support/sales-factories.ts';

let contactId: number;
const ids: Record<string, number> = {};
const app = await useApp();
const owner = await app.workspace({ timeZone: 'America/New_York' });
const closer = await app.member(owner.workspaceId, 'CLOSER');
contactId = await app.contact(owner.workspaceId, { email: 'Nora@Example.com' });
ids.won = await deal(app, owner, { contactId, productName: 'Growth Plan', time: '2026-01-02T04:59:59.999Z' });
const later = { transactionType: 'RECURRING', time: '2026-01-02T05:00:00.000Z' };
ids.recurring = await deal(app, closer, { contactId, productName: 'Café 100%', ...later });
ids.deposit = await deal(app, closer, { transactionType: 'DEPOSIT', time: '2026-01-03T05:00:00.000Z' });
await deal(app, await app.workspace(), { productName: 'Growth Plan' });

async function finds(query: string, names: string[], member = owner): Promise<void> {
  const found = idsOf(await app.get(`/v1/deals?${query}`, await app.apiKey(member)));
  expect({ ...found, ids: found.ids.sort() }).toEqual({
    ids: names.map((name) => ids[name]).sort(),
    count: names.length,
  });
}

describe('a filter of GET /v1/deals', () => {
  test.each<[string, string[]]>([
    ['', ['won', 'recurring', 'deposit']],
    ['search=growth', ['won']],
    ['search=plan+nora', ['won']],
    ['search=NORA@example.COM', ['won', 'recurring']],
    ['search=CAFÉ', ['recurring']],
    ['search=100%25', ['recurring']],
    ['search=ira+cole', ['won', 'recurring', 'deposit']],
    ['search=nothing', []],
    ['transactionType=WON', ['won']],
    ['transactionType=RECURRING,DEPOSIT', ['recurring', 'deposit']],
    ['contactId=2147483647', []],
    // A day is one of the workspace's zone: in New York the 2nd begins at 05:00 UTC.
    ['timeFrom=2026-01-02', ['recurring', 'deposit']],
    ['timeTo=2026-01-01', ['won']],
    ['timeFrom=2026-01-02&timeTo=2026-01-02', ['recurring']],
    ['timeFrom=2026-01-02T05:00:00.001Z', ['deposit']],
    ['timeTo=2026-01-02T05:00:00Z', ['won', 'recurring']],
    ['timeFrom=2026-01-02T00:00:00-05:00&timeTo=2026-01-03T05:00:00Z', ['recurring', 'deposit']],
    ['timeFrom=2026-01-03&timeTo=2026-01-01', []],
  ])('%s', (query, names) => finds(query, names));

  test('contactId and userIds', async () => {
    await finds(`contactId=${contactId}`, ['won', 'recurring']);
    await finds(`userIds=${closer.userId}`, ['recurring', 'deposit']);
    await finds(`userIds=${closer.userId},${owner.userId}`, ['won', 'recurring', 'deposit']);
    await finds(`userIds=${closer.userId}&contactId=${contactId}&transactionType=RECURRING`, ['recurring']);
  });
});

describe('who sees which deals', () => {
  test('an admin sees all of the workspace', async () =>
    finds('', ['won', 'recurring', 'deposit'], await app.member(owner.workspaceId, 'ADMIN')));

  test('a closer sees those that they closed, whatever the filter', async () => {
    await finds('', ['recurring', 'deposit'], closer);
    await finds(`userIds=${owner.userId}`, [], closer);
    await finds('search=nora', ['recurring'], closer);
  });

  test('a setter who closed none sees none', async () => finds('', [], await app.member(owner.workspaceId, 'SETTER')));
});
