import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApiKeyInput } from '#src/domain/api-keys/api-key.ts';
import { createSession } from '#src/services/accounts/sessions.ts';
import { createApiKey } from '#src/services/api-keys.ts';
import { resolveApiKey, resolveSession } from '#src/services/credentials.ts';
import { LastUsedBuffer } from '#src/services/last-used-buffer.ts';
import { type TestServices, testServices } from '../support/service-context.ts';

const minute = 60_000;
const day = 1440 * minute;

describe('LastUsedBuffer', () => {
  let services: TestServices;
  let member: { workspaceId: number; userId: number };
  const newKey = () => createApiKey(services.context, createApiKeyInput.parse(member));
  const use = (key: string) => resolveApiKey(services.context, key);
  const flush = () => services.context.lastUsed.flush();
  const writes = () => services.statements.filter((name) => name.endsWith('Uses'));
  const keyRow = (id: number) => services.context.db.prisma.apiKey.findFirstOrThrow({ where: { id } });
  const sessionRow = () =>
    services.context.db.prisma.session.findFirstOrThrow({ where: { workspaceId: member.workspaceId } });

  beforeAll(async () => {
    services = await testServices();
  });

  beforeEach(async () => {
    member = await services.workspace();
    services.statements.length = 0;
  });

  afterAll(() => services.close());

  test('writes the uses of many keys in one statement', async () => {
    const keys = [await newKey(), await newKey(), await newKey()];
    await Promise.all(keys.flatMap(({ key }) => [use(key), use(key)]));
    expect(writes()).toEqual([]);
    await flush();
    expect(writes()).toEqual(['credentials.apiKeyUses']);
    for (const { apiKeyId } of keys) expect((await keyRow(apiKeyId)).lastUsedAt).toEqual(services.clock.now());
  });

  test('writes the use of a key once a minute at most', async () => {
    const { apiKeyId, key } = await newKey();
    const start = services.clock.now();
    for (const pause of [0, minute - 1]) {
      services.clock.advance(pause);
      await use(key);
      await flush();
    }
    expect(writes()).toEqual(['credentials.apiKeyUses']);
    expect((await keyRow(apiKeyId)).lastUsedAt).toEqual(start);
    services.clock.advance(1);
    await use(key);
    await flush();
    expect((await keyRow(apiKeyId)).lastUsedAt).toEqual(services.clock.now());
  });

  test('writes once a minute at most, from several nodes', async () => {
    const { apiKeyId, key } = await newKey();
    const start = services.clock.now();
    const otherNode = { ...services.context, lastUsed: new LastUsedBuffer(services.context.db) };
    await use(key);
    services.clock.advance(minute / 2);
    await resolveApiKey(otherNode, key);
    await flush();
    await otherNode.lastUsed.flush();
    expect((await keyRow(apiKeyId)).lastUsedAt).toEqual(start);
  });

  test('extends the expiry of a used session, once an hour at most', async () => {
    const { token, expiresAt } = await createSession(services.context, member);
    services.clock.advance(60 * minute - 1);
    await resolveSession(services.context, token);
    await flush();
    expect(writes()).toEqual([]);
    expect((await sessionRow()).expiresAt).toEqual(expiresAt);
    services.clock.advance(1);
    await resolveSession(services.context, token);
    await flush();
    expect(await sessionRow()).toMatchObject({
      lastUsedAt: services.clock.now(),
      expiresAt: new Date(services.clock.now().getTime() + 30 * day),
    });
  });

  test('keeps a session alive that is used every 29 days, up to 90 days after its sign-in', async () => {
    const { token } = await createSession(services.context, member);
    const end = new Date(services.clock.now().getTime() + 90 * day);
    for (const days of [29, 29, 29, 2]) {
      services.clock.advance(days * day);
      await expect(resolveSession(services.context, token)).resolves.toMatchObject({ userId: member.userId });
      await flush();
    }
    expect((await sessionRow()).expiresAt).toEqual(end);
    services.clock.advance(day - 1);
    await expect(resolveSession(services.context, token)).resolves.toMatchObject({ userId: member.userId });
    await flush();
    services.clock.advance(1);
    await expect(resolveSession(services.context, token)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });

  test('neither delays nor fails a request when it cannot write', async () => {
    const { key } = await newKey();
    const onError = vi.fn();
    const broken = { run: () => Promise.reject(new Error('no connection')) };
    const context = { ...services.context, lastUsed: new LastUsedBuffer(broken, onError) };
    await expect(resolveApiKey(context, key)).resolves.toMatchObject({ userId: member.userId });
    await expect(context.lastUsed.flush()).resolves.toBeUndefined();
    expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('no connection'));
    await resolveApiKey(context, key);
    await context.lastUsed.flush();
    expect(onError).toHaveBeenCalledTimes(2);
  });
});
