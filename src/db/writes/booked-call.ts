import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import type { Actor } from '#src/domain/event-calls/call-change.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import type { UpcomingCalls } from '#src/domain/event-calls/upcoming-calls.ts';
import { type CallValues, callJoins, callRecord, eventCallOf } from '../reads/event-calls/record.ts';
import { type JsonRow, valuesOf } from '../reads/json-record.ts';

/**
 * The history begins in the statement that reads the call, because one more would be one more round trip of each booking. A
 * call that ends after $3 begins at most a day before it: that is the bound of the index scan.
 */
const bookedStatement = preparedStatement(
  'eventCalls.booked',
  `WITH "change" AS (
     INSERT INTO "EventCallChange" ("workspaceId", "eventCallId", "kind", "actorKind", "actorId", "apiKeyId", "clientId")
     VALUES ($1, $2, 'BOOKED', $4, $5, $6, $7))
   SELECT ${callRecord}, n."withEvent", n."withWorkspace", e."maxUpcomingPerInvitee" FROM "EventCall" c ${callJoins}
   CROSS JOIN LATERAL (
     SELECT count(*) FILTER (WHERE o."eventId" = c."eventId")::int AS "withEvent", count(*)::int AS "withWorkspace"
     FROM "EventCall" o WHERE o."workspaceId" = $1 AND o."contactId" = c."contactId" AND o."status" <> 'CANCELLED'
       AND o."dateTime" > $3::timestamptz - interval '24 hours' AND o."endTime" > $3::timestamptz) n
   WHERE c."workspaceId" = $1 AND c."id" = $2`,
);

/**
 * Adds to the history of a call that this transaction has booked who did so, and reads the call, and how many calls to come
 * its contact has with it. Whoever books for the contact holds the lock of its row, so these are all that there are.
 */
export async function recordBooking(
  client: ClientBase,
  [workspaceId, id]: RecordKey,
  { actor: { actorKind, actorId, apiKeyId, clientId }, now }: { readonly actor: Actor; readonly now: Date },
): Promise<{ call: EventCall; upcoming: UpcomingCalls }> {
  const values = [workspaceId, id, now.toISOString(), actorKind, actorId, apiKeyId, clientId];
  const { rows } = await client.query<JsonRow & UpcomingCalls>(queryConfig(bookedStatement, values));
  const row = rows[0] as JsonRow & UpcomingCalls;
  return { call: eventCallOf(valuesOf<CallValues>(row), now.toISOString()), upcoming: row };
}
