import {
  type Notification,
  type NotificationPage,
  type NotificationStatus,
  notificationRecord,
} from '#src/domain/notifications/notification.ts';
import type { OwnRows } from '#src/domain/principal/policy.ts';
import type { Database } from '../database.ts';
import { anyOf, equal, ownedBy, type PageQuery, type Read, type Values } from './list.ts';
import { readList } from './read-list.ts';
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

interface NotificationQuery extends PageQuery {
  readonly statuses?: readonly NotificationStatus[] | undefined;
  readonly eventCallId?: number | undefined;
  readonly contactId?: number | undefined;
  /** The calls that the caller sees; undefined for all of the workspace. */
  readonly calls: OwnRows | undefined;
}

/** Lists mails about calls, newest first. */
export async function readNotifications(db: Database, query: NotificationQuery): Promise<Read<NotificationPage>> {
  const { records, ...page } = await readList(db, query, {
    name: 'notifications.list',
    from: '"Notification"',
    reader: notifications,
    sort: { column: 'id', type: 'int', direction: 'desc' },
    cost: 'grows',
    conditions: (values) => [
      ...anyOf('r."status"', '"NotificationStatus"', values, query.statuses),
      ...equal('r."eventCallId"', 'int', values, query.eventCallId),
      ...aboutCalls(values, query),
    ],
  });
  return { notifications: records, ...page };
}

/** A mail has no owner and no contact of its own: those of its call count. */
function aboutCalls(values: Values, { calls, contactId }: NotificationQuery): string[] {
  const conditions = [...ownedBy('c', values, calls), ...equal('c."contactId"', 'int', values, contactId)];
  if (conditions.length === 0) return [];
  const ofMail = ['c."workspaceId" = $1', 'c."id" = r."eventCallId"', ...conditions].join(' AND ');
  return [`EXISTS (SELECT 1 FROM "EventCall" c WHERE ${ofMail})`];
}
