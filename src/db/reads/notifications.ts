import { type Notification, notificationRecord } from '#src/domain/notifications/notification.ts';
import { columnsOfRecord, instant, recordReader } from './record-reader.ts';

/** A mail that was sent or has failed is not retried. */
export const notifications = recordReader<Notification>({
  ...columnsOfRecord('r', notificationRecord),
  nextAttemptAt: instant(`CASE WHEN r."status" = 'WAITING' THEN r."dueAt" END`),
});

/** Computes the field of a mail that Prisma's row lacks. */
export function notificationOfRow({ status, dueAt }: { readonly status: string; readonly dueAt: Date }) {
  return { nextAttemptAt: status === 'WAITING' ? dueAt : null };
}
