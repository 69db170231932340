import pg, { type ClientBase } from 'pg';
import { expect, test } from 'vitest';
import { holdName } from '#src/db/writes/members.ts';
import { addUserInput } from '#src/domain/members/member.ts';
import { addUser } from '#src/services/members/members.ts';
import { useApp } from '../support/app.ts';
import { nextSerial } from '../support/serial.ts';

const app = await useApp();

/** Does the work while someone else takes the name, and lets it end once that is done. */
async function whileTaken<Result>(
  name: string,
  take: (client: ClientBase) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(app.databaseUrl);
  await client.connect();
  try {
    await client.query('BEGIN');
    await holdName(client, name);
    await take(client);
    const working = work();
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`;
    await expect.poll(() => app.sql(waiting)).toHaveLength(1);
    await client.query('COMMIT');
    return await working;
  } finally {
    await client.end();
  }
}

test('a new user does not get the name that a workspace takes for its page meanwhile', async () => {
  const { workspaceId } = await app.workspace();
  const name = `acme-${nextSerial()}`;
  const input = addUserInput.parse({
    workspaceId,
    email: `${name}@example.com`,
    password: 'correct horse 7',
    role: 'CLOSER',
  });
  const { userId } = await whileTaken(
    name,
    (client) =>
      client.query('INSERT INTO "BookingLink" ("linkPrefix", "leadsTo") VALUES ($1, $2)', [name, workspaceId]),
    () => addUser(app.context, input),
  );
  const [user] = await app.sql<{ username: string }>('SELECT "username" FROM "User" WHERE "id" = $1', [userId]);
  expect(user?.username).toMatch(new RegExp(`^${name}-[0-9a-f]{6}$`));
});

test('a workspace does not get the name of a user who is added meanwhile', async () => {
  const owner = await app.workspace();
  const session = await app.session(owner);
  const link = `acme-${nextSerial()}`;
  const { body } = await whileTaken(
    link,
    (client) =>
      client.query('INSERT INTO "User" ("email", "username", "firstName", "lastName") VALUES ($1, $2, $3, $3)', [
        `${link}@example.com`,
        link,
        'Acme',
      ]),
    () => app.graphql(`mutation { updateWorkspace(input: { link: "${link}" }) { id } }`, session),
  );
  expect(body.errors[0].extensions.details.fieldErrors).toEqual({ link: ['Is taken: choose another link'] });
});
