import { describe, expect, test } from 'vitest';
import { type Answer, useApp } from '../../support/app.ts';
import { variantA } from '../../support/errors.ts';

const app = await useApp();
const key = await app.apiKey(await app.workspace());

const ask = (query: string): Promise<Answer> => app.get(`/v1/eventCalls?${query}`, key);

async function refuses(query: string, fieldErrors: Record<string, string[]>): Promise<void> {
  const { status, body } = await ask(query);
  expect({ status, body }).toEqual({ status: 400, body: variantA(fieldErrors) });
}

const integer = 'Must be an integer';
const idAtMost = 'Must be at most 2147483647';
const once = 'Must be given once';
const utf8 = 'Must be percent-encoded UTF-8';
const date = 'Must be an existing date (YYYY-MM-DD) or an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)';
const eventTypes = 'Must be one of: PAST, UPCOMING, ALL';
const outcomes = 'Must be one of: WON, NO_SALE, QUALIFIED, UNQUALIFIED, PENDING, APPROVED, REJECTED, PENDING_OUTCOME';
const types = 'Must be one of: scheduled_events, rescheduled_events, cancelled_events';
const callTypes = 'Must be one of: STRATEGY_EVENT, DISCOVERY_EVENT';
const columns = 'Must be one of: dateTime, createdAt, updatedAt, id';
const directions = 'Must be one of: asc, desc';
const notIntegers = [
  '',
  'abc',
  '1.5',
  '1.0',
  '1e3',
  '1e1',
  '%205',
  '+5',
  '5%20',
  '--5',
  '0x10',
  '%201',
  '+1',
  '1%2C2',
  'null',
  'NaN',
  'Infinity',
  '1%00',
  '١',
];

describe('a number', () => {
  test.each(['page', 'limit', 'contactId'].flatMap((name) => notIntegers.map((value) => [name, value] as const)))(
    '%s=%s is refused',
    (name, value) => refuses(`${name}=${value}`, { [name]: [integer] }),
  );

  test.each([
    ['page', '-1', 'Must be at least 0'],
    ['page', '2147483648', idAtMost],
    ['limit', '0', 'Must be at least 1'],
    ['limit', '-5', 'Must be at least 1'],
    ['limit', '101', 'Must be at most 100'],
    ['contactId', '0', 'Must be at least 1'],
    ['contactId', '-1', 'Must be at least 1'],
    ['contactId', '2147483648', idAtMost],
    ['contactId', '999999999999999', idAtMost],
  ])('%s=%s is refused as out of range', (name, value, message) => refuses(`${name}=${value}`, { [name]: [message] }));

  test.each(['page', 'limit', 'contactId'])('%s of a thousand digits is refused', (name) =>
    refuses(`${name}=${'9'.repeat(1000)}`, { [name]: [integer] }),
  );
});

describe('a list of ids', () => {
  test.each(
    ['ids', 'userIds', 'eventIds', 'setterIds'].flatMap((name) => [
      [name, 'abc', integer],
      [name, '1,x,y', integer],
      [name, '1,2.5', integer],
      [name, '1;2', integer],
      [name, '1%00', integer],
      [name, '0', 'Must be at least 1'],
      [name, '3,-3', 'Must be at least 1'],
      [name, '2147483648', idAtMost],
      [name, '1,4294967297', idAtMost],
    ]),
  )('%s=%s is refused, once for all its items', (name = '', value = '', message = '') =>
    refuses(`${name}=${value}`, { [name]: [message] }),
  );
});

describe('a choice', () => {
  test.each([
    ['eventType', eventTypes],
    ['outcomes', outcomes],
    ['types', types],
    ['callTypes', callTypes],
    ['orderColumn', columns],
    ['orderBy', directions],
  ])('%s of an unknown value is refused, and all values are named', async (name, message) => {
    for (const value of ['unknown', 'past', 'won%20', '%00', 'toString', '__proto__', `${'x'.repeat(5000)}`]) {
      await refuses(`${name}=${value}`, { [name]: [message] });
    }
  });

  test.each([
    ['eventType', eventTypes],
    ['orderColumn', columns],
    ['orderBy', directions],
  ])('%s without a value is refused', async (name, message) => {
    await refuses(`${name}=`, { [name]: [message] });
    await refuses(name, { [name]: [message] });
  });

  test('one unknown value spoils a list of good ones', () =>
    refuses('outcomes=WON,LOST&types=scheduled_events,x', { outcomes: [outcomes], types: [types] }));
});

describe('the whole query', () => {
  test('every wrong field is named at once', () =>
    refuses('page=-1&limit=0&ids=a&dateFrom=x&page=2&search=%ff', {
      page: [once],
      limit: ['Must be at least 1'],
      ids: [integer],
      dateFrom: [date],
      search: [utf8],
    }));

  test.each([
    'offset=-1',
    'PAGE=-1',
    'ids[]=a',
    '__proto__=1&constructor=2&toString=3',
    'x=%ff&%ff=1&%00=2',
    '&&&=&?&=1',
    'p%00age=-1',
    'page%20=-1',
  ])('what is not known is ignored: %s', async (query) => {
    const { status, body } = await ask(query);
    expect({ status, body }).toEqual({ status: 200, body: { data: { eventCalls: [], count: 0 } } });
  });

  test('the endpoint is returned without the query', async () => {
    expect((await ask('page=x')).body.message.endpoint).toBe('/v1/eventCalls');
  });

  test('has the headers of every answer', async () => {
    const { headers } = await ask('page=x');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('ratelimit-limit')).toBe('1000000');
    expect(Number(headers.get('ratelimit-remaining'))).toBeGreaterThan(0);
    expect(headers.get('ratelimit-reset')).toMatch(/^\d{4}-.*Z$/);
    expect([headers.get('retry-after'), headers.get('www-authenticate')]).toEqual([null, null]);
  });
});
