import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { headers as openApiHeaders } from '#src/rest/openapi/response-headers.ts';
import { useApp } from '../support/app.ts';

const rateLimits = readFileSync(path.join(import.meta.dirname, '../../docs/rate-limits.md'), 'utf8');

const origin = 'https://front.example.com';
const app = await useApp({ corsOrigins: [origin, 'http://localhost:5173'] });
const owner = await app.workspace();

function corsOf({ headers }: { headers: Headers }): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
}

const preflight = (path: string, from: string) =>
  app.request(path, {
    method: 'OPTIONS',
    headers: {
      origin: from,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  });

/** The headers of `/v1` in the OpenAPI document, and those in the tables of the page about limits. */
/** Browsers show `Cache-Control` to every page. */
const documentedHeaders = [
  ...Object.keys(openApiHeaders).filter((name) => name !== 'Cache-Control'),
  ...Array.from(rateLimits.matchAll(/^\| `([A-Z][\w-]+)` \|/gm), ([, name]) => name),
];

describe('an origin of CORS_ORIGINS', () => {
  test.each([origin, 'http://localhost:5173'])('%s may use /graphql with a bearer credential', async (from) => {
    expect(corsOf(await preflight('/graphql', from))).toEqual({
      'access-control-allow-origin': from,
      'access-control-expose-headers': expect.stringContaining('Idempotent-Replayed'),
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, Prefer, X-Request-Id',
      'access-control-max-age': '7200',
    });
    const headers = { origin: from, 'content-type': 'application/json' };
    const body = JSON.stringify({ query: '{ viewer { role } }' });
    const authorization = `Bearer ${await app.session(owner)}`;
    const answer = await app.request('/graphql', { method: 'POST', headers: { ...headers, authorization }, body });
    expect(answer.body.data).toEqual({ viewer: { role: 'OWNER' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(from);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('vary')).toContain('Origin');
  });

  test.each(['/v1/contacts', '/graphql'])('may read at %s every header that the documentation names', async (path) => {
    const headers = { origin, authorization: `Bearer ${await app.apiKey(owner)}`, 'content-type': 'application/json' };
    const question = { method: 'POST', body: JSON.stringify({ query: '{ contacts { count } }' }) };
    const answer = await app.request(path, { headers, ...(path === '/graphql' && question) });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    const exposed = answer.headers.get('access-control-expose-headers')?.split(', ');
    expect(exposed).toEqual(expect.arrayContaining(documentedHeaders));
    const sent = [...answer.headers.keys()].filter((name) => /^(x-request|x-graphql|ratelimit)-/.test(name));
    expect(sent.length).toBeGreaterThan(3);
    expect(exposed?.map((name) => name.toLowerCase())).toEqual(expect.arrayContaining(sent));
  });

  test.each(['/oauth/authorize', '/v1/oauth/token', '/oauth-clients/1/logo'])('may not use %s', async (path) => {
    expect(corsOf(await preflight(path, origin))).not.toHaveProperty('access-control-allow-origin');
  });
});

test.each(['https://other.example.com', 'https://front.example.com.evil.test', 'http://front.example.com', 'null'])(
  'the origin %s is not allowed',
  async (from) => {
    expect(corsOf(await preflight('/graphql', from))).toEqual({});
    expect(corsOf(await preflight('/v1/contacts', from))).toEqual({});
  },
);
