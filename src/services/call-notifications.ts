import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { deleteReminders, insertNotifications, readMailSettings, retryNow } from '#src/db/writes/notifications.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import { plannedNotifications } from '#src/domain/notifications/planned.ts';

interface CallChange {
  /** Undefined: the call was just booked. */
  readonly before?: EventCall;
  readonly call: EventCall;
  readonly now: Date;
}

/**
 * Adds the mails of a booking, or of a change of its time, host or state, in the transaction of the change. A call that was
 * announced by mail is also moved and cancelled by mail, whatever its event says now: calendars have it. Reminders are replaced.
 */
export async function notifyOfCall(
  client: ClientBase,
  key: RecordKey,
  { before, call, now }: CallChange,
): Promise<void> {
  const { sendsMail, reminders, sequence, isAnnounced } = await readMailSettings(client, key);
  if (before) await deleteReminders(client, key);
  if (!sendsMail && !isAnnounced) return;
  if (before) await retryNow(client, key, now);
  const planned = plannedNotifications({ before, call, reminders: sendsMail ? reminders : [], now });
  await insertNotifications(client, key, { planned, sequence });
}
