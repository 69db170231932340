import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { idsOf, idsOfAllPages } from '../../support/lists.ts';
import { deal, transaction } from '../../support/sales-factories.ts';
import { kinds } from './kinds.ts';

const app = await useApp();

const written = { createdAt: '2026-01-05T06:07:08.009Z', updatedAt: '2026-02-01T00:00:00.000Z' };

describe.each(kinds)('GET $path', ({ list, path, stored, every, nothing }) => {
  test('returns exactly the record, with its value as a number', async () => {
    const owner = await app.workspace();
    const columns = await every(app, owner);
    const id = await stored(app, owner, { ...columns, ...written });
    const key = await app.apiKey(owner, { scopes: [`${list}:read` as const] });
    const { status, body } = await app.get(path, key);
    expect(status).toBe(200);
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(body)).toBe(JSON.stringify({ data: { [list]: [{ id, ...columns, ...written }], count: 1 } }));
  });

  test('GraphQL returns the value as decimal text, to the last digit', async () => {
    const owner = await app.workspace();
    const values = ['0.00', '0.10', '1234.50', '9999999999999999.99', '-5.05'];
    for (const [day, value] of values.entries())
      await stored(app, owner, { value, time: `2026-01-0${9 - day}T00:00:00Z` });
    const key = await app.apiKey(owner);
    const { body } = await app.graphql(`{ ${list} { ${list} { value } } }`, key);
    expect(body.data[list][list]).toEqual(values.map((value) => ({ value })));
    const returned = (await app.get(path, key)).body.data[list].map(({ value }: { value: number }) => value);
    expect(returned).toEqual(values.map(Number));
  });

  test('returns null for what it does not have', async () => {
    const owner = await app.workspace();
    await stored(app, owner, { userId: null });
    const { body } = await app.get(path, await app.apiKey(owner));
    expect(body.data[list][0]).toMatchObject({ userId: null, ...nothing });
  });

  test('an empty workspace has an empty page and a count of 0', async () => {
    const { status, body } = await app.get(path, await app.apiKey(await app.workspace()));
    expect({ status, body }).toEqual({ status: 200, body: { data: { [list]: [], count: 0 } } });
  });

  test('is sorted newest first, then by id, and no page drifts', async () => {
    const owner = await app.workspace();
    const made: { id: number; time: string }[] = [];
    for (let index = 0; index < 9; index++) {
      const time = `2026-01-0${1 + (index % 3)}T00:00:00.000Z`;
      made.push({ id: await stored(app, owner, { time }), time });
    }
    const expected = made.sort((a, b) => b.time.localeCompare(a.time) || b.id - a.id).map(({ id }) => id);
    const key = await app.apiKey(owner);
    expect(idsOf(await app.get(path, key))).toEqual({ ids: expected, count: 9 });
    expect(await idsOfAllPages(app, path, key, 2)).toEqual(expected);
  });
});

const owner = await app.workspace({ timeZone: 'America/New_York' });
const closer = await app.member(owner.workspaceId, 'CLOSER');
const contactId = await app.contact(owner.workspaceId, { email: 'Nora@Example.com' });
const at = { one: '2026-01-02T04:59:59.999Z', two: '2026-01-02T05:00:00.000Z', three: '2026-01-03T05:00:00.000Z' };
const paid = { name: 'Nora Quill', email: 'Nora@Example.com', description: 'Deposit 100%' };
const recurring = { transactionType: 'RECURRING', productName: 'Café 100%' };
/** Three of each kind: the first of the owner, the others of the closer. */
const stored: Record<string, Record<string, number>> = {
  deals: {
    one: await deal(app, owner, { contactId, productName: 'Growth Plan', time: at.one }),
    two: await deal(app, closer, { contactId, ...recurring, time: at.two }),
    three: await deal(app, closer, { transactionType: 'DEPOSIT', time: at.three }),
  },
  transactions: {
    one: await transaction(app, owner, { contactId, ...paid, time: at.one }),
    two: await transaction(app, closer, { contactId, name: 'ÄNNE', phoneNumber: '+14155550101', time: at.two }),
    three: await transaction(app, closer, { time: at.three }),
  },
};
const otherOwner = await app.workspace();
await deal(app, otherOwner, { productName: 'Growth Plan' });
await transaction(app, otherOwner, { name: 'Nora Quill' });

const searches: Record<string, [query: string, found: string[]][]> = {
  deals: [
    ['search=growth', ['one']],
    ['search=plan+nora', ['one']],
    ['search=NORA@example.COM', ['one', 'two']],
    ['search=CAFÉ', ['two']],
    ['search=100%25', ['two']],
    ['search=ira+cole', ['one', 'two', 'three']],
    ['transactionType=WON', ['one']],
    ['transactionType=RECURRING,DEPOSIT', ['two', 'three']],
    ['userIds=CLOSER&contactId=NORA&transactionType=RECURRING', ['two']],
  ],
  transactions: [
    ['search=quill+nora', ['one']],
    ['search=EXAMPLE.com', ['one']],
    ['search=100%25', ['one']],
    ['search=änne', ['two']],
    ['search=4155550101', ['two']],
  ],
};

describe.each(kinds)('a filter of GET $path', ({ list, path }) => {
  const people = { CLOSER: closer.userId, OWNER: owner.userId, NORA: contactId };

  async function finds(template: string, names: string[], member = owner): Promise<void> {
    const query = template.replace(/CLOSER|OWNER|NORA(?!@)/g, (name) => `${people[name as keyof typeof people]}`);
    const found = idsOf(await app.get(`${path}?${query}`, await app.apiKey(member)));
    const ids = names.map((name) => stored[list]?.[name]).sort();
    expect({ ...found, ids: found.ids.sort() }).toEqual({ ids, count: names.length });
  }

  test.each<[string, string[]]>([
    ['', ['one', 'two', 'three']],
    ['search=nothing', []],
    ['contactId=2147483647', []],
    ['contactId=NORA', ['one', 'two']],
    ['userIds=CLOSER', ['two', 'three']],
    ['userIds=CLOSER,OWNER', ['one', 'two', 'three']],
    ['userIds=CLOSER&contactId=NORA', ['two']],
    // A day is one of the workspace's zone: in New York the 2nd begins at 05:00 UTC.
    ['timeFrom=2026-01-02', ['two', 'three']],
    ['timeTo=2026-01-01', ['one']],
    ['timeFrom=2026-01-02&timeTo=2026-01-02', ['two']],
    ['timeFrom=2026-01-02T05:00:00.001Z', ['three']],
    ['timeTo=2026-01-02T05:00:00Z', ['one', 'two']],
    ['timeTo=2026-01-02T05:00:00Z&timeFrom=2026-01-02T05:00:00Z', ['two']],
    ['timeFrom=2026-01-02T00:00:00-05:00&timeTo=2026-01-03T05:00:00Z', ['two', 'three']],
    ['timeFrom=2026-01-03&timeTo=2026-01-01', []],
    ...(searches[list] ?? []),
  ])('%s', (query, names) => finds(query, names));

  test('shows an admin all of the workspace, a closer what they closed, and a setter who closed none nothing', async () => {
    await finds('', ['one', 'two', 'three'], await app.member(owner.workspaceId, 'ADMIN'));
    await finds('', ['two', 'three'], closer);
    await finds('userIds=OWNER', [], closer);
    await finds(`search=${list === 'deals' ? 'nora' : 'änne'}`, ['two'], closer);
    await finds('', [], await app.member(owner.workspaceId, 'SETTER'));
  });
});
