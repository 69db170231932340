import { beforeEach, describe, expect, test } from 'vitest';
import { allScopes, type Scope } from '#src/domain/principal/scopes.ts';
import { rotateApiKey } from '#src/services/api-keys.ts';
import { resolveSession } from '#src/services/credentials.ts';
import { type Answer, useApp } from '../support/app.ts';
import { detailsWith } from '../support/errors.ts';
import type { Member } from '../support/factories.ts';

let owner: Member;
let session: string;
const now = '2026-03-04T12:00:00.000Z';
const app = await useApp();
beforeEach(async () => {
  app.clock.set(now);
  owner = await app.workspace();
  session = await app.session(owner);
});

const shown = 'id userId name lastFour scopes status expiresAt revokedAt lastUsedAt createdAt';
const mutate = (name: string, input: object, credential = session): Promise<Answer> => {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const fields = name === 'revokeApiKey' ? shown : `apiKey { ${shown} } secret`;
  return app.graphql(`mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`, credential, { input });
};
const create = (input: object = {}, credential = session) =>
  mutate('createApiKey', { name: 'Zapier', scopes: ['eventCalls:read'], ...input }, credential);
const made = async (input: object = {}) => (await create(input)).body.data.createApiKey;
const list = (args = '', credential = session) =>
  app.graphql(`{ apiKeys${args} { count apiKeys { ${shown} } } }`, credential);
const works = async (key: string) => (await app.get('/v1/eventCalls', key)).status;
const errorOf = ({ status, body }: Answer) => ({ status, ...body.errors[0].extensions });

describe('createApiKey', () => {
  test('creates a key that works at once, and returns its secret once', async () => {
    const { apiKey, secret } = await made({ scopes: ['eventCalls:read', 'eventCalls:read'] });
    expect(apiKey).toEqual({
      id: expect.any(Number),
      userId: owner.userId,
      name: 'Zapier',
      lastFour: secret.slice(-4),
      scopes: ['eventCalls:read'],
      status: 'ACTIVE',
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      createdAt: now,
    });
    expect(await works(secret)).toBe(200);
    expect((await app.get('/v1/deals', secret)).status).toBe(403);
    expect(JSON.stringify((await list()).body)).not.toContain(secret);
  });

  test('a key with an expiry expires', async () => {
    const { apiKey, secret } = await made({ expiresAt: '2026-03-05T12:00:00Z' });
    expect(apiKey.expiresAt).toBe('2026-03-05T12:00:00.000Z');
    app.clock.set('2026-03-05T12:00:00.000Z');
    expect(await works(secret)).toBe(401);
    expect((await list()).body.data.apiKeys.apiKeys[0].status).toBe('EXPIRED');
  });

  test.each<[string, object, string, string]>([
    ['an empty name', { name: ' ' }, 'name', 'Must not be empty'],
    ['a long name', { name: 'x'.repeat(101) }, 'name', 'Must be at most 100 characters'],
    ['no scope', { scopes: [] }, 'scopes', 'Must have at least one scope'],
    ['an unknown scope', { scopes: ['all'] }, 'scopes', `Unknown scope "all"; known scopes: ${allScopes.join(', ')}`],
    ['an expiry in the past', { expiresAt: now }, 'expiresAt', 'Must be in the future'],
    ['an expiry for ever', { expiresAt: '2046-01-01T00:00:00Z' }, 'expiresAt', 'Must be at most 3650 days from now'],
    [
      'an expiry without a zone',
      { expiresAt: '2027-01-01' },
      'expiresAt',
      'Must be an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)',
    ],
  ])('%s is reported under its field', async (_, input, field, message) => {
    const details = detailsWith({ fieldErrors: { [field]: [message] } });
    expect(errorOf(await create(input))).toEqual({ status: 400, code: 'VALIDATION_FAILED', details });
    expect((await list()).body.data.apiKeys.count).toBe(0);
  });

  test.each<[string, object]>([
    ['a missing field', { name: 'x' }],
    ['an expiry that is no date', { name: 'x', scopes: ['deals:read'], expiresAt: 'soon' }],
    ['scopes that are numbers', { name: 'x', scopes: [1] }],
    ['an unknown field', { name: 'x', scopes: ['deals:read'], workspaceId: 1 }],
  ])('%s is not a 500', async (_, input) => {
    const { status, body } = await mutate('createApiKey', input);
    expect(status).toBeLessThan(500);
    expect(body.errors).toHaveLength(1);
    expect(app.unexpected).toEqual([]);
  });
});

describe('rotateApiKey', () => {
  test('creates a new key; the old key stays valid for a day', async () => {
    const old = await made();
    const { apiKey, secret } = (await mutate('rotateApiKey', { id: old.apiKey.id })).body.data.rotateApiKey;
    expect(apiKey).toMatchObject({ name: 'Zapier', scopes: ['eventCalls:read'], status: 'ACTIVE', expiresAt: null });
    expect(apiKey.id).not.toBe(old.apiKey.id);
    expect([await works(old.secret), await works(secret)]).toEqual([200, 200]);
    app.clock.set('2026-03-05T11:59:59.999Z');
    expect(await works(old.secret)).toBe(200);
    app.clock.set('2026-03-05T12:00:00.000Z');
    expect([await works(old.secret), await works(secret)]).toEqual([401, 200]);
  });

  test('is refused to a caller without a scope of the key, and the key stays as it was', async () => {
    const scopes = ['contacts:read', 'eventCalls:read'] as const;
    const { apiKey, secret } = await made({ scopes });
    const principal = await resolveSession(app.context, session);
    const rotate = (held: readonly Scope[]) =>
      rotateApiKey(
        { ...app.context, principal: { ...principal, scopes: new Set(held) } },
        { id: apiKey.id, overlapSeconds: 0, expiresAt: undefined },
      );
    await expect(rotate(['eventCalls:read'])).rejects.toMatchObject({ scope: 'contacts:read' });
    expect(await works(secret)).toBe(200);
    expect((await rotate(scopes)).apiKey.scopes.toSorted()).toEqual(scopes);
    expect(await works(secret)).toBe(401);
  });

  test('without an overlap ends the old key at once, and accepts an expiry for the new key', async () => {
    const old = await made();
    const input = { id: old.apiKey.id, overlapSeconds: 0, expiresAt: '2026-06-01T00:00:00Z' };
    const { apiKey, secret } = (await mutate('rotateApiKey', input)).body.data.rotateApiKey;
    expect(apiKey.expiresAt).toBe('2026-06-01T00:00:00.000Z');
    expect([await works(old.secret), await works(secret)]).toEqual([401, 200]);
  });

  test('never prolongs the old key', async () => {
    const expiresAt = '2026-03-04T13:00:00.000Z';
    const { apiKey } = await made({ expiresAt });
    await mutate('rotateApiKey', { id: apiKey.id, overlapSeconds: 604_800 });
    const { apiKeys } = (await list()).body.data.apiKeys;
    expect(apiKeys.find(({ id }: { id: number }) => id === apiKey.id).expiresAt).toBe(expiresAt);
  });

  test.each([-1, 604_801])('an overlap of %d seconds is refused', async (overlapSeconds) => {
    const { apiKey } = await made();
    const { details } = errorOf(await mutate('rotateApiKey', { id: apiKey.id, overlapSeconds }));
    expect(Object.keys(details.fieldErrors)).toEqual(['overlapSeconds']);
    expect((await list()).body.data.apiKeys.count).toBe(1);
  });

  test('two concurrent rotations without overlap replace the key once', async () => {
    const { apiKey } = await made();
    const holder = await app.context.db.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM "ApiKey" WHERE "id" = $1 FOR UPDATE', [apiKey.id]);
    const both = [1, 2].map(() => mutate('rotateApiKey', { id: apiKey.id, overlapSeconds: 0 }));
    await expect.poll(waitingForLocks).toBe(2);
    await holder.query('COMMIT');
    holder.release();
    const answers = await Promise.all(both);
    const refused = answers.filter(({ body }) => body.errors);
    expect(refused).toHaveLength(1);
    expect(errorOf(refused[0] as Answer).details.fieldErrors).toEqual({ id: ['The key is expired: create a new one'] });
    expect((await list()).body.data.apiKeys.count).toBe(2);
  });

  test('a key that has ended stays ended', async () => {
    const { apiKey } = await made();
    await mutate('revokeApiKey', { id: apiKey.id });
    const { details } = errorOf(await mutate('rotateApiKey', { id: apiKey.id }));
    expect(details.fieldErrors).toEqual({ id: ['The key is revoked: create a new one'] });
    expect((await list()).body.data.apiKeys.count).toBe(1);
  });

  test("an admin cannot turn the owner's key into a key that acts as the owner", async () => {
    const { apiKey, secret } = await made();
    const admin = await app.session(await app.member(owner.workspaceId, 'ADMIN'));
    const refused = await mutate('rotateApiKey', { id: apiKey.id, overlapSeconds: 0 }, admin);
    expect(errorOf(refused)).toEqual({ status: 403, code: 'FORBIDDEN' });
    expect(await works(secret)).toBe(200);
  });
});

describe('a workspace has at most 100 active keys', () => {
  const message = 'A workspace may have at most 100 active API keys: revoke one that is no longer used';
  const tooMany = { status: 400, code: 'VALIDATION_FAILED', details: detailsWith({ formErrors: [message] }) };
  const fill = (count: number) =>
    app.sql(
      `INSERT INTO "ApiKey" ("workspaceId", "userId", "name", "hash", "lastFour", "scopes")
       SELECT $1, $2, 'Filler', uuid_send(gen_random_uuid()), 'xxxx', '{}' FROM generate_series(1, $3::int)`,
      [owner.workspaceId, owner.userId, count],
    );

  test('also for concurrent requests', async () => {
    await fill(97);
    const answers = await Promise.all(Array.from({ length: 6 }, () => create()));
    expect(answers.filter(({ body }) => !body.errors)).toHaveLength(3);
    for (const refused of answers.filter(({ body }) => body.errors)) expect(errorOf(refused)).toEqual(tooMany);
  });

  test('and ended keys do not count', async () => {
    await fill(98);
    const [first, second] = [await made(), await made({ expiresAt: '2026-03-05T12:00:00Z' })];
    expect(errorOf(await create())).toEqual(tooMany);
    await mutate('revokeApiKey', { id: first.apiKey.id });
    expect((await made()).apiKey.status).toBe('ACTIVE');
    expect(errorOf(await create())).toEqual(tooMany);
    app.clock.set(second.apiKey.expiresAt);
    expect((await made()).apiKey.status).toBe('ACTIVE');
  });

  test('and a rotation with an overlap adds one', async () => {
    await fill(99);
    const { apiKey } = await made();
    expect(errorOf(await mutate('rotateApiKey', { id: apiKey.id }))).toEqual(tooMany);
    expect((await list('(limit: 1)')).body.data.apiKeys.apiKeys[0].expiresAt).toBeNull();
    const input = { id: apiKey.id, overlapSeconds: 0 };
    expect((await mutate('rotateApiKey', input)).body.data.rotateApiKey.apiKey.status).toBe('ACTIVE');
  });
});

test('a rotation that PostgreSQL aborts to resolve a deadlock is retried, and takes effect once', async () => {
  const { apiKey } = await made();
  await app.sql('CREATE SEQUENCE "attempt"');
  await app.sql(`CREATE FUNCTION "deadlock"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('"attempt"') = 1 THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF;
    RETURN NEW; END $$`);
  await app.sql('CREATE TRIGGER "deadlock" BEFORE INSERT ON "ApiKey" FOR EACH ROW EXECUTE FUNCTION "deadlock"()');
  const { body } = await mutate('rotateApiKey', { id: apiKey.id });
  await app.sql('DROP TRIGGER "deadlock" ON "ApiKey"');
  expect(body.errors).toBeUndefined();
  expect((await list()).body.data.apiKeys.count).toBe(2);
});

describe('revokeApiKey', () => {
  test("ends a key at once, any member's, and changes nothing the second time", async () => {
    const { apiKey, secret } = await made();
    const admin = await app.session(await app.member(owner.workspaceId, 'ADMIN'));
    const first = await mutate('revokeApiKey', { id: apiKey.id }, admin);
    expect(first.body.data.revokeApiKey).toMatchObject({ id: apiKey.id, status: 'REVOKED', revokedAt: now });
    expect(await works(secret)).toBe(401);
    app.clock.set('2026-03-04T12:01:00.000Z');
    expect((await mutate('revokeApiKey', { id: apiKey.id })).body).toEqual(first.body);
  });

  test('wins against a rotation at the same time: the old key is dead, whichever commits first', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => made()));
    await Promise.all(
      keys.flatMap(({ apiKey: { id } }) => [mutate('rotateApiKey', { id }), mutate('revokeApiKey', { id })]),
    );
    for (const { secret } of keys) expect(await works(secret)).toBe(401);
  });
});

describe('apiKeys', () => {
  test('lists all keys of the workspace a page at a time, newest first', async () => {
    const first = await made({ name: 'First' });
    const second = await made({ name: 'Second' });
    expect((await list()).body.data.apiKeys).toEqual({ count: 2, apiKeys: [second.apiKey, first.apiKey] });
    expect((await list('(page: 1, limit: 1)')).body.data.apiKeys).toEqual({ count: 2, apiKeys: [first.apiKey] });
    expect(errorOf(await list('(limit: 101)')).details.fieldErrors).toEqual({ limit: ['Must be at most 100'] });
  });

  test('returns when a key was last used', async () => {
    const { secret } = await made();
    await works(secret);
    await app.context.lastUsed.flush();
    expect((await list()).body.data.apiKeys.apiKeys[0].lastUsedAt).toBe(now);
  });
});

describe('access', () => {
  const attempts: [string, (id: number, credential: string) => Promise<Answer>][] = [
    ['apiKeys', (_id, credential) => list('', credential)],
    ['createApiKey', (_id, credential) => create({}, credential)],
    ['rotateApiKey', (id, credential) => mutate('rotateApiKey', { id }, credential)],
    ['revokeApiKey', (id, credential) => mutate('revokeApiKey', { id }, credential)],
  ];

  test.each(attempts)('%s is for sessions of owners and admins', async (_, attempt) => {
    const { apiKey, secret } = await made();
    for (const role of ['CLOSER', 'SETTER'] as const) {
      const credential = await app.session(await app.member(owner.workspaceId, role));
      expect(errorOf(await attempt(apiKey.id, credential))).toEqual({ status: 403, code: 'FORBIDDEN' });
    }
    const refused = await attempt(apiKey.id, await app.apiKey(owner));
    expect(errorOf(refused)).toEqual({ status: 403, code: 'FORBIDDEN' });
    expect(refused.body.errors[0].message).toBe('Only a signed-in session may do this, not an API key');
    expect(await works(secret)).toBe(200);
  });

  test.each(attempts.slice(2))('%s does not know the keys of another workspace', async (_, attempt) => {
    const { apiKey, secret } = await made();
    const stranger = await app.session(await app.workspace());
    expect(errorOf(await attempt(apiKey.id, stranger))).toEqual({ status: 404, code: 'NOT_FOUND' });
    expect((await list('', stranger)).body.data.apiKeys.count).toBe(0);
    expect(await works(secret)).toBe(200);
  });
});

async function waitingForLocks(): Promise<number | undefined> {
  const [row] = await app.sql<{ count: number }>(
    `SELECT count(*)::int AS "count" FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return row?.count;
}
