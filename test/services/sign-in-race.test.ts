import { expect, test } from 'vitest';
import { signIn } from '#src/services/accounts/sessions.ts';
import { useApp } from '../support/app.ts';
import { password, person } from '../support/people.ts';
import { pause } from '../support/waiting.ts';

const app = await useApp();

test('a sign-in with the old password leaves no session behind the change that ends all of them', async () => {
  const { userId, email } = await person(app);
  const client = await app.context.db.pool.connect();
  await client.query('BEGIN');
  await client.query(`UPDATE "User" SET "passwordHash" = 'another' WHERE "id" = $1`, [userId]);
  await client.query('DELETE FROM "Session" WHERE "userId" = $1', [userId]);
  const signedIn = signIn(app.context, { email, password }).then(
    () => 'in',
    (error: { code: string }) => error.code,
  );
  // Longer than it takes to check the password, which was right when it was read.
  await pause(1000);
  await client.query('COMMIT');
  client.release();
  expect(await signedIn).toBe('INVALID_SIGN_IN');
  expect(await app.sql('SELECT 1 FROM "Session" WHERE "userId" = $1', [userId])).toEqual([]);
});
