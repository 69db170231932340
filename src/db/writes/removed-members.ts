import type { ClientBase } from 'pg';
import type { MemberKey } from '#src/db/keys.ts';
import type { AssignedColumn, Contact } from '#src/domain/contacts/contact.ts';
import type { CallStatus, EventCall } from '#src/domain/event-calls/event-call.ts';
import type { Role } from '#src/domain/principal/roles.ts';
import { contacts } from '../reads/contacts.ts';

interface LockedMember {
  readonly role: Role;
  readonly meetingLink: string | null;
}

/** Locks members until the transaction ends, in the order of their ids, so that no new row can reference them. */
export async function lockMembers(
  client: ClientBase,
  workspaceId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, LockedMember>> {
  const { rows } = await client.query<LockedMember & { userId: number }>(
    `SELECT "userId", "role", "meetingLink" FROM "Membership" WHERE "workspaceId" = $1 AND "userId" = ANY($2) AND "removedAt" IS NULL
     ORDER BY "userId" FOR UPDATE`,
    [workspaceId, userIds],
  );
  return new Map(rows.map(({ userId, ...member }) => [userId, member]));
}

/** Finds the owner who joined first, other than this user. */
export async function firstOtherOwner(client: ClientBase, key: MemberKey): Promise<number | undefined> {
  const { rows } = await client.query<{ userId: number }>(
    `SELECT "userId" FROM "Membership"
     WHERE "workspaceId" = $1 AND "userId" <> $2 AND "role" = 'OWNER' AND "removedAt" IS NULL
     ORDER BY "createdAt", "userId" LIMIT 1`,
    [...key],
  );
  return rows[0]?.userId;
}

interface UpcomingCall {
  readonly id: number;
  readonly dateTime: string;
  readonly status: CallStatus;
  /** True if the other member has a call at that time. */
  readonly hasConflict: boolean;
  /** The location of the event's calls. */
  readonly location: EventCall['location'];
  readonly locationLink: string | null;
}

/** Locks the calls of a host that are not over and not cancelled, earliest first. */
export async function lockUpcomingCalls(
  client: ClientBase,
  key: MemberKey,
  { now, otherUserId }: { readonly now: Date; readonly otherUserId: number | undefined },
): Promise<UpcomingCall[]> {
  const { rows } = await client.query<UpcomingCall>(
    `SELECT c."id", c."dateTime", c."status", EXISTS (
       SELECT FROM "EventCall" o WHERE o."workspaceId" = $1 AND o."userId" = $4::int AND o."status" <> 'CANCELLED'
         AND o."dateTime" < c."endTime" AND o."endTime" > c."dateTime") AS "hasConflict",
       e."location", e."locationLink"
     FROM "EventCall" c JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = c."eventId"
     WHERE c."workspaceId" = $1 AND c."userId" = $2 AND c."status" <> 'CANCELLED' AND c."endTime" > $3::timestamptz
     ORDER BY c."dateTime", c."id" FOR NO KEY UPDATE OF c`,
    [...key, now, otherUserId ?? null],
  );
  return rows;
}

/**
 * Replaces a member in a column of up to `limit` contacts by another member, or by nobody, lowest ids first. Returns the contacts, or
 * none if the column no longer names the member.
 */
export async function transferContacts(
  client: ClientBase,
  key: MemberKey,
  { column, to, limit }: { readonly column: AssignedColumn; readonly to: number | undefined; readonly limit: number },
): Promise<Contact[]> {
  const { rows } = await client.query<Contact>(
    `WITH "batch" AS MATERIALIZED (
       SELECT "id" FROM "Contact" WHERE "workspaceId" = $1 AND "${column}" = $2 ORDER BY "id" LIMIT $4 FOR NO KEY UPDATE
     )
     UPDATE "Contact" r SET "${column}" = $3, "updatedAt" = now() FROM "batch"
     WHERE r."workspaceId" = $1 AND r."id" = "batch"."id" RETURNING ${contacts.columns}`,
    [...key, to ?? null, limit],
  );
  return rows;
}

/** Transfers the OAuth clients that a member registered to another member. Returns their number. */
export async function transferClients(client: ClientBase, key: MemberKey, to: number): Promise<number> {
  const { rowCount } = await client.query(
    'UPDATE "OAuthClient" SET "userId" = $3, "updatedAt" = now() WHERE "workspaceId" = $1 AND "userId" = $2',
    [...key, to],
  );
  return rowCount ?? 0;
}

/** Revokes the keys of a member. Returns how many were not revoked before. */
export async function revokeKeysOfMember(client: ClientBase, key: MemberKey, now: Date): Promise<number> {
  const { rowCount } = await client.query(
    'UPDATE "ApiKey" SET "revokedAt" = $3 WHERE "workspaceId" = $1 AND "userId" = $2 AND "revokedAt" IS NULL',
    [...key, now],
  );
  return rowCount ?? 0;
}

/** Deletes the availability of a member: schedules, time off, and their host entries. */
export async function deleteAvailability(client: ClientBase, key: MemberKey): Promise<{ eventsWithoutHost: number[] }> {
  const { rows: hosted } = await client.query<{ eventId: number }>(
    'DELETE FROM "EventHost" WHERE "workspaceId" = $1 AND "userId" = $2 RETURNING "eventId"',
    [...key],
  );
  await client.query('DELETE FROM "TimeOff" WHERE "workspaceId" = $1 AND "userId" = $2', [...key]);
  await client.query('DELETE FROM "Schedule" WHERE "workspaceId" = $1 AND "userId" = $2', [...key]);
  const { rows } = await client.query<{ id: number }>(
    `SELECT e."id" FROM "Event" e WHERE e."workspaceId" = $1 AND e."id" = ANY($2) AND e."deletedAt" IS NULL
       AND NOT EXISTS (SELECT FROM "EventHost" h WHERE h."workspaceId" = $1 AND h."eventId" = e."id")
     ORDER BY e."id"`,
    [key[0], hosted.map(({ eventId }) => eventId)],
  );
  return { eventsWithoutHost: rows.map(({ id }) => id) };
}

/** Deletes the connections to external calendars with their data, and the calendar feeds. */
export async function deleteCalendarAccess(client: ClientBase, key: MemberKey): Promise<void> {
  await client.query('DELETE FROM "CalendarConnection" WHERE "workspaceId" = $1 AND "userId" = $2', [...key]);
  await client.query('DELETE FROM "CalendarFeed" WHERE "workspaceId" = $1 AND "userId" = $2', [...key]);
}

/** Views are only for the member, who no longer sees the lists. */
export async function deleteSavedViews(client: ClientBase, key: MemberKey): Promise<void> {
  await client.query('DELETE FROM "SavedView" WHERE "workspaceId" = $1 AND "userId" = $2', [...key]);
}

/** Ends the membership. The row stays, because calls and sales still reference the member. */
export async function endMembership(client: ClientBase, key: MemberKey, now: Date): Promise<void> {
  await client.query(
    'UPDATE "Membership" SET "removedAt" = $3, "updatedAt" = now() WHERE "workspaceId" = $1 AND "userId" = $2',
    [...key, now],
  );
}
