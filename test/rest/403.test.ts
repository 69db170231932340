import { describe, expect, test } from 'vitest';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { useApp } from '../support/app.ts';

const app = await useApp();

describe.each([
  ['/v1/eventCalls', 'eventCalls:read'],
  ['/v1/userAvailabilities', 'availabilities:read'],
] as const)('GET %s', (path, scope) => {
  test.each([
    ['no scope at all', []],
    ['the scope to write, which does not imply reading', allScopes.filter((each) => each.endsWith(':write'))],
  ])('a key with %s misses a scope', async (_, scopes) => {
    const key = await app.apiKey(await app.workspace(), { scopes });
    const { status, body, headers } = await app.get(path, key);
    expect({ status, body, challenge: headers.get('www-authenticate') }).toEqual({
      status: 403,
      body: { message: `Missing scope: ${scope}`, code: 'INSUFFICIENT_SCOPE' },
      challenge: `Bearer error="insufficient_scope", scope="${scope}"`,
    });
    expect(headers.get('ratelimit-remaining')).toBe('999999');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('the missing scope is reported before a wrong parameter', async () => {
    const key = await app.apiKey(await app.workspace(), { scopes: [] });
    expect((await app.get(`${path}?page=x&userId=x`, key)).status).toBe(403);
  });

  test('scopes that the service does not know, left over in a key, give nothing', async () => {
    const owner = await app.workspace();
    const key = await app.apiKey(owner);
    await app.sql('UPDATE "ApiKey" SET "scopes" = $2 WHERE "userId" = $1', [
      owner.userId,
      ['*', 'all:read', `${scope}x`],
    ]);
    expect((await app.get(path, key)).status).toBe(403);
  });
});
