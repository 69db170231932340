import { onDemand } from '#src/http/on-demand.ts';
import { hashPassword } from '#src/lib/secrets/password.ts';
import type { Factories, Member } from './factories.ts';

export const password = 'correct horse battery';
/** Made once, because a hash is slow on purpose. */
const passwordHash = onDemand(() => hashPassword(password));

export const signInMutation = `mutation ($email: String!, $password: String!) {
  signIn(input: { email: $email, password: $password }) { token userId workspaceId }
}`;

export interface Person extends Member {
  readonly email: string;
}

/** The owner of a new workspace, with the password above. */
export async function person(app: Factories): Promise<Person> {
  const member = await app.workspace();
  return { ...member, email: await setPassword(app, member.userId) };
}

/** Gives a user the password above. Returns their e-mail address. */
export async function setPassword(app: Factories, userId: number): Promise<string> {
  const [user] = await app.sql<{ email: string }>(
    'UPDATE "User" SET "passwordHash" = $2 WHERE "id" = $1 RETURNING "email"',
    [userId, await passwordHash()],
  );
  return String(user?.email);
}
