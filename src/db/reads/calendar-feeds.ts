import type { Database } from '#src/db/database.ts';
import { preparedStatement } from '#src/db/statement.ts';
import type { CalendarFeedScope } from '#src/domain/calendars/calendar.ts';
import { type CalendarFeed, calendarFeedRecord } from '#src/domain/calendars/feed.ts';
import type { FeedCall } from '#src/domain/calendars/feed-calendar.ts';
import type { Role } from '#src/domain/principal/roles.ts';
import type { MemberKey } from '../keys.ts';
import type { JsonRow } from './json-record.ts';
import { columnsOfRecord, recordReader } from './record-reader.ts';

export const calendarFeeds = recordReader<CalendarFeed>(columnsOfRecord('r', calendarFeedRecord));

const ofMember = preparedStatement(
  'calendarFeeds.ofMember',
  `SELECT ${calendarFeeds.record} FROM "CalendarFeed" r WHERE r."workspaceId" = $1 AND r."userId" = $2 ORDER BY r."id" DESC`,
);

/** The feeds of a member, newest first. */
export async function readFeedsOfMember({ run }: Pick<Database, 'run'>, key: MemberKey): Promise<CalendarFeed[]> {
  return calendarFeeds.of(await run<JsonRow>(ofMember, [...key]));
}

/** A feed, found by its address, with the permissions of its member. */
export interface StoredFeed {
  readonly workspaceId: number;
  readonly id: number;
  readonly userId: number;
  readonly scope: CalendarFeedScope;
  /** A hash of the content at the last read, and the time of its last change; null before the first read. */
  readonly contentHash: Buffer | null;
  readonly changedAt: string | null;
  /** True if this read is to be recorded. Programs read every few minutes, but only one read an hour is recorded. */
  readonly recordsRead: boolean;
  readonly role: Role;
  readonly firstName: string;
  readonly lastName: string;
  readonly workspaceName: string;
}

const byToken = preparedStatement(
  'calendarFeeds.byToken',
  `SELECT r."workspaceId", r."id", r."userId", r."scope", r."contentHash", r."changedAt",
     coalesce(r."lastReadAt" < now() - interval '1 hour', true) AS "recordsRead", m."role", u."firstName", u."lastName", w."name" AS "workspaceName"
   FROM "CalendarFeed" r
   JOIN "Membership" m ON m."workspaceId" = $1 AND m."userId" = r."userId" AND m."removedAt" IS NULL
   JOIN "User" u ON u."id" = r."userId"
   JOIN "Workspace" w ON w."id" = $1
   WHERE r."workspaceId" = $1 AND r."tokenHash" = $2`,
);

/** Returns undefined if the feed was revoked, or its member has left. */
export async function readFeedByToken(
  { run }: Pick<Database, 'run'>,
  workspaceId: number,
  tokenHash: Buffer,
): Promise<StoredFeed | undefined> {
  return (await run<StoredFeed>(byToken, [workspaceId, tokenHash]))[0];
}

/** $1 workspace, $2 and $3 the range, $4 the limit, $5 the member if only their calls are read. */
const calls = (name: string, condition: string) =>
  preparedStatement(
    `calendarFeeds.${name}`,
    `SELECT c."previewId", c."sequence", c."dateTime", c."endTime", c."updatedAt", e."name", c."inviteeName", c."inviteeEmail",
       c."phoneNumber", c."guests", c."locationLink", u."firstName" || ' ' || u."lastName" AS "hostName", u."email" AS "hostEmail"
     FROM (SELECT * FROM "EventCall" WHERE "workspaceId" = $1 AND "dateTime" >= $2 AND "dateTime" < $3
       AND "status" <> 'CANCELLED'${condition} ORDER BY "dateTime", "id" LIMIT $4) c
     JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = c."eventId"
     JOIN "User" u ON u."id" = c."userId"
     ORDER BY c."dateTime", c."id"`,
  );

const callsOfMember = calls('callsOfMember', ' AND ("userId" = $5 OR "setterId" = $5)');
const callsOfWorkspace = calls('callsOfWorkspace', '');

interface FeedQuery {
  readonly from: Date;
  readonly until: Date;
  readonly limit: number;
}

/** Reads the calls of the feed, earliest first. */
export function readFeedCalls(
  { run }: Pick<Database, 'run'>,
  { workspaceId, userId, scope }: StoredFeed,
  { from, until, limit }: FeedQuery,
): Promise<FeedCall[]> {
  const range = [workspaceId, from, until, limit];
  return scope === 'OWN' ? run<FeedCall>(callsOfMember, [...range, userId]) : run<FeedCall>(callsOfWorkspace, range);
}
