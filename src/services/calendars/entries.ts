import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { addEntry, changeEntries } from '#src/db/writes/calendar-entries.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import { isEqual } from '#src/lib/is-equal.ts';

type EnteredCall = Pick<EventCall, 'userId' | 'status' | 'dateTime' | 'endTime' | 'guests'>;

interface UpdatedCall {
  readonly before: EnteredCall;
  readonly call: EnteredCall;
  readonly now: Date;
}

/**
 * Makes the calendar entries of a call due if its time, host, status or guests have changed, in the transaction of the change. A call
 * gets an entry only when it is booked or gets a new host: a host who was invited by e-mail before is updated by e-mail.
 */
export async function updateCallEntries(
  client: ClientBase,
  key: RecordKey,
  { before, call, now }: UpdatedCall,
): Promise<void> {
  const hasNewHost = before.userId !== call.userId;
  const isMoved = before.dateTime !== call.dateTime || before.endTime !== call.endTime;
  const isSame = before.status === call.status && isEqual(before.guests, call.guests);
  if (!hasNewHost && !isMoved && isSame) return;
  const [workspaceId, id] = key;
  const entries = await changeEntries(client, workspaceId, { callIds: [id], endTime: call.endTime, now });
  // The host may have chosen another calendar for bookings since then.
  if (call.status === 'CANCELLED' || (!hasNewHost && entries === 0)) return;
  await addEntry(client, key, { userId: call.userId, endTime: call.endTime, now });
}
