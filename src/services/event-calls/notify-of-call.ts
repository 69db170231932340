import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { deleteReplaced, insertNotifications, readMailSettings } from '#src/db/writes/notifications.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import { reachedLimit } from '#src/domain/mails/mailbox-limit.ts';
import { heldBackUntil, plannedNotifications } from '#src/domain/notifications/planned.ts';
import { inPlaceOf } from '#src/domain/notifications/replaced.ts';

interface UpdatedCall {
  /** Undefined: the call was just booked. */
  readonly before?: EventCall;
  readonly call: EventCall;
  readonly now: Date;
}

/**
 * Adds the mails of a booking, or of a change of its time, host or state, in the transaction of the change. A call that was
 * announced by mail is also moved and cancelled by mail, whatever its event says now: calendars have it. What waits is replaced, so
 * that each recipient gets the last state alone. Where the mailbox of the invitee has no room, the mail is held back at once, and
 * the response to the change says so; the worker counts when it sends.
 */
export async function notifyOfCall(
  client: ClientBase,
  key: RecordKey,
  { before, call, now }: UpdatedCall,
): Promise<void> {
  const settings = await readMailSettings(client, key, call.inviteeEmail);
  const { sendsMail, reminders, sequence, isAnnounced, mails } = settings;
  if (!sendsMail && !isAnnounced) return;
  const planned = plannedNotifications({ before, call, reminders: sendsMail ? reminders : [], now });
  const due = before ? inPlaceOf(await deleteReplaced(client, key, { planned, now }), planned) : planned;
  const freeAt = reachedLimit(mails ?? [], { workspaceId: key[0], now })?.freeAt;
  await insertNotifications(client, key, { planned: heldBackUntil(freeAt, due), sequence });
}
