import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKeyInput } from '#src/domain/api-keys/api-key.ts';
import { isWellFormedApiKey } from '#src/domain/principal/credentials.ts';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { createApiKey } from '#src/services/api-keys.ts';
import { type TestServices, testServices } from '../support/service-context.ts';

describe('createApiKey()', () => {
  let services: TestServices;
  let member: { workspaceId: number; userId: number };
  const create = (changes: object = {}) =>
    createApiKey(services.context, createApiKeyInput.parse({ ...member, ...changes }));
  const stored = (apiKeyId: number) => services.context.db.prisma.apiKey.findFirst({ where: { id: apiKeyId } });

  beforeAll(async () => {
    services = await testServices();
    member = await services.workspace();
  });

  afterAll(() => services.close());

  test('returns a well-formed key once and stores its hash, with all scopes and no expiry', async () => {
    const { apiKeyId, key } = await create();
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(await stored(apiKeyId)).toMatchObject({
      workspaceId: member.workspaceId,
      userId: member.userId,
      name: 'API key',
      hash: Uint8Array.from(sha256(key)),
      lastFour: key.slice(-4),
      scopes: allScopes,
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
    });
  });

  test('takes a name, scopes and a lifetime', async () => {
    const scopes = ['deals:read', 'contacts:read', 'deals:read'];
    const { apiKeyId } = await create({ name: 'Zapier', scopes, expiresIn: '90d' });
    expect(await stored(apiKeyId)).toMatchObject({
      name: 'Zapier',
      scopes: ['deals:read', 'contacts:read'],
      expiresAt: new Date(services.clock.now().getTime() + 90 * 86_400_000),
    });
  });

  test('refuses a user who is no member, and a workspace that does not exist', async () => {
    const stranger = await services.workspace();
    await expect(create({ userId: stranger.userId })).rejects.toMatchObject({
      details: { fieldErrors: { userId: ['Is not a member of this workspace'] } },
    });
    await expect(create({ workspaceId: 2_000_000_000 })).rejects.toMatchObject({
      details: { fieldErrors: { workspaceId: ['There is no workspace with this id'] } },
    });
  });
});

describe('createApiKeyInput', () => {
  test.each([
    ['expiresIn', '90'],
    ['expiresIn', '0d'],
    ['expiresIn', '-1d'],
    ['expiresIn', '1w'],
    ['expiresIn', '4000d'],
    ['scopes', []],
    ['name', ''],
    ['workspaceId', 0],
  ])('refuses the %s %j', (field, value) => {
    const result = createApiKeyInput.safeParse({ workspaceId: 1, userId: 1, [field]: value });
    expect(result.error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });

  test('names the scope that is unknown, and those that are known', () => {
    const result = createApiKeyInput.safeParse({ workspaceId: 1, userId: 1, scopes: ['deals:read', 'deals:delete'] });
    expect(result.error?.issues[0]?.message).toMatch(/^Unknown scope "deals:delete"; known scopes: contacts:read, /);
  });
});
