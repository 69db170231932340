import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../support/app.ts';
import { detailsWith } from '../../support/errors.ts';

const path = '/v1/userAvailabilities';

describe.each([
  ['in production', true],
  ['outside production', false],
])('GET /v1/userAvailabilities %s', (_, production) => {
  let app: TestApp;
  let key: string;
  beforeAll(async () => {
    app = await testApp({ production });
    key = await app.apiKey(await app.workspace());
  });
  afterAll(() => app.close());

  test.each([
    ['abc', 'Must be an integer'],
    ['0', 'Must be at least 1'],
    ['1&userId=1', 'Must be given once'],
  ])('userId=%s is refused in variant B', async (value, message) => {
    const { status, body, headers } = await app.get(`${path}?userId=${value}`, key);
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        message,
        details: detailsWith({ fieldErrors: { userId: [message] } }),
        ...(production ? {} : { stack: expect.stringContaining('\n    at ') }),
      },
    });
    expect(Object.keys(body).slice(0, 2)).toEqual(['message', 'details']);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('ratelimit-limit')).toBe('1000000');
  });

  test('other endpoints answer in variant A, and never with a stack', async () => {
    const { status, body } = await app.get('/v1/eventCalls?page=x', key);
    expect({ status, keys: Object.keys(body), inner: Object.keys(body.message) }).toEqual({
      status: 400,
      keys: ['message'],
      inner: ['status', 'details', 'endpoint', 'method'],
    });
  });
});
