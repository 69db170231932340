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
const once = 'Must be given once';
const utf8 = 'Must be percent-encoded UTF-8';
const date = 'Must be an existing date (YYYY-MM-DD) or an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)';
const outcomes = 'Must be one of: WON, NO_SALE, QUALIFIED, UNQUALIFIED, PENDING, APPROVED, REJECTED, PENDING_OUTCOME';
const types = 'Must be one of: scheduled_events, rescheduled_events, cancelled_events';

describe('a choice', () => {
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
