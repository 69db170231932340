import { type Notification, notificationRecord } from '#src/domain/notifications/notification.ts';
import { columnsOfRecord, instant, recordReader } from './record-reader.ts';

/** A mail is not tried any more once it was sent or has failed. */
export const notifications = recordReader<Notification>({
  ...columnsOfRecord('r', notificationRecord),
  nextAttemptAt: instant(`CASE WHEN r."status" = 'WAITING' THEN r."dueAt" END`),
});

/** What Prisma's row of a mail lacks. */
export function notificationOfRow({ status, dueAt }: { readonly status: string; readonly dueAt: Date }) {
  return { nextAttemptAt: status === 'WAITING' ? dueAt : null };
}
