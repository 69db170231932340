import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import type { Actor, HistoryEntry } from '#src/domain/event-calls/call-history.ts';

const insertStatement = preparedStatement(
  'eventCallChanges.insert',
  `INSERT INTO "EventCallChange" ("workspaceId", "eventCallId", "kind", "actorKind", "actorId", "apiKeyId", "clientId",
     "dateTimeBefore", "dateTime", "userIdBefore", "userId", "outcomeBefore", "outcome", "reason")
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
);

/** Adds an entry to the call history, in the transaction of the update. `booked-call.ts` adds bookings. */
export async function insertHistoryEntry(
  client: ClientBase,
  key: RecordKey,
  { change, actor }: { readonly change: HistoryEntry; readonly actor: Actor },
): Promise<void> {
  await client.query(
    queryConfig(insertStatement, [
      ...[...key, change.kind, actor.actorKind, actor.actorId, actor.apiKeyId, actor.clientId],
      ...[change.dateTimeBefore, change.dateTime, change.userIdBefore, change.userId],
      ...[change.outcomeBefore, change.outcome, change.reason],
    ]),
  );
}

const movesByLinkStatement = preparedStatement(
  'eventCallChanges.movesByLink',
  `SELECT (extract(epoch FROM now() - "createdAt") * 1000)::float8 AS "age" FROM "EventCallChange"
   WHERE "workspaceId" = $1 AND "eventCallId" = $2 AND "actorKind" = 'INVITEE' AND "kind" = 'MOVED' ORDER BY "id" DESC LIMIT $3`,
);

/** Returns how many ms ago a call was rescheduled by its link, latest first. The caller holds the lock of the call. */
export async function readMovesByLink(client: ClientBase, key: RecordKey, limit: number): Promise<number[]> {
  const { rows } = await client.query<{ age: number }>(queryConfig(movesByLinkStatement, [...key, limit]));
  return rows.map(({ age }) => age);
}

const outcomeSetterStatement = preparedStatement(
  'eventCallChanges.outcomeSetter',
  `SELECT trim(u."firstName" || ' ' || u."lastName") AS "name" FROM "EventCallChange" c
   LEFT JOIN "User" u ON u."id" = c."actorId"
   WHERE c."workspaceId" = $1 AND c."eventCallId" = $2 AND c."outcome" IS DISTINCT FROM c."outcomeBefore"
   ORDER BY c."id" DESC LIMIT 1`,
);

/** Returns the name of the member who last set, replaced or cleared the outcome of a call; undefined if nobody knows it. */
export async function readOutcomeSetter(client: ClientBase, key: RecordKey): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string | null }>(queryConfig(outcomeSetterStatement, [...key]));
  return rows[0]?.name || undefined;
}

/** Clears the reasons in the call history, which may name the invitee. */
export async function eraseReasons(client: ClientBase, workspaceId: number, callIds: readonly number[]): Promise<void> {
  await client.query(
    `UPDATE "EventCallChange" SET "reason" = NULL
     WHERE "workspaceId" = $1 AND "eventCallId" = ANY ($2::int[]) AND "reason" IS NOT NULL`,
    [workspaceId, callIds],
  );
}
