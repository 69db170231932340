import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { deleteReplaced, insertNotifications, readMailSettings } from '#src/db/writes/notifications.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import { reachedLimit } from '#src/domain/mails/mailbox-limit.ts';
import { heldBackUntil, plannedForGuests, plannedNotifications } from '#src/domain/notifications/planned.ts';
import { inPlaceOf } from '#src/domain/notifications/replaced.ts';
import { isEqual } from '#src/lib/is-equal.ts';

interface UpdatedCall {
  /** Undefined if the call was just booked. */
  readonly before?: EventCall;
  readonly call: EventCall;
  readonly now: Date;
}

/**
 * Adds the e-mails of a booking, or of an update of its time, host, status or guests, in the same transaction. If e-mail announced the
 * call, later updates are sent too, even if the event no longer sends e-mail, because calendars have the call. Waiting e-mails
 * are replaced, so that each recipient gets only the last state. If the invitee's mailbox has no room, the e-mail is held back
 * at once, and the response says so; the worker counts when it sends.
 */
export async function notifyOfCall(
  client: ClientBase,
  key: RecordKey,
  { before, call, now }: UpdatedCall,
): Promise<void> {
  const settings = await readMailSettings(client, key, call.inviteeEmail);
  const { sendsMail, reminders, sequence, isAnnounced, mails } = settings;
  if (!sendsMail && !isAnnounced) return;
  const change = { call, reminders: sendsMail ? reminders : [], now };
  const isOfGuests = before !== undefined && !isEqual(before.guests, call.guests);
  const planned = isOfGuests ? plannedForGuests({ ...change, before }) : plannedNotifications({ ...change, before });
  const due = before ? inPlaceOf(await deleteReplaced(client, key, { planned, isOfGuests, now }), planned) : planned;
  const freeAt = reachedLimit(mails ?? [], { workspaceId: key[0], now })?.freeAt;
  await insertNotifications(client, key, { planned: heldBackUntil(freeAt, due), sequence });
}
