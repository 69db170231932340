import { describe, expect, test } from 'vitest';
import { type Answer, useApp } from '../../support/app.ts';
import { idsOf, idsOfAllLinks, idsOfAllPages, nextOf } from '../../support/lists.ts';
import { deal, transaction } from '../../support/sales-factories.ts';

/** Seven of each: two groups of three have one time. */
const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);
const { workspaceId } = owner;
for (let index = 0; index < 7; index++) {
  const instant = (seconds: number) => new Date(Date.UTC(2026, 1, 1, 0, 0, seconds) + 1).toISOString();
  const createdAt = instant(Math.floor(index / 3));
  const updatedAt = instant(9 - Math.floor((index * 3) / 7));
  const contactId = await app.contact(workspaceId, { email: `person-${index}@example.com` });
  await app.sql('UPDATE "Contact" SET "createdAt" = $2, "updatedAt" = $3 WHERE "id" = $1', [
    ...[contactId, createdAt, updatedAt],
  ]);
  const times = { createdAt, updatedAt, time: instant((index * 5) % 7) };
  await deal(app, owner, { contactId, ...times });
  await transaction(app, owner, times);
  await app.member(workspaceId, 'CLOSER');
  await app.event(owner, { name: `Event ${index % 3}` });
  const field = {
    workspaceId,
    name: `Field ${index}`,
    identifier: `field-${index}`,
    type: 'CONTACT',
    inputType: 'TEXT',
  };
  await app.insert('CustomField', { ...field, displayIndex: index % 3 });
}

const orders = (columns: readonly string[]) =>
  columns.flatMap((column) => ['asc', 'desc'].map((direction) => `?orderColumn=${column}&orderBy=${direction}`));
const sales = orders(['time', 'createdAt', 'updatedAt', 'id']);
const lists = [
  ...['/v1/contacts', ...orders(['createdAt', 'updatedAt', 'id']).map((order) => `/v1/contacts${order}`)],
  ...['/v1/deals', ...sales.map((order) => `/v1/deals${order}`)],
  ...['/v1/transactions', ...sales.map((order) => `/v1/transactions${order}`)],
  ...['/v1/events', '/v1/users', '/v1/users?role=OWNER,CLOSER,SETTER', '/v1/contacts?search=person'],
];

const and = (path: string) => `${path}${path.includes('?') ? '&' : '?'}`;

describe.each(lists)('%s', (path) => {
  test('a list by cursor is that of its numbered pages, in their order', async () => {
    const expected = await idsOfAllPages(app, path, key, 3);
    expect(new Set(expected).size).toBeGreaterThanOrEqual(7);
    for (const limit of [1, 2, 3, 7, 100]) {
      expect(await idsOfAllLinks(app, `${and(path)}cursor=start&limit=${limit}`, key)).toEqual(expected);
    }
    expect(await idsOfAllLinks(app, `${and(path)}limit=2`, key)).toEqual(expected);
  });
});

describe('custom fields', () => {
  test.each(['', '&inviteeQuestions=true', '&inviteeQuestions=true&search=name', '&includeRelation=true'])(
    'a list by cursor is that of its numbered pages%s',
    async (filters) => {
      const path = `/v1/fields/objects?objectType=CONTACT${filters}`;
      const { body } = await app.get(`${path}&limit=100`, key);
      const expected = body.data.map(({ id }: { id: number }) => id);
      for (const limit of [1, 2, 3, 5, 100]) {
        expect(await idsOfAllLinks(app, `${path}&limit=${limit}&cursor=start`, key)).toEqual(expected);
        expect(await idsOfAllLinks(app, `${path}&limit=${limit}`, key)).toEqual(expected);
      }
    },
  );

  test('the envelope', async () => {
    const first = await app.get('/v1/fields/objects?objectType=CONTACT&limit=5&cursor=start', key);
    const cursor = new URL(nextOf(first) ?? '', 'http://api.test').searchParams.get('cursor');
    const { data, ...rest } = first.body;
    expect(rest).toEqual({ count: 7, hasMore: true, nextPage: 1, nextCursor: cursor });
    const { data: last, ...end } = (await app.get(`/v1/fields/objects?limit=5&cursor=${cursor}`, key)).body;
    expect(Object.keys(end)).toEqual(['count', 'hasMore', 'nextPage', 'nextCursor']);
    expect(end).toEqual({ count: 7, hasMore: false, nextPage: null, nextCursor: null });
    expect([data.length, last.length]).toEqual([5, 2]);
  });

  test('of all types have no cursor in REST, and one of each type in GraphQL', async () => {
    const answer = await app.get('/v1/fields/objects/all?limit=3', key);
    expect(Object.keys(answer.body.data.CONTACT)).toEqual(['count', 'data', 'hasMore', 'nextPage']);
    expect(nextOf(answer)).toBeUndefined();
    const all = await app.graphql(
      '{ customFieldsByType(limit: 3) { CONTACT { data { id } nextCursor } CALL { nextCursor } } }',
      key,
    );
    const { CONTACT, CALL } = all.body.data.customFieldsByType;
    expect(CALL).toEqual({ nextCursor: null });
    const rest = await app.graphql(
      'query ($cursor: String) { customFields(cursor: $cursor) { data { id } count nextCursor } }',
      key,
      { cursor: CONTACT.nextCursor },
    );
    expect(rest.body.data.customFields).toMatchObject({ count: 7, nextCursor: null });
    const ids = [...CONTACT.data, ...rest.body.data.customFields.data].map(({ id }: { id: number }) => id);
    expect(ids).toEqual(await idsOfAllLinks(app, '/v1/fields/objects?objectType=CONTACT', key));
  });
});

describe('an answer', () => {
  const keys = ({ body }: Answer) => Object.keys(body.data);

  test('has nextCursor last, and only for a request with a cursor', async () => {
    expect(keys(await app.get('/v1/deals?limit=3', key))).toEqual(['deals', 'count']);
    const first = await app.get('/v1/deals?limit=3&cursor=start', key);
    expect(keys(first)).toEqual(['deals', 'count', 'nextCursor']);
    const last = await app.get(`/v1/deals?limit=100&cursor=${first.body.data.nextCursor}`, key);
    expect([last.body.data.deals.length, last.body.data.count, last.body.data.nextCursor]).toEqual([4, 7, null]);
    expect(last.headers.get('link')).toBeNull();
  });

  test('links to what follows, with the parameters that the list knows', async () => {
    const answer = await app.get(
      '/v1/contacts?page=1&limit=2&search=a%20%3E%22&status=POTENTIAL,QUALIFIED&%3Cx%3E=1',
      key,
    );
    expect(answer.headers.get('link')).toBeNull();
    const found = await app.get('/v1/contacts?page=1&limit=2&search=person+example&status=POTENTIAL&%3Cx%3E=1', key);
    const { pathname, searchParams } = new URL(nextOf(found) ?? '', 'http://api.test');
    expect(pathname).toBe('/v1/contacts');
    expect([...searchParams.keys()]).toEqual(['limit', 'search', 'status', 'cursor']);
    const third = idsOf(await app.get('/v1/contacts?page=2&limit=2&search=person', key));
    expect(idsOf(await app.get(nextOf(found) ?? '', key))).toEqual(third);
  });

  test('has no link from the last page on, and none to an empty list', async () => {
    for (const query of ['limit=100', 'page=1&limit=4', 'page=9', 'search=nobody', 'search=nobody&cursor=start']) {
      expect((await app.get(`/v1/contacts?${query}`, key)).headers.get('link')).toBeNull();
    }
    const { body } = await app.get('/v1/contacts?search=nobody&cursor=start', key);
    expect(body).toEqual({ data: { contacts: [], count: 0, nextCursor: null } });
  });

  test('to HEAD has the link too', async () => {
    const { headers } = await app.request('/v1/contacts?limit=2', {
      method: 'HEAD',
      headers: { authorization: `Bearer ${key}` },
    });
    expect(nextOf({ headers, status: 200, body: '' })).toMatch(/^\/v1\/contacts\?limit=2&cursor=/);
  });

  test('of GraphQL has nextCursor for pages by number as well', async () => {
    const query =
      'query ($cursor: String, $page: Int) { contacts(cursor: $cursor, page: $page, limit: 4) { contacts { id } count nextCursor } }';
    const { body } = await app.graphql(query, key, { page: 0 });
    const second = await app.graphql(query, key, { cursor: body.data.contacts.nextCursor });
    expect(second.body.data.contacts).toMatchObject({ count: 7, nextCursor: null });
    const ids = [...body.data.contacts.contacts, ...second.body.data.contacts.contacts].map(({ id }) => id);
    expect(ids).toEqual(await idsOfAllPages(app, '/v1/contacts', key, 100));
    const refused = await app.graphql(query, key, { cursor: 'start', page: 0 });
    expect(refused.body.errors[0].extensions.details.fieldErrors).toEqual({
      page: ['Cannot be combined with cursor'],
    });
  });

  test('keeps the count of the first page', async () => {
    const workspace = await app.workspace();
    const credential = await app.apiKey(workspace);
    const first = await app.get('/v1/contacts?limit=2&cursor=start', credential);
    expect(first.body.data.count).toBe(0);
    for (let index = 0; index < 3; index++) await app.contact(workspace.workspaceId);
    const start = await app.get('/v1/contacts?limit=1&cursor=start', credential);
    await app.contact(workspace.workspaceId);
    const second = await app.get(nextOf(start) ?? '', credential);
    expect([start.body.data.count, second.body.data.count]).toEqual([3, 3]);
  });
});

test('each page is one statement, wherever it is', async () => {
  const start = app.statements.length;
  await idsOfAllLinks(app, '/v1/contacts?limit=2&cursor=start', key);
  expect(app.statements.slice(start).filter((name) => name === 'contacts.list')).toHaveLength(4);
});

describe('createdFrom, createdTo, updatedFrom and updatedTo', () => {
  const created = (index: number) => `2026-02-01T00:00:0${index}.001Z`;
  test.each(['contacts', 'transactions', 'deals'])('of %s are ranges with both ends', async (list) => {
    const count = async (query: string) => idsOf(await app.get(`/v1/${list}?search=&${query}`, key)).count;
    const all = await count('');
    expect(await count(`createdFrom=${created(1)}&createdTo=${created(1)}`)).toBe(3);
    expect(await count(`createdTo=${created(0)}`)).toBe(3);
    expect(await count(`createdTo=2026-02-01&createdFrom=2026-02-01`)).toBe(7);
    expect(await count('createdTo=2026-01-31')).toBe(0);
    expect(await count(`updatedFrom=${created(8)}`)).toBe(all - 2);
    expect(await count(`updatedTo=${created(7)}`)).toBe(2);
    expect((await app.get(`/v1/${list}?updatedTo=x`, key)).status).toBe(400);
  });
});
