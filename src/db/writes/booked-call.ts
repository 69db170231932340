import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import type { Actor } from '#src/domain/event-calls/call-history.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import type { UpcomingCalls } from '#src/domain/event-calls/upcoming-calls.ts';
import type { StageRule } from '#src/domain/workspaces/stage-rules.ts';
import { callJoins, eventCalls } from '../reads/event-calls/record.ts';
import type { JsonRow } from '../reads/json-record.ts';

/** A call that ends after $3 begins at most a day before it: this bounds the index scan. */
const isToCome = `o."workspaceId" = $1 AND o."status" <> 'CANCELLED'
  AND o."dateTime" > $3::timestamptz - interval '24 hours' AND o."endTime" > $3::timestamptz`;

/**
 * One statement starts the history, updates the host entry and reads the call, because each more would cost every booking a
 * round trip. A contact has few answers, the field of stages one of each contact: the `+ 0` keeps PostgreSQL from using the index of
 * the field. The calls of the contact and of the mailbox are found by separate indexes; with OR, PostgreSQL may use neither.
 */
const bookedStatement = preparedStatement(
  'eventCalls.booked',
  `WITH "change" AS (
     INSERT INTO "EventCallChange" ("workspaceId", "eventCallId", "kind", "actorKind", "actorId", "apiKeyId", "clientId")
     VALUES ($1, $2, 'BOOKED', $4, $5, $6, $7)),
   "host" AS (
     UPDATE "EventHost" SET "lastBookedAt" = $10 WHERE "workspaceId" = $1 AND "eventId" = $8 AND "userId" = $9)
   SELECT ${eventCalls.record}, n."withEvent", n."withWorkspace", e."maxUpcomingPerInvitee",
     NOT EXISTS (
       SELECT FROM "EventCall" o WHERE o."workspaceId" = $1 AND o."contactId" = c."contactId" AND o."id" <> $2) AS "isFirst",
     (SELECT w."stageRules" FROM "Workspace" w WHERE w."id" = $1) AS "stageRules", (
       SELECT a."answer"[1] FROM "CustomFieldAnswer" a
       WHERE a."workspaceId" = $1 AND a."customFieldId" + 0 = $11::int AND a."contactId" = c."contactId") AS "stage"
   FROM "EventCall" c ${callJoins}
   CROSS JOIN LATERAL (
     SELECT count(*) FILTER (WHERE o."eventId" = c."eventId")::int AS "withEvent", count(*)::int AS "withWorkspace"
     FROM (
       SELECT o."eventId" FROM "EventCall" o WHERE o."contactId" = c."contactId" AND ${isToCome}
       UNION ALL
       SELECT o."eventId" FROM "EventCall" o WHERE o."mailboxKey" = c."mailboxKey"
         AND o."contactId" IS DISTINCT FROM c."contactId" AND ${isToCome}) o) n
   WHERE c."workspaceId" = $1 AND c."id" = $2`,
);

interface RecordedBooking {
  readonly actor: Actor;
  /** The host entry that the booking chose. */
  readonly host: { readonly eventId: number; readonly userId: number; readonly lastBookedAt: Date };
  /** The field that has the stages of contacts, if there is one. */
  readonly stageFieldId: number | undefined;
  readonly now: Date;
}

/** What a rule for the first booking needs to know of the contact. */
export interface BookedContact {
  /** True if the contact has no other call. */
  readonly isFirst: boolean;
  readonly stageRules: readonly StageRule[];
  /** The present stage; null if it has none. */
  readonly stage: string | null;
}

type BookedRow = JsonRow & UpcomingCalls & BookedContact;

interface BookedCall {
  readonly call: EventCall;
  readonly upcoming: UpcomingCalls;
  readonly contact: BookedContact;
}

/**
 * Records in the call history who booked the call, and in the host entry when. Reads the call, the stage of its contact, and the
 * number of upcoming calls of its contact and its mailbox, including this one. The counts are complete: a booking locks the row of
 * the contact and the rows of the event's hosts. However, concurrent bookings of one mailbox under several addresses, for events
 * without a common host, may miss each other: a lock for the mailbox would cost every booking a statement.
 */
export async function recordBooking(
  client: ClientBase,
  [workspaceId, id]: RecordKey,
  { actor: { actorKind, actorId, apiKeyId, clientId }, host, stageFieldId, now }: RecordedBooking,
): Promise<BookedCall> {
  const ofHost = [host.eventId, host.userId, host.lastBookedAt.toISOString()];
  const ofActor = [actorKind, actorId, apiKeyId, clientId];
  const values = [workspaceId, id, now.toISOString(), ...ofActor, ...ofHost, stageFieldId ?? null];
  const { rows } = await client.query<BookedRow>(queryConfig(bookedStatement, values));
  const row = rows[0] as BookedRow;
  return { call: eventCalls.of([row], now.toISOString())[0] as EventCall, upcoming: row, contact: row };
}
