import type { ClientBase } from 'pg';
import type { Database } from '#src/db/database.ts';
import { preparedStatement } from '#src/db/statement.ts';
import type { CalendarFeedScope } from '#src/domain/calendars/calendar.ts';
import type { CalendarFeed } from '#src/domain/calendars/feed.ts';
import type { MemberKey, RecordKey } from '../keys.ts';
import { calendarFeeds } from '../reads/calendar-feeds.ts';

export async function insertFeed(
  client: ClientBase,
  [workspaceId, userId]: MemberKey,
  { scope, tokenHash }: { readonly scope: CalendarFeedScope; readonly tokenHash: Buffer },
): Promise<CalendarFeed> {
  const { rows } = await client.query<CalendarFeed>(
    `INSERT INTO "CalendarFeed" AS r ("workspaceId", "userId", "scope", "tokenHash") VALUES ($1, $2, $3, $4)
     RETURNING ${calendarFeeds.columns}`,
    [workspaceId, userId, scope, tokenHash],
  );
  return rows[0] as CalendarFeed;
}

/** Deletes a feed of a member. Its address stops working. */
export async function removeFeed(
  client: ClientBase,
  [workspaceId, userId]: MemberKey,
  id: number,
): Promise<CalendarFeed | undefined> {
  const { rows } = await client.query<CalendarFeed>(
    `DELETE FROM "CalendarFeed" r WHERE r."workspaceId" = $1 AND r."userId" = $2 AND r."id" = $3 RETURNING ${calendarFeeds.columns}`,
    [workspaceId, userId, id],
  );
  return rows[0];
}

/** $1 workspace, $2 id, $3 the hash of the content. */
const markChanged = preparedStatement(
  'calendarFeeds.markChanged',
  `UPDATE "CalendarFeed" r SET "contentHash" = $3, "changedAt" = now(), "lastReadAt" = now()
   WHERE r."workspaceId" = $1 AND r."id" = $2 RETURNING r."changedAt"`,
);

const markRead = preparedStatement(
  'calendarFeeds.markRead',
  'UPDATE "CalendarFeed" r SET "lastReadAt" = now() WHERE r."workspaceId" = $1 AND r."id" = $2',
);

/** Records a change of the content, and returns its time; undefined if the feed was revoked meanwhile. */
export async function recordFeedChange(
  { run }: Pick<Database, 'run'>,
  [workspaceId, id]: RecordKey,
  contentHash: Buffer,
): Promise<string | undefined> {
  const [row] = await run<{ changedAt: string }>(markChanged, [workspaceId, id, contentHash]);
  return row?.changedAt;
}

export async function recordFeedRead({ run }: Pick<Database, 'run'>, key: RecordKey): Promise<void> {
  await run(markRead, [...key]);
}
