import { expect, test } from 'vitest';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { requestPasswordReset } from '#src/services/accounts/password-reset.ts';
import { BackgroundWork } from '#src/services/background-work.ts';
import { takeMails, useMailedApp } from '../support/call-mails.ts';
import { during, type Sql } from '../support/during.ts';

const { app, mail } = await useMailedApp();
const accounts = { appUrl: 'http://app.test', signUp: true, closedDemos: undefined };

test('a link to a password that is sent by e-mail takes the place of one that is made meanwhile', async () => {
  const { userId } = await app.workspace();
  const [user] = await app.sql<{ email: string }>('SELECT "email" FROM "User" WHERE "id" = $1', [userId]);
  const email = user?.email ?? '';
  const first = async (sql: Sql) => {
    await sql('SELECT FROM "User" WHERE "id" = $1 FOR NO KEY UPDATE', [userId]);
    await sql('INSERT INTO "AccountLink" ("tokenHash", "email", "userId", "expiresAt") VALUES ($1, $2, $3, $4)', [
      ...[sha256('first'), email, userId, '2100-01-01T00:00:00Z'],
    ]);
  };
  const errors: unknown[] = [];
  await during(app, first, async () => {
    const background = new BackgroundWork((error) => errors.push(error));
    requestPasswordReset({ ...app.context, mailer: mail.mailer, ...accounts, background }, email);
    await background.settled();
  });
  expect(errors).toEqual([]);
  expect(await takeMails(mail)).toMatchObject([{ to: email }]);
  const links = await app.sql<{ tokenHash: Buffer }>('SELECT "tokenHash" FROM "AccountLink" WHERE "userId" = $1', [
    userId,
  ]);
  expect(links).toHaveLength(1);
  expect(links[0]?.tokenHash.equals(sha256('first'))).toBe(false);
});
