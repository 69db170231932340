import { beforeEach, describe, expect, test } from 'vitest';
import { parseInvocation } from '#src/cli/invocation.ts';
import { version } from '#src/lib/version.ts';
import { createSession, signIn } from '#src/services/accounts/sessions.ts';
import { resolveSession } from '#src/services/credentials.ts';
import { cli, json } from '../support/cli.ts';
import { newEmail, password, useServices } from '../support/service-context.ts';

let owner: { workspaceId: number; userId: number; email: string };
const env = () => ({ DATABASE_URL: services.url });
const workspace = () => ['--workspace', String(owner.workspaceId)];
const member = () => [...workspace(), '--user', String(owner.userId)];

const services = await useServices();
beforeEach(async () => {
  owner = await services.workspace();
});

async function refusal(args: string[]): Promise<string> {
  const { code, stdout, stderr } = await cli([...args, '--json'], env());
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return stderr;
}

async function added(role: string): Promise<number> {
  const args = ['user', 'add', ...workspace(), '--email', newEmail(), '--password', password, '--role', role];
  return Number((await json(args, env())).userId);
}

test('--version prints the version', async () => {
  expect(await cli(['--version'], {})).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  expect(await json(['--version'], {})).toEqual({ version });
});

test('workspace list prints {workspaces}, oldest first, and counts nobody who has left', async () => {
  const leaver = await added('CLOSER');
  await json(['user', 'remove', ...workspace(), '--user', String(leaver)], env());
  const { workspaces } = await json(['workspace', 'list'], env());
  expect((workspaces as object[]).at(-1)).toEqual({
    ...{
      workspaceId: owner.workspaceId,
      name: 'Acme',
      plan: 'STARTUP',
      timeZone: 'UTC',
      rateLimitPoints: 20,
      graphqlCost: 10_000,
    },
    ...{ members: 1, createdAt: expect.stringMatching(/Z$/) },
  });
  const { stdout } = await cli(['workspace', 'list'], env());
  expect(stdout).toContain(`${owner.workspaceId}  STARTUP  Acme (members: 1)\n`);
});

describe('user list', () => {
  test('prints {users} in the order of joining', async () => {
    const closer = await added('CLOSER');
    const { users } = await json(['user', 'list', ...workspace()], env());
    expect(users).toMatchObject([
      { userId: owner.userId, email: owner.email, role: 'OWNER' },
      { userId: closer, role: 'CLOSER' },
    ]);
    expect(Object.keys((users as object[])[0] ?? {})).toEqual([
      ...['userId', 'email', 'firstName', 'lastName', 'role', 'createdAt'],
    ]);
  });

  test('names an unknown workspace', async () => {
    expect(await refusal(['user', 'list', '--workspace', '999999'])).toBe(
      '--workspace: There is no workspace with this id\n',
    );
  });
});

describe('user set-role', () => {
  test('gives a member another role', async () => {
    const userId = await added('CLOSER');
    const args = [...workspace(), '--user', String(userId), '--role', 'ADMIN'];
    expect(await json(['user', 'set-role', ...args], env())).toEqual({
      ...{ workspaceId: owner.workspaceId, userId, role: 'ADMIN' },
    });
    const { users } = await json(['user', 'list', ...workspace()], env());
    expect(users).toMatchObject([{ role: 'OWNER' }, { role: 'ADMIN' }]);
  });

  test('keeps the last owner, a stranger and an unknown role out', async () => {
    expect(await refusal(['user', 'set-role', ...member(), '--role', 'ADMIN'])).toBe(
      '--role: The workspace must have at least one owner\n',
    );
    const stranger = ['user', 'set-role', ...workspace(), '--user', '999999', '--role', 'ADMIN'];
    expect(await refusal(stranger)).toBe('--user: Is not a member of this workspace\n');
    expect(await refusal(['user', 'set-role', ...member(), '--role', 'BOSS'])).toContain('--role: Must be one of');
  });
});

describe('user set-password', () => {
  const user = () => ['--user', String(owner.userId)];

  test('sets it, and ends the sessions of the user', async () => {
    const { token } = await createSession(services.context, owner);
    const answer = await json(['user', 'set-password', ...user(), '--password', 'another long one'], env());
    expect(answer).toEqual({ userId: owner.userId, sessionsEnded: 1 });
    await expect(resolveSession(services.context, token)).rejects.toMatchObject({ code: 'INVALID_SESSION' });
    const { email } = owner;
    await expect(signIn(services.context, { email, password })).rejects.toMatchObject({ code: 'INVALID_SIGN_IN' });
    await expect(signIn(services.context, { email, password: 'another long one' })).resolves.toMatchObject({
      userId: owner.userId,
    });
  });

  test('reads it from standard input for a -, without the line end', () => {
    const parsed = (text: string) =>
      parseInvocation(['user', 'set-password', '--user', '1', '--password', '-'], () => text);
    expect(parsed('long enough\n').kind).toBe('run');
    expect(parsed('short\n')).toMatchObject({
      lines: ['--password: Must be at least 8 characters', expect.anything()],
    });
    expect(parsed('12345678\n').kind).toBe('run');
    expect(parsed('1234567\r\n').kind).toBe('mistakes');
  });

  test('names an unknown user', async () => {
    const args = ['user', 'set-password', '--user', '999999', '--password', 'long enough'];
    expect(await refusal(args)).toBe('--user: There is no user with this id\n');
  });
});

describe('key list and key revoke', () => {
  test('print {apiKeys} and {apiKeyId, status}', async () => {
    const { apiKeyId, key } = await json(['key', 'create', ...member(), '--scopes', 'deals:read'], env());
    const listed = {
      ...{ apiKeyId, userId: owner.userId, name: 'API key', lastFour: String(key).slice(-4), scopes: ['deals:read'] },
      ...{ expiresAt: null, revokedAt: null, lastUsedAt: null, createdAt: expect.any(String), status: 'ACTIVE' },
    };
    expect(await json(['key', 'list', ...workspace()], env())).toEqual({ apiKeys: [listed] });
    const revoke = ['key', 'revoke', ...workspace(), '--key', String(apiKeyId)];
    expect(await json(revoke, env())).toEqual({ apiKeyId, status: 'REVOKED' });
    expect(await json(revoke, env())).toEqual({ apiKeyId, status: 'REVOKED' });
    expect((await json(['key', 'list', ...workspace()], env())).apiKeys).toMatchObject([{ status: 'REVOKED' }]);
  });

  test('name what is unknown', async () => {
    expect(await refusal(['key', 'list', '--workspace', '999999'])).toBe(
      '--workspace: There is no workspace with this id\n',
    );
    expect(await refusal(['key', 'revoke', ...workspace(), '--key', '999999'])).toBe(
      '--key: The workspace has no API key with this id\n',
    );
  });
});
