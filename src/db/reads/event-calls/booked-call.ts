import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import type { UpcomingCalls } from '#src/domain/event-calls/upcoming-calls.ts';
import { type JsonRow, valuesOf } from '../json-record.ts';
import { type CallValues, callJoins, callRecord, eventCallOf } from './record.ts';

/** A call that ends after $3 begins at most a day before it: that is the bound of the index scan. */
const readBookedStatement = preparedStatement(
  'eventCalls.booked',
  `SELECT ${callRecord}, n."withEvent", n."withWorkspace", e."maxUpcomingPerInvitee" FROM "EventCall" c ${callJoins}
   CROSS JOIN LATERAL (
     SELECT count(*) FILTER (WHERE o."eventId" = c."eventId")::int AS "withEvent", count(*)::int AS "withWorkspace"
     FROM "EventCall" o WHERE o."workspaceId" = $1 AND o."contactId" = c."contactId" AND o."status" <> 'CANCELLED'
       AND o."dateTime" > $3::timestamptz - interval '24 hours' AND o."endTime" > $3::timestamptz) n
   WHERE c."workspaceId" = $1 AND c."id" = $2`,
);

/**
 * Reads a call that this transaction has booked, and how many calls to come its contact has with it. Whoever books for the
 * contact holds the lock of its row, so these are all that there are.
 */
export async function readBookedCall(
  client: ClientBase,
  [workspaceId, id]: RecordKey,
  now: Date,
): Promise<{ call: EventCall; upcoming: UpcomingCalls }> {
  const config = queryConfig(readBookedStatement, [workspaceId, id, now.toISOString()]);
  const { rows } = await client.query<JsonRow & UpcomingCalls>(config);
  const row = rows[0] as JsonRow & UpcomingCalls;
  return { call: eventCallOf(valuesOf<CallValues>(row), now.toISOString()), upcoming: row };
}
