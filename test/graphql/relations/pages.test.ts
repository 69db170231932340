import { describe, expect, test } from 'vitest';
import { createDemoWorkspace } from '#src/demo/demo-workspace.ts';
import { type Body, useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { nodesAt, relations } from '../../support/relations.ts';
import { roomyLimiter } from '../../support/roomy-limiter.ts';

const app = await useApp({ limiter: roomyLimiter() });
await createDemoWorkspace(app.context);
const [owner] = await app.sql<Member>(`SELECT "workspaceId", "userId" FROM "Membership" WHERE "role" = 'OWNER'`);
const session = await app.session(owner as Member);

const ask = (query: string, variables?: object) => app.graphql(query, session, variables);

/** Pages of one record until one is empty. */
async function allPages(list: string, path: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 0; page < 40; page++) {
    const { body } = await ask(list.replace('PAGE', `page: ${page}, limit: 1`));
    const found = nodesAt(body.data, ...path).map(({ id }: Body) => id);
    if (found.length === 0) break;
    ids.push(...found);
  }
  return ids;
}

describe('pages of a list inside a record', () => {
  test.each([
    ['a list', '{ event(eventId: 1) { eventCalls(PAGE) { id } } }', ['event', 'eventCalls']],
    [
      'hosts, which are cut from a whole',
      '{ event(eventId: 1) { hostMembers(PAGE) { id } } }',
      ['event', 'hostMembers'],
    ],
    [
      'hosted events',
      '{ workspace { members(limit: 1, page: 1) { hostedEvents(PAGE) { id } } } }',
      ['workspace', 'members', 'hostedEvents'],
    ],
  ])('of %s return each record once', async (_, query, path) => {
    const ids = await allPages(query, path);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
    const { body } = await ask(query.replace('PAGE', 'limit: 100'));
    expect(ids.slice(0, 100)).toEqual(
      nodesAt(body.data, ...path)
        .map(({ id }: Body) => id)
        .slice(0, ids.length),
    );
  });

  test('are five records long unless a limit says otherwise, and null is the same as nothing', async () => {
    const lengths = async (list: string) =>
      nodesAt((await ask(`{ workspace { ${list} { id } } }`)).body.data, 'workspace', 'eventCalls').length;
    expect(await lengths('eventCalls')).toBe(5);
    expect(await lengths('eventCalls(limit: null, page: null)')).toBe(5);
    expect(await lengths('eventCalls(limit: 7)')).toBe(7);
  });
});

describe('a wrong page is refused by name, and hides nothing beside the list', () => {
  const lists = relations.filter(({ isList, from }) => isList && from === 'Workspace');

  test.each(lists)('$field', async ({ field }) => {
    for (const [args, name, message] of [
      ['limit: 0', 'limit', 'Must be at least 1'],
      ['limit: 101', 'limit', 'Must be at most 100'],
      ['page: -1', 'page', 'Must be at least 0'],
      ['page: 10, limit: 100', 'page', 'Must be within the first 1,000 items'],
      ['page: 2147483647, limit: 100', 'page', 'Must be within the first 1,000 items'],
    ] as const) {
      const { body } = await ask(`{ workspace { name ${field}(${args}) { id } } }`);
      expect(body.data).toEqual({ workspace: { name: expect.any(String), [field]: null } });
      expect(body.errors).toMatchObject([
        {
          path: ['workspace', field],
          extensions: { code: 'VALIDATION_FAILED', details: { fieldErrors: { [name]: [message] } } },
        },
      ]);
    }
  });

  test('so is a variable', async () => {
    const query = 'query ($limit: Int) { workspace { contacts(limit: $limit) { id } } }';
    expect((await ask(query, { limit: 101 })).body.errors[0].extensions.code).toBe('VALIDATION_FAILED');
    expect((await ask(query, { limit: 'ten' })).body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });
});

test('what pages below a field may cost is counted by the limit of the field', async () => {
  const pages = (limit: number) =>
    `{ customFieldsByType(limit: ${limit}) { CONTACT { data { askingEvents(limit: 100) { id } } } } }`;
  expect((await ask(pages(10))).body.errors).toBeUndefined();
  expect((await ask(pages(100))).body.errors[0].extensions.code).toBe('QUERY_TOO_COSTLY');
});

test('what a list inside a record may cost is counted by its limit', async () => {
  const nested = (limit: number) => `{ contacts(limit: 100) { contacts { eventCalls(limit: ${limit}) { id } } } }`;
  expect((await ask(nested(10))).body.errors).toBeUndefined();
  expect((await ask(nested(100))).body.errors[0].extensions.code).toBe('QUERY_TOO_COSTLY');
  const unpaged = (limit: number) =>
    `{ userAvailabilities { member { closerCalls(limit: ${limit}) { id } setterCalls(limit: ${limit}) { id } } } }`;
  expect((await ask(unpaged(60))).body.errors).toBeUndefined();
  expect((await ask(unpaged(70))).body.errors[0].extensions.code).toBe('QUERY_TOO_COSTLY');
});

test('null for a variable costs what the argument gives without one, whatever the default of the variable', async () => {
  const query = `query ($limit: Int = 1) {
    contacts(limit: 40) { contacts { eventCalls(limit: $limit) { deals(limit: $limit) { id } } } } }`;
  const cost = async (variables: object) =>
    Number((await send(variables)).headers.get('x-graphql-cost')?.split(';')[0]);
  const send = (variables: object) => {
    const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
    return app.request('/graphql', { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  };
  // A nested list costs 5, and each of its items 1.
  const costOf = (limit: number) => 1 + 40 * (1 + 5 + limit * (1 + 5 + limit));
  expect(await cost({})).toBe(costOf(1));
  expect(await cost({ limit: 5 })).toBe(costOf(5));
  expect(await cost({ limit: null })).toBe(costOf(5));
  expect(await cost({ limit: 2 })).toBe(costOf(2));
});
