import type { ClientBase } from 'pg';
import type { Prisma } from '#src/db/generated/prisma/client.ts';
import type { MemberKey } from '#src/db/keys.ts';
import { onlineLocations } from '#src/domain/event-calls/event-call.ts';
import type { Member } from '#src/domain/members/member.ts';
import type { Role } from '#src/domain/principal/roles.ts';
import { columnsOf } from '../reads/json-record.ts';
import { userKeys } from '../reads/members.ts';
import { countRows, presentColumns } from './rows.ts';

/** The columns of a user that a member may update. They apply in every workspace. */
const profileColumns = ['firstName', 'lastName', 'timeZone'] as const;

export type Profile = { readonly [Column in (typeof profileColumns)[number]]?: string | undefined };

/**
 * Locks a member and the user behind it until the transaction ends, and reads the record. A transaction that changes the
 * schedules of a member, or adds to a limited number of the member's rows, locks the member before those rows.
 */
export async function lockMember(client: ClientBase, workspaceId: number, userId: number): Promise<Member | undefined> {
  const { rows: memberships } = await client.query<Pick<Member, 'role' | 'meetingLink' | 'createdAt'>>(
    `SELECT "role", "meetingLink", "createdAt" FROM "Membership"
     WHERE "workspaceId" = $1 AND "userId" = $2 AND "removedAt" IS NULL FOR NO KEY UPDATE`,
    [workspaceId, userId],
  );
  const [membership] = memberships;
  if (!membership) return undefined;
  const { rows: users } = await client.query<Pick<Member, (typeof userKeys)[number]>>(
    `SELECT ${columnsOf('u', userKeys)} FROM "User" u WHERE u."id" = $1 FOR NO KEY UPDATE`,
    [userId],
  );
  return users[0] && { ...users[0], ...membership };
}

/** Returns true if a user of this server has this username. */
export async function isUsername(client: ClientBase, name: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM "User" WHERE "username" = $1', [name]);
  return rowCount !== 0;
}

/** The class of the advisory locks on names below `/e`, which are usernames and links of workspaces. */
const nameLock = 72707374;

/** Prevents others from taking this name until the transaction ends: names are in two tables. */
export async function holdName(client: ClientBase, name: string): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1::int, hashtext($2))', [nameLock, name]);
}

/** Holds a name until the transaction of Prisma ends. */
export async function holdNameIn(tx: Prisma.TransactionClient, name: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${nameLock}::int, hashtext(${name}))`;
}

/** Locks a user until the transaction ends. */
export async function lockUser(client: ClientBase, userId: number): Promise<void> {
  await client.query('SELECT FROM "User" WHERE "id" = $1 FOR NO KEY UPDATE', [userId]);
}

/** Locks a user until the transaction of Prisma ends. */
export async function lockUserIn(tx: Prisma.TransactionClient, userId: number): Promise<void> {
  await tx.$queryRaw`SELECT FROM "User" WHERE "id" = ${userId} FOR NO KEY UPDATE`;
}

/** Returns true if a member of the workspace has this e-mail address. */
export async function hasMemberWithEmail(client: ClientBase, workspaceId: number, email: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM "Membership" m JOIN "User" u ON u."id" = m."userId"
     WHERE m."workspaceId" = $1 AND m."removedAt" IS NULL AND u."email" = $2`,
    [workspaceId, email],
  );
  return rowCount !== 0;
}

/** Returns true if the user is also a member of another workspace. */
export async function isMemberElsewhere(client: ClientBase, workspaceId: number, userId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM "Membership" WHERE "userId" = $1 AND "workspaceId" <> $2 AND "removedAt" IS NULL LIMIT 1',
    [userId, workspaceId],
  );
  return rowCount !== 0;
}

/** Writes the given fields, at least one. */
export async function updateProfile(client: ClientBase, userId: number, profile: Profile): Promise<void> {
  const fields = Object.fromEntries(profileColumns.map((name) => [name, profile[name]]));
  const { updates, values } = presentColumns(fields, 1);
  await client.query(`UPDATE "User" SET ${updates}"updatedAt" = now() WHERE "id" = $1`, [userId, ...values]);
}

/** Writes the given fields of a membership, at least one. */
export async function updateMembership(
  client: ClientBase,
  key: MemberKey,
  { role, meetingLink }: { readonly role?: Role | undefined; readonly meetingLink?: string | null | undefined },
): Promise<void> {
  const { updates, values } = presentColumns({ role, meetingLink });
  await client.query(
    `UPDATE "Membership" SET ${updates}"updatedAt" = now() WHERE "workspaceId" = $1 AND "userId" = $2`,
    [...key, ...values],
  );
}

/** Finds the members without a meeting link, in the order of their ids. The others keep theirs until the transaction ends. */
export async function lockMembersWithoutLink(
  client: ClientBase,
  workspaceId: number,
  userIds: readonly number[],
): Promise<number[]> {
  const { rows } = await client.query<{ userId: number; meetingLink: string | null }>(
    `SELECT "userId", "meetingLink" FROM "Membership" WHERE "workspaceId" = $1 AND "userId" = ANY ($2::int[]) AND "removedAt" IS NULL
     ORDER BY "userId" FOR SHARE`,
    [workspaceId, userIds],
  );
  return rows.filter(({ meetingLink }) => !meetingLink).map(({ userId }) => userId);
}

/** Finds the name of an event without its own link whose calls need the link of this host. */
export async function eventNeedingLinkOf(client: ClientBase, key: MemberKey): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT e."name" FROM "EventHost" h JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = h."eventId"
     WHERE h."workspaceId" = $1 AND h."userId" = $2 AND e."deletedAt" IS NULL
       AND e."location"::text = ANY ($3) AND coalesce(e."locationLink", '') = ''
     ORDER BY e."id" LIMIT 1`,
    [...key, onlineLocations],
  );
  return rows[0]?.name;
}

/** Counts the rows of the table that belong to the member. */
export function countOfMember(
  client: ClientBase,
  table: 'CalendarFeed' | 'Schedule' | 'TimeOff',
  [workspaceId, userId]: MemberKey,
): Promise<number> {
  return countRows(client, workspaceId, { table, condition: '"userId" = $2', values: [userId] });
}

/** Locks the password against updates until the transaction ends. Returns false if it has changed. */
export async function lockPassword(
  tx: Prisma.TransactionClient,
  { id, passwordHash }: { readonly id: number; readonly passwordHash: string | null },
): Promise<boolean> {
  const same = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "User" WHERE "id" = ${id} AND "passwordHash" = ${passwordHash} FOR SHARE`;
  return same.length === 1;
}

/** The workspaces that a person belongs to, in the order of their ids. */
export async function workspacesOfMember(client: ClientBase, userId: number): Promise<number[]> {
  const { rows } = await client.query<{ workspaceId: number }>(
    'SELECT "workspaceId" FROM "Membership" WHERE "userId" = $1 AND "removedAt" IS NULL ORDER BY "workspaceId"',
    [userId],
  );
  return rows.map(({ workspaceId }) => workspaceId);
}

/** Sets the password hash. Returns false if there is no such user. */
export async function setPasswordHash(client: ClientBase, userId: number, passwordHash: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'UPDATE "User" SET "passwordHash" = $2, "updatedAt" = now() WHERE "id" = $1',
    [userId, passwordHash],
  );
  return rowCount === 1;
}

/** Replaces a hash that was read before. Returns false if the stored hash has changed. */
export async function replacePasswordHash(
  client: ClientBase,
  userId: number,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    'UPDATE "User" SET "passwordHash" = $3, "updatedAt" = now() WHERE "id" = $1 AND "passwordHash" = $2',
    [userId, before, after],
  );
  return rowCount === 1;
}

/** Ends the user's sessions, in every workspace or in one. Returns their number. */
export async function deleteSessionsOfUser(client: ClientBase, userId: number, workspaceId?: number): Promise<number> {
  const { rowCount } = await client.query(
    'DELETE FROM "Session" WHERE "userId" = $1 AND ($2::int IS NULL OR "workspaceId" = $2)',
    [userId, workspaceId ?? null],
  );
  return rowCount ?? 0;
}
