import { mailRecipients, notificationKinds, notificationStatuses } from '#src/domain/notifications/notification.ts';
import { enumType } from '../builder.ts';

export const MailRecipientEnum = enumType('MailRecipient', mailRecipients, 'The recipient of an email about a call.');
export const NotificationKindEnum = enumType(
  'NotificationKind',
  notificationKinds,
  'The kind of an email about a call.',
);
export const NotificationStatusEnum = enumType(
  'NotificationStatus',
  notificationStatuses,
  'WAITING: it will be sent or retried. SENT: the mail server accepted it. FAILED: it will not be retried.',
);
