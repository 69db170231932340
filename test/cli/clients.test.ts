import { beforeEach, describe, expect, test } from 'vitest';
import { generateClientId } from '#src/domain/oauth-clients/oauth-client.ts';
import { useApp } from '../support/app.ts';
import { cli, cliProcess, json } from '../support/cli.ts';
import type { Member } from '../support/factories.ts';
import { eventsOf } from '../support/webhook-rows.ts';

let owner: Member;
const env = () => ({ DATABASE_URL: app.databaseUrl });
const app = await useApp();
beforeEach(async () => {
  await app.sql('DELETE FROM "OAuthClient"');
  owner = await app.workspace();
});

async function client(row: Record<string, unknown> = {}): Promise<string> {
  const clientId = generateClientId();
  const defaults = { name: 'Acme Dialer', redirectUris: [], allowedScopes: [], clientType: 'PUBLIC', grantTypes: '{}' };
  await app.insert('OAuthClient', { ...owner, clientId, ...defaults, ...row });
  return clientId;
}

const statusOf = async (clientId: string) =>
  (await app.sql<{ status: string }>('SELECT "status" FROM "OAuthClient" WHERE "clientId" = $1', [clientId]))[0]
    ?.status;

describe('client list', () => {
  test('prints {clients} of all workspaces, oldest first, beside a running server', async ({ expect }) => {
    const first = await client({ createdAt: '2026-01-01T00:00:00Z' });
    const stranger = await app.workspace();
    const second = await client({ ...stranger, createdAt: '2026-01-02T00:00:00Z', name: 'Other', status: 'ACTIVE' });
    expect(await json(['client', 'list'], env(), cliProcess)).toEqual({
      clients: [
        { clientId: first, name: 'Acme Dialer', status: 'PENDING', workspaceId: owner.workspaceId },
        { clientId: second, name: 'Other', status: 'ACTIVE', workspaceId: stranger.workspaceId },
      ],
    });
    expect((await json(['client', 'list', '--status', 'ACTIVE'], env())).clients).toMatchObject([{ clientId: second }]);
    expect(await json(['client', 'list', '--status', 'REJECTED'], env())).toEqual({ clients: [] });
  });

  test('says in words who waits for approval', async ({ expect }) => {
    const requested = await client({ approvalRequestedAt: '2026-03-01T00:00:00Z' });
    const { stdout } = await cli(['client', 'list'], env());
    expect(stdout).toBe(
      `${requested}  PENDING  Acme Dialer (workspace ${owner.workspaceId}, approval requested 2026-03-01T00:00:00.000Z)\n`,
    );
    expect((await cli(['client', 'list', '--status', 'APPROVED'], env())).stdout).toBe('There are no OAuth clients.\n');
  });
});

describe('client approve', () => {
  test.each([
    ['PENDING', 'APPROVED'],
    ['REJECTED', 'APPROVED'],
    ['APPROVED', 'APPROVED'],
    ['ACTIVE', 'ACTIVE'],
  ])('prints {clientId, status}: one that is %s becomes %s', async (status, outcome) => {
    const clientId = await client({ status });
    expect(await json(['client', 'approve', '--client-id', clientId], env())).toEqual({ clientId, status: outcome });
    expect(await statusOf(clientId)).toBe(outcome);
  });
});

describe('client reject', () => {
  test('prints {clientId, status}, and ends the connections in other workspaces', async ({ expect }) => {
    const clientId = await client({ status: 'ACTIVE' });
    const stranger = await app.workspace();
    for (const member of [owner, stranger]) {
      await app.insert('OAuthGrant', { ...member, id: `of-${member.userId}`, clientId, scopes: ['deals:read'] });
    }
    const answer = await json(['client', 'reject', '--client-id', clientId], env());
    expect(answer).toEqual({ clientId, status: 'REJECTED' });
    expect(await statusOf(clientId)).toBe('REJECTED');
    const live = 'SELECT "id" FROM "OAuthGrant" WHERE "clientId" = $1 AND "revokedAt" IS NULL';
    expect(await app.sql(live, [clientId])).toEqual([{ id: `of-${owner.userId}` }]);
    expect(await eventsOf(app, owner.workspaceId)).toEqual([]);
    expect(await eventsOf(app, stranger.workspaceId)).toMatchObject([
      { kind: 'connection.revoked', payload: { id: `of-${stranger.userId}`, name: 'Acme Dialer' } },
    ]);
  });
});

describe.concurrent('a mistake is reported in words, with exit code 1', () => {
  const approve = ['client', 'approve'];
  const help = 'Help: npm run -s cli -- client';
  test.each<[string, string[], string]>([
    ['no client', approve, `--client-id is required\n${help} approve --help\n`],
    ['an empty one', [...approve, '--client-id='], `--client-id: Must not be empty\n${help} approve --help\n`],
    ['an unknown one', [...approve, '--client-id', 'ocl_x'], '--client-id: There is no client with this id\n'],
    [
      'an unknown one to reject',
      ['client', 'reject', '--client-id', 'x'],
      '--client-id: There is no client with this id\n',
    ],
    [
      'an unknown status',
      ['client', 'list', '--status', 'NEW'],
      `--status: Must be one of: PENDING, APPROVED, ACTIVE, REJECTED\n${help} list --help\n`,
    ],
  ])('%s', async (_, args, stderr) => {
    expect(await cli([...args, '--json'], env())).toEqual({ code: 1, stdout: '', stderr });
  });
});
