import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { idsOf } from '../../support/lists.ts';
import { transaction } from '../../support/sales-factories.ts';

let contactId: number;
const ids: Record<string, number> = {};
const app = await useApp();
const owner = await app.workspace({ timeZone: 'America/New_York' });
const closer = await app.member(owner.workspaceId, 'CLOSER');
contactId = await app.contact(owner.workspaceId);
const paid = { name: 'Nora Quill', email: 'Nora@Example.com', description: 'Deposit 100%' };
ids.first = await transaction(app, owner, { contactId, ...paid, time: '2026-01-02T04:59:59.999Z' });
const second = { phoneNumber: '+14155550101', time: '2026-01-02T05:00:00.000Z' };
ids.second = await transaction(app, closer, { contactId, name: 'ÄNNE', ...second });
ids.bare = await transaction(app, closer, { time: '2026-01-03T05:00:00.000Z' });
await transaction(app, await app.workspace(), { name: 'Nora Quill' });

async function finds(query: string, names: string[], member = owner): Promise<void> {
  const found = idsOf(await app.get(`/v1/transactions?${query}`, await app.apiKey(member)));
  expect({ ...found, ids: found.ids.sort() }).toEqual({
    ids: names.map((name) => ids[name]).sort(),
    count: names.length,
  });
}

describe('a filter of GET /v1/transactions', () => {
  test.each<[string, string[]]>([
    ['', ['first', 'second', 'bare']],
    ['search=quill+nora', ['first']],
    ['search=EXAMPLE.com', ['first']],
    ['search=100%25', ['first']],
    ['search=änne', ['second']],
    ['search=4155550101', ['second']],
    ['search=nothing', []],
    ['contactId=2147483647', []],
    ['timeFrom=2026-01-02', ['second', 'bare']],
    ['timeTo=2026-01-01', ['first']],
    ['timeTo=2026-01-02T05:00:00Z&timeFrom=2026-01-02T05:00:00Z', ['second']],
  ])('%s', (query, names) => finds(query, names));

  test('contactId and userIds', async () => {
    await finds(`contactId=${contactId}`, ['first', 'second']);
    await finds(`userIds=${closer.userId}`, ['second', 'bare']);
    await finds(`userIds=${closer.userId}&contactId=${contactId}`, ['second']);
  });
});

describe('who sees which transactions', () => {
  test('an admin sees all of the workspace', async () =>
    finds('', ['first', 'second', 'bare'], await app.member(owner.workspaceId, 'ADMIN')));

  test('a closer sees those that they closed, whatever the filter', async () => {
    await finds('', ['second', 'bare'], closer);
    await finds(`userIds=${owner.userId}`, [], closer);
  });

  test('a setter who closed none sees none', async () => finds('', [], await app.member(owner.workspaceId, 'SETTER')));
});
