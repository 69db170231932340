import type { ClientBase } from 'pg';
import type { Database } from '#src/db/database.ts';
import { preparedStatement } from '#src/db/statement.ts';

/** A member on whose rights a link depends. */
export interface LinkMaker {
  readonly userId: number;
  readonly workspaceId: number;
}

interface NewLink {
  readonly tokenHash: Buffer;
  readonly email: string;
  /** The user whose password the link resets; absent for a sign-up. */
  readonly userId?: number;
  /** The member who created the link to hand it over; absent if it goes by e-mail. */
  readonly maker?: LinkMaker | undefined;
  readonly expiresAt: Date;
}

export async function insertLink(
  client: Pick<ClientBase, 'query'>,
  { tokenHash, email, userId, maker, expiresAt }: NewLink,
): Promise<void> {
  await client.query(
    `INSERT INTO "AccountLink" ("tokenHash", "email", "userId", "expiresAt", "madeBy", "madeIn") VALUES ($1, $2, $3, $4, $5, $6)`,
    [tokenHash, email, userId ?? null, expiresAt, maker?.userId ?? null, maker?.workspaceId ?? null],
  );
}

export interface AccountLink {
  readonly email: string;
  readonly userId: number | null;
  readonly madeBy: number | null;
  readonly madeIn: number | null;
}

const linkColumns = '"email", "userId", "madeBy", "madeIn"';

const isUsable = '"tokenHash" = $1 AND "expiresAt" > $2 AND ("userId" IS NULL) = $3';

type Usable = readonly [tokenHash: Buffer, now: Date, isSignUp: boolean];

/** Finds the link of this token, if it is still valid. */
export async function findLink(client: Pick<ClientBase, 'query'>, key: Usable): Promise<AccountLink | undefined> {
  const { rows } = await client.query<AccountLink>(`SELECT ${linkColumns} FROM "AccountLink" WHERE ${isUsable}`, [
    ...key,
  ]);
  return rows[0];
}

/** Consumes the link: of two concurrent transactions exactly one gets it. */
export async function takeLink(client: ClientBase, key: Usable): Promise<AccountLink | undefined> {
  const { rows } = await client.query<AccountLink>(
    `DELETE FROM "AccountLink" WHERE ${isUsable} RETURNING ${linkColumns}`,
    [...key],
  );
  return rows[0];
}

/** Ends all links that would reset the password of a user. */
export async function deleteLinksOfUser(client: ClientBase, userId: number): Promise<void> {
  await client.query('DELETE FROM "AccountLink" WHERE "userId" = $1', [userId]);
}

/** Stores a notice for a user that somebody else has a link to reset their password. It replaces an earlier notice. */
export async function setLinkNotice(
  client: ClientBase,
  userId: number,
  { madeAt, madeBy }: { readonly madeAt: Date; readonly madeBy: number },
): Promise<void> {
  await client.query('UPDATE "User" SET "passwordLinkMadeAt" = $2, "passwordLinkMadeBy" = $3 WHERE "id" = $1', [
    ...[userId, madeAt, madeBy],
  ]);
}

const clearNoticeStatement = preparedStatement(
  'accountLinks.clearNotice',
  `UPDATE "User" SET "passwordLinkMadeAt" = NULL, "passwordLinkMadeBy" = NULL
   WHERE "id" = $1 AND "passwordLinkMadeAt" <= $2::timestamptz`,
);

/** Removes the notice of a link that was created by then. */
export async function clearLinkNotice(
  { writeOne }: Pick<Database, 'writeOne'>,
  userId: number,
  madeAt: string,
): Promise<void> {
  await writeOne(clearNoticeStatement, [userId, madeAt]);
}
