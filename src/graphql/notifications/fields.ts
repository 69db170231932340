import { previewMailInput, resendNotificationInput } from '#src/domain/notifications/input.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { previewMail, resendNotification } from '#src/services/notifications.ts';
import { LanguageEnum } from '../event-calls/types.ts';
import { mutation, query } from '../root-fields.ts';
import { MailRecipientEnum, NotificationKindEnum } from './enums.ts';
import { MailPreviewType, NotificationType } from './types.ts';

query('previewMail', {
  type: MailPreviewType,
  description:
    'A mail of an event as it would be sent, about a call that does not exist; for owners and admins. Its link is an example and leads nowhere. EVENT_NOT_FOUND if there is no event of this id.',
  access: recordPolicies.Event.read,
  input: previewMailInput,
  enums: { kind: NotificationKindEnum, recipient: MailRecipientEnum, language: LanguageEnum },
  read: previewMail,
});

mutation('resendNotification', {
  type: NotificationType,
  description:
    'Sends a mail again that was sent or has failed, and one that waits for another attempt at once. Who may change the call may do so. NOT_FOUND if there is none that you see. An error of id (`invalid_state`): a mail of a call that was moved or cancelled since, a reminder of a call that has begun or whose event sends no mails. RATE_LIMIT_EXCEEDED: it was sent again less than 10 minutes ago, or its recipient got 5 mails about calls of the workspace within an hour, or 20 of this server within a day.',
  access: recordPolicies.Notification.write,
  input: {
    schema: resendNotificationInput,
    description: 'Which mail is sent again.',
    argument: 'The mail.',
  },
  perform: resendNotification,
});
