import { describe, expect, test } from 'vitest';
import { loggedRequest } from '../support/api-requests.ts';
import { useApp } from '../support/app.ts';

const at = (minute: number) => `2026-03-04T10:${String(minute).padStart(2, '0')}:00.000Z`;

const app = await useApp();
const owner = await app.workspace();
const session = await app.session(owner);
const ofKey = { apiKeyId: 1, connectionId: null, clientId: null };
const ofApp = { apiKeyId: null, connectionId: 'con_1', clientId: 'ocl_1' };
for (const [minute, row] of [
  { ...ofKey, requestId: 'ok' },
  { ...ofKey, requestId: 'forbidden', status: 403, errorCode: 'INSUFFICIENT_SCOPE', route: '/v1/deals' },
  { ...ofApp, requestId: 'app-ok', status: 201, route: '/v1/contacts' },
  { ...ofApp, requestId: 'app-broken', status: 500 },
  { ...ofApp, requestId: 'app-late', status: 503, connectionId: 'con_2' },
  { ...ofKey, apiKeyId: 2, requestId: 'limited', status: 429, route: '/graphql' },
  { ...ofKey, apiKeyId: 2, requestId: 'moved', status: 303, route: '/graphql' },
].entries()) {
  await loggedRequest(app, owner, { ...row, time: at(minute) });
}

async function list(args: object = {}, credential = session) {
  const names = {
    limit: 'Int',
    cursor: 'String',
    apiKeyId: 'Int',
    status: '[String!]',
    from: 'DateOrDateTime',
    to: 'DateOrDateTime',
  } as Record<string, string>;
  const entries = Object.keys(args).map((name) => [name, names[name] ?? 'String'] as const);
  const declared = entries.map(([name, type]) => `$${name}: ${type}`).join(', ');
  const used = entries.map(([name]) => `${name}: $${name}`).join(', ');
  const document = `query ${declared && `(${declared})`} {
    requests ${used && `(${used})`} { nextCursor requests { requestId } }
  }`;
  const { body } = await app.graphql(document, credential, args);
  return body;
}

async function ids(args: object = {}) {
  const { data, errors } = await list(args);
  expect(errors).toBeUndefined();
  return data.requests.requests.map(({ requestId }: { requestId: string }) => requestId);
}

const all = ['moved', 'limited', 'app-late', 'app-broken', 'app-ok', 'forbidden', 'ok'];

describe('requests', () => {
  test('lists the newest first', async () => {
    expect(await ids()).toEqual(all);
  });

  test.each<[string, object, string[]]>([
    ['a key', { apiKeyId: 1 }, ['forbidden', 'ok']],
    ['a key that has none', { apiKeyId: 3 }, []],
    ['a connection', { connectionId: 'con_1' }, ['app-broken', 'app-ok']],
    ['an app', { clientId: 'ocl_1' }, ['app-late', 'app-broken', 'app-ok']],
    ['a status', { status: ['403'] }, ['forbidden']],
    ['a class', { status: ['5xx'] }, ['app-late', 'app-broken']],
    ['redirections', { status: ['3xx'] }, ['moved']],
    [
      'classes and statuses that overlap',
      { status: ['503', '4xx', '403', '4xx'] },
      ['limited', 'app-late', 'forbidden'],
    ],
    ['a class of a key', { apiKeyId: 2, status: ['4xx'] }, ['limited']],
    ['a status of an app', { clientId: 'ocl_1', status: ['500'] }, ['app-broken']],
    ['a route', { route: '/graphql' }, ['moved', 'limited']],
    ['a request id', { requestId: 'app-ok' }, ['app-ok']],
    ['a start', { from: at(5) }, ['moved', 'limited']],
    ['an end, which belongs to the range', { to: at(1) }, ['forbidden', 'ok']],
    ['a day', { from: '2026-03-04', to: '2026-03-04' }, all],
    ['another day', { from: '2026-03-05' }, []],
    ['several', { apiKeyId: 1, route: '/v1/deals', status: ['4xx'], from: at(0), to: at(9) }, ['forbidden']],
  ])('filters by %s', async (_, args, expected) => {
    expect(await ids(args)).toEqual(expected);
  });

  test.each<[object]>([[{}], [{ clientId: 'ocl_1' }], [{ status: ['2xx', '4xx', '5xx', '303'] }]])(
    'goes through all pages of %j, and its cursor carries the filters',
    async (filters) => {
      const expected = await ids(filters);
      const found: string[] = [];
      let args: object = { ...filters, limit: 2 };
      for (let pages = 0; pages < 10; pages++) {
        const { requests } = (await list(args)).data;
        found.push(...requests.requests.map(({ requestId }: { requestId: string }) => requestId));
        if (requests.nextCursor === null) break;
        args = { limit: 2, cursor: requests.nextCursor };
      }
      expect(found).toEqual(expected);
    },
  );

  test('repeats and misses none of those that came in the same millisecond', async () => {
    const other = await app.workspace();
    for (let n = 0; n < 5; n++) await loggedRequest(app, other, { requestId: `same-${n}` });
    const theirs = await app.session(other);
    const first = (await list({ limit: 3 }, theirs)).data.requests;
    const second = (await list({ limit: 3, cursor: first.nextCursor }, theirs)).data.requests;
    const found = [...first.requests, ...second.requests].map(({ requestId }) => requestId);
    expect(found).toEqual(['same-4', 'same-3', 'same-2', 'same-1', 'same-0']);
    expect(second.nextCursor).toBeNull();
  });

  test.each<[object, string]>([
    [{ status: ['9xx'] }, 'status'],
    [{ status: ['40'] }, 'status'],
    [{ status: [] }, 'status'],
    [{ status: Array.from({ length: 11 }, (_, n) => String(400 + n)) }, 'status'],
    [{ from: 'yesterday' }, 'from'],
    [{ to: '2026-02-30' }, 'to'],
    [{ limit: 101 }, 'limit'],
    [{ route: '' }, 'route'],
    [{ requestId: '' }, 'requestId'],
    [{ apiKeyId: 0 }, 'apiKeyId'],
    [{ cursor: 'other' }, 'cursor'],
  ])('refuses %j and names the field', async (args, field) => {
    const { errors } = await list(args);
    expect(errors[0].extensions.code).toBe('VALIDATION_FAILED');
    expect(Object.keys(errors[0].extensions.details.fieldErrors)).toEqual([field]);
  });

  test('shows nothing of another workspace, whose cursor it refuses too', async () => {
    const stranger = await app.session(await app.workspace());
    expect((await list({}, stranger)).data.requests.requests).toEqual([]);
    expect((await list({ connectionId: 'con_1' }, stranger)).data.requests.requests).toEqual([]);
    const { nextCursor } = (await list({ limit: 1 })).data.requests;
    expect((await list({ cursor: nextCursor }, stranger)).errors[0].extensions.code).toBe('VALIDATION_FAILED');
  });

  test('is for the sessions of owners and admins', async () => {
    const { workspaceId } = owner;
    const admin = await app.session(await app.member(workspaceId, 'ADMIN'));
    expect((await list({}, admin)).data.requests.requests).toHaveLength(all.length);
    for (const credential of [await app.apiKey(owner), await app.session(await app.member(workspaceId, 'CLOSER'))]) {
      const { data, errors } = await list({}, credential);
      expect(data.requests).toBeNull();
      expect(errors[0].extensions.code).toBe('FORBIDDEN');
    }
  });
});
