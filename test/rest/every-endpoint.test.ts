import { describe, expect, test } from 'vitest';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { schema } from '#src/graphql/schema.ts';
import { routesOf } from '#src/rest/routes.ts';
import { type Answer, useApp } from '../support/app.ts';
import { challengeOf } from '../support/challenges.ts';

const app = await useApp();

const routes = routesOf(schema).map((route) => ({ ...route, path: `/v1${route.path}` }));

function send({ method, path }: { method: string; path: string }, key?: string): Promise<Answer> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (key !== undefined) headers.authorization = `Bearer ${key}`;
  return app.request(path, { method, headers, ...(method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }) });
}

/** Endpoints whose scope does not follow from method and path. */
const exceptions: Readonly<Record<string, string>> = {
  // The scope of what is counted.
  'GET /v1/reports/calls': 'eventCalls:read',
  'GET /v1/reports/money': 'deals:read',
  'GET /v1/reports/leads': 'contacts:read',
  // Its parameters come in a body, but it changes nothing.
  'POST /v1/events/eventDates': 'events:read',
  'POST /v1/outcomes': 'eventCalls:write',
  // Whoever sees deals sees what is sold in them.
  'GET /v1/products': 'deals:read',
  'GET /v1/products/detail': 'deals:read',
  'POST /v1/products': 'deals:write',
  'PUT /v1/products': 'deals:write',
  'DELETE /v1/products': 'deals:write',
};

describe.each(routes)('$method $path', (route) => {
  test('asks for a credential', async () => {
    const { status, body, headers } = await send(route);
    expect({ status, body }).toEqual({
      status: 401,
      body: { message: 'API key is required', code: 'MISSING_API_KEY' },
    });
    expect(headers.get('www-authenticate')).toBe(challengeOf('/v1', route.scope ? { scope: route.scope } : {}));
  });

  test('consumes its own window, and returns its headers', async () => {
    const key = await app.apiKey(await app.workspace({ rateLimitPoints: 1 }));
    const first = await send(route, key);
    expect([first.headers.get('ratelimit-limit'), first.headers.get('ratelimit-remaining')]).toEqual(['1', '0']);
    const second = await send(route, key);
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '1']);
  });

  test('is named by OPTIONS and among what is allowed', async () => {
    const { status, headers } = await app.request(route.path, { method: 'OPTIONS' });
    expect([status, headers.get('allow')?.split(', ').includes(route.method)]).toEqual([204, true]);
    const patch = await app.request(route.path, { method: 'PATCH' });
    expect([patch.status, patch.body.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
  });
});

const scoped = routes.flatMap(({ scope, ...route }) => (scope ? [{ ...route, scope }] : []));

test('every endpoint but that of the credential itself has a scope', () => {
  expect(routes.filter(({ scope }) => !scope).map(({ path }) => path)).toEqual(['/v1/me']);
});

describe.each(scoped)('$method $path', (route) => {
  test('asks for its scope, and for no other', async () => {
    const scope = route.scope;
    const owner = await app.workspace();
    const others = await app.apiKey(owner, { scopes: allScopes.filter((each) => each !== scope) });
    const { status, body, headers } = await send(route, others);
    const message = `Missing scope: ${scope}`;
    expect({ status, body }).toEqual({ status: 403, body: { message, code: 'INSUFFICIENT_SCOPE' } });
    expect(headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${scope}"`);
    const own = await app.apiKey(owner, { scopes: [scope, ...(route.otherScopes ?? [])] });
    expect([200, 400, ...(route.notFound ? [404] : [])]).toContain((await send(route, own)).status);
  });

  test('has a scope that names its resource, and whether it changes anything', () => {
    const exception = exceptions[`${route.method} ${route.path}`];
    const [resource, action] = (exception ?? route.scope).split(':');
    const path = exception ? `/v1/${resource}` : route.path;
    expect(path.toLowerCase()).toContain(`/v1/${resource === 'availabilities' ? 'user' : ''}${resource}`.toLowerCase());
    expect(route.scope).toBe(exception ?? `${resource}:${route.method === 'GET' ? 'read' : 'write'}`);
    expect(action).toMatch(/^(read|write)$/);
  });
});

test.each(scoped.flatMap(({ otherScopes = [], ...route }) => otherScopes.map((other) => ({ ...route, other }))))(
  '$method $path asks for $other too',
  async ({ other, ...route }) => {
    const scopes = allScopes.filter((each) => each !== other);
    const { status, body } = await send(route, await app.apiKey(await app.workspace(), { scopes }));
    expect([status, body.message]).toEqual([403, `Missing scope: ${other}`]);
  },
);
