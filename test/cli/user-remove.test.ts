import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { cli, json } from '../support/cli.ts';
import type { Member } from '../support/factories.ts';

let owner: Member;
let leaver: Member;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  leaver = await app.member(owner.workspaceId, 'ADMIN');
});

describe('user remove', () => {
  const environment = () => ({ DATABASE_URL: app.databaseUrl });
  const args = () => ['user', 'remove', '--workspace', String(owner.workspaceId), '--user', String(leaver.userId)];

  test('prints what became of everything', async () => {
    await app.call(leaver, { dateTime: '2099-01-01T09:00:00.000Z' });
    expect(await json([...args(), '--cancel-calls'], environment())).toEqual({
      ...{ ...leaver, callsTransferred: 0, callsCancelled: 1, contacts: 0, apiKeysRevoked: 0, connectionsRevoked: 0 },
      ...{ sessionsEnded: 0, oauthClients: 0, eventsWithoutHost: [] },
    });
    const { stderr } = await cli([...args(), '--json'], environment());
    expect(stderr).toBe('--user: Is not a member of this workspace\n');
  });

  test('states in words what became of everything', async () => {
    const other = await app.member(owner.workspaceId, 'CLOSER');
    const contactId = await app.contact(owner.workspaceId);
    await app.sql('UPDATE "Contact" SET "userId" = $2 WHERE "id" = $1', [contactId, leaver.userId]);
    await app.call(leaver, { contactId, dateTime: '2099-01-01T09:00:00.000Z' });
    await app.apiKey(leaver);
    const { stdout } = await cli([...args(), '--transfer-to', String(other.userId)], environment());
    expect(stdout.trimEnd().split('\n')).toEqual([
      `User ${leaver.userId} is no longer a member of workspace ${owner.workspaceId}.`,
      'Upcoming calls: 1 transferred, 0 cancelled.',
      `Contacts: 1 transferred to user ${other.userId}.`,
      'Apps: 0 transferred to another member.',
      'Ended: 1 API keys, 0 connected apps, 0 sessions.',
    ]);
  });

  test('names its options where it refuses', async () => {
    const { stderr } = await cli([...args(), '--transfer-to', String(leaver.userId), '--cancel-calls=yes'], {});
    expect(stderr).toBe(
      '--cancel-calls takes no value\n--transfer-to: Must be another member\nHelp: npm run -s cli -- user remove --help\n',
    );
    await app.call(leaver, { dateTime: '2099-01-01T09:00:00.000Z' });
    expect((await cli(args(), environment())).stderr).toMatch(/^--user: Has 1 upcoming call, the first at /);
  });
});
