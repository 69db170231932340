import { notificationOfRow } from '#src/db/reads/notifications.ts';
import { mailPreviewRecord, notificationRecord, testMailRecord } from '#src/domain/notifications/notification.ts';
import { builder } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { recordFields, recordType } from '../record-types.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

export const NotificationType = builder.prismaObject('Notification', {
  findUnique: byId,
  description: 'An email about a call to one recipient, and its delivery status.',
  fields: (t) => recordFields(t, notificationRecord),
});

export const NotificationPageType = pageType('notifications', NotificationType, {
  of: 'emails about calls',
  items: 'emails',
  count: 'Total number of matching emails.',
});

export const notificationTarget: RelationTarget<Parameters<typeof notificationOfRow>[0]> = {
  type: NotificationType,
  record: 'Notification',
  model: 'notification',
  toRecord: notificationOfRow,
  orderBy: [{ id: 'desc' }],
};

export const MailPreviewType = recordType('MailPreview', mailPreviewRecord, {
  description: 'A preview of an email about a call.',
});

export const TestMailType = recordType('TestMail', testMailRecord, { description: 'An email that was sent to you.' });
