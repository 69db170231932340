import { expect, test, vi } from 'vitest';
import { deleteOtherSessions, deleteSession, moveSession } from '#src/db/writes/sessions.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { signOut } from '#src/services/accounts/sessions.ts';
import { setPassword } from '#src/services/members/member-administration.ts';
import { useApp } from '../support/app.ts';
import { present } from '../support/present.ts';

// A session that moves to another workspace is deleted and inserted again: whoever ends it meanwhile must not miss it.

const app = await useApp();
const owner = await app.workspace();
const other = await app.workspace();

interface Moving {
  readonly token: string;
  readonly tokenHash: Buffer;
  readonly id: string;
}

const write = <Result>(work: Parameters<typeof app.context.db.write<Result>>[0]) => app.context.db.write(work);

const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** What is left of a session that `act` meets while it is on its way to the other workspace. */
async function meeting(act: (session: Moving) => Promise<unknown>): Promise<number[]> {
  const token = await app.session(owner);
  const tokenHash = sha256(token);
  const [{ id } = { id: '' }] = await app.sql<{ id: string }>('SELECT "id" FROM "Session" WHERE "tokenHash" = $1', [
    tokenHash,
  ]);
  const acting = await write(async (client) => {
    await moveSession(client, { tokenHash, userId: owner.userId }, { ...other, now: present() });
    const acting = act({ token, tokenHash, id });
    await vi.waitFor(async () => expect(await app.sql(waiting)).toHaveLength(1), 60_000);
    return { done: acting };
  });
  await acting.done;
  const rows = await app.sql<{ workspaceId: number }>('SELECT "workspaceId" FROM "Session" WHERE "tokenHash" = $1', [
    tokenHash,
  ]);
  return rows.map(({ workspaceId }) => workspaceId);
}

test.each<[string, (session: Moving) => Promise<unknown>]>([
  ['signs out', ({ token }) => signOut(app.context, { token })],
  ['ends it by its id', ({ id }) => write((client) => deleteSession(client, { userId: owner.userId, id }))],
  ['ends all others', () => write((client) => deleteOtherSessions(client, owner.userId, sha256('another')))],
  ['sets the password', () => setPassword(app.context, { userId: owner.userId, password: 'a new long password' })],
])('whoever %s ends a session that moves', async (_, act) => {
  expect(await meeting(act)).toEqual([]);
});

test('of two moves at once the later one counts', async () => {
  const back = ({ tokenHash }: Moving) =>
    write((client) => moveSession(client, { tokenHash, userId: owner.userId }, { ...owner, now: present() }));
  expect(await meeting(back)).toEqual([owner.workspaceId]);
});
