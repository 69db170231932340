import type { Notification } from '#src/domain/notifications/notification.ts';
import { instants, plain, recordReader } from './record-reader.ts';

/** A mail is not tried any more once it was sent or has failed. */
export const notifications = recordReader<Notification>({
  ...plain('r', 'id', 'eventCallId', 'kind', 'recipient', 'status'),
  ...instants('r', 'dateTime'),
  ...plain('r', 'attempts', 'lastError', 'isHeldBack'),
  nextAttemptAt: {
    ...instants('r', 'dueAt').dueAt,
    sql: `CASE WHEN r."status" = 'WAITING' THEN r."dueAt" END`,
  },
  ...instants('r', 'sentAt', 'createdAt'),
});

/** What Prisma's row of a mail lacks. */
export function notificationOfRow({ status, dueAt }: { readonly status: string; readonly dueAt: Date }) {
  return { nextAttemptAt: status === 'WAITING' ? dueAt : null };
}
