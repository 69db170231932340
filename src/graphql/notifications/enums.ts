import { mailRecipients, notificationKinds, notificationStatuses } from '#src/domain/notifications/notification.ts';
import { enumType } from '../builder.ts';

export const MailRecipientEnum = enumType('MailRecipient', mailRecipients, 'Who gets a mail about a call.');
export const NotificationKindEnum = enumType('NotificationKind', notificationKinds, 'What a mail about a call says.');
export const NotificationStatusEnum = enumType(
  'NotificationStatus',
  notificationStatuses,
  'WAITING: it will be sent, or tried again. SENT: the mail server has taken it. FAILED: it is tried no more.',
);
