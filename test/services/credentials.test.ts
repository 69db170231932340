import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiKeyInput } from '#src/domain/api-keys/api-key.ts';
import { generateApiKey, generateSessionToken } from '#src/domain/principal/credentials.ts';
import type { Role } from '#src/domain/principal/roles.ts';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { createSession } from '#src/services/accounts/sessions.ts';
import { createApiKey } from '#src/services/api-keys.ts';
import { resolveApiKey, resolveSession } from '#src/services/credentials.ts';
import { setWorkspace } from '#src/services/workspaces.ts';
import { type TestServices, testServices } from '../support/service-context.ts';

const hour = 3_600_000;
const invalidKey = { code: 'INVALID_API_KEY', status: 401, message: 'Invalid API key' };
const invalidSession = { code: 'INVALID_SESSION', status: 401, message: 'Invalid session' };

describe('credentials', () => {
  let services: TestServices;
  let member: { workspaceId: number; userId: number };
  const prisma = () => services.context.db.prisma;
  const newKey = (changes: object = {}) =>
    createApiKey(services.context, createApiKeyInput.parse({ ...member, ...changes }));
  const byKey = (key: string) => resolveApiKey(services.context, key);
  const byToken = (token: string) => resolveSession(services.context, token);
  const membership = () => ({ workspaceId_userId: { workspaceId: member.workspaceId, userId: member.userId } });
  const setRole = (role: Role) => prisma().membership.update({ where: membership(), data: { role } });
  const leave = () => prisma().membership.delete({ where: membership() });

  beforeAll(async () => {
    services = await testServices();
  });

  beforeEach(async () => {
    member = await services.workspace();
    // Uses of earlier tests would else be written in the middle of this one.
    await services.context.lastUsed.flush();
    services.statements.length = 0;
  });

  afterAll(() => services.close());

  test('a key gives its principal with one statement', async () => {
    const { key } = await newKey();
    await expect(byKey(key)).resolves.toEqual({
      credential: 'apiKey',
      apiKeyId: expect.any(Number),
      workspaceId: member.workspaceId,
      userId: member.userId,
      role: 'OWNER',
      plan: 'STARTUP',
      timeZone: 'UTC',
      rateLimitPoints: 20,
      graphqlCost: 10_000,
      scopes: new Set(allScopes),
    });
    expect(services.statements).toEqual(['credentials.apiKey']);
  });

  test('what the operator grants a workspace holds from the next request on', async () => {
    const { key } = await newKey();
    await byKey(key);
    await setWorkspace(services.context, { ...member, plan: 'BUSINESS', rateLimitPoints: 99 });
    await expect(byKey(key)).resolves.toMatchObject({ plan: 'BUSINESS', rateLimitPoints: 99 });
  });

  test('a key carries its own scopes, as far as the role allows them at the moment', async () => {
    const { key } = await newKey({ scopes: ['webhooks:read', 'contacts:read'] });
    expect((await byKey(key)).scopes).toEqual(new Set(['contacts:read', 'webhooks:read']));
    await setRole('CLOSER');
    expect((await byKey(key)).scopes).toEqual(new Set(['contacts:read']));
    await setRole('ADMIN');
    expect((await byKey(key)).scopes).toEqual(new Set(['contacts:read', 'webhooks:read']));
  });

  test('a scope that no longer exists is none', async () => {
    const { apiKeyId, key } = await newKey();
    await prisma().apiKey.updateMany({ where: { id: apiKeyId }, data: { scopes: ['faxes:read', 'deals:read'] } });
    expect((await byKey(key)).scopes).toEqual(new Set(['deals:read']));
  });

  test.each(['', 'service_', 'nonsense', `service_${'a'.repeat(38)}`, `${generateApiKey()}x`])(
    'the malformed key "%s" is refused without a statement',
    async (key) => {
      await expect(byKey(key)).rejects.toMatchObject(invalidKey);
      expect(services.statements).toEqual([]);
    },
  );

  test('an unknown key is refused', async () => {
    await expect(byKey(generateApiKey())).rejects.toMatchObject(invalidKey);
    expect(services.statements).toEqual(['credentials.apiKey']);
  });

  test('a revoked key fails on the very next request', async () => {
    const { apiKeyId, key } = await newKey();
    await byKey(key);
    await prisma().apiKey.updateMany({ where: { id: apiKeyId }, data: { revokedAt: services.clock.now() } });
    await expect(byKey(key)).rejects.toMatchObject(invalidKey);
  });

  test('a key is over at the instant of its expiry, and says so', async () => {
    const { apiKeyId, key } = await newKey({ expiresIn: '12h' });
    services.clock.advance(12 * hour - 1);
    await expect(byKey(key)).resolves.toMatchObject({ userId: member.userId });
    services.clock.advance(1);
    await expect(byKey(key)).rejects.toMatchObject({ code: 'API_KEY_EXPIRED', message: 'API key expired' });
    await prisma().apiKey.updateMany({ where: { id: apiKeyId }, data: { revokedAt: services.clock.now() } });
    await expect(byKey(key)).rejects.toMatchObject(invalidKey);
  });

  test('a member who has left the workspace fails with key and session on the next request', async () => {
    const { key } = await newKey();
    const { token } = await createSession(services.context, member);
    await Promise.all([byKey(key), byToken(token)]);
    await leave();
    await expect(byKey(key)).rejects.toMatchObject(invalidKey);
    await expect(byToken(token)).rejects.toMatchObject(invalidSession);
  });

  test('a session gives its principal with one statement, with all that the role allows', async () => {
    const { token } = await createSession(services.context, member);
    await setRole('SETTER');
    const principal = await byToken(token);
    expect(principal).toEqual({
      credential: 'session',
      workspaceId: member.workspaceId,
      userId: member.userId,
      role: 'SETTER',
      plan: 'STARTUP',
      timeZone: 'UTC',
      rateLimitPoints: 20,
      graphqlCost: 10_000,
      scopes: new Set(allScopes.filter((scope) => !/^(webhooks|audit):|^(users|events):write$/.test(scope))),
    });
    expect(services.statements).toEqual(['credentials.session']);
  });

  test('a malformed token is refused without a statement, an unknown one with one', async () => {
    await expect(byToken('service_ses_short')).rejects.toMatchObject(invalidSession);
    expect(services.statements).toEqual([]);
    await expect(byToken(generateSessionToken())).rejects.toMatchObject(invalidSession);
    expect(services.statements).toEqual(['credentials.session']);
  });

  test('a session that was idle for 30 days is over', async () => {
    const { token } = await createSession(services.context, member);
    services.clock.advance(30 * 24 * hour);
    await expect(byToken(token)).rejects.toMatchObject({ code: 'SESSION_EXPIRED', message: 'Session expired' });
  });
});
