import { expect, test } from 'vitest';
import { testApp } from '../support/app.ts';

const paths = ['/', '/v1/me', '/docs', '/healthz', '/nope'];

test.each([
  ['https://api.example.com', 'https://app.example.com', 'max-age=31536000'],
  ['https://api.example.com', 'http://localhost:3000', null],
  ['http://localhost:3000', 'http://localhost:3000', null],
])('a server at %s, with pages at %s, has the Strict-Transport-Security %s', async (baseUrl, appUrl, expected) => {
  const app = await testApp({ baseUrl, appUrl });
  try {
    for (const path of paths) {
      expect((await app.request(path)).headers.get('strict-transport-security'), path).toBe(expected);
    }
  } finally {
    await app.close();
  }
});
