import { notificationListInput, previewMailInput, resendNotificationInput } from '#src/domain/notifications/input.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { previewMail, sendTestMail } from '#src/services/mail-previews.ts';
import { listNotifications, resendNotification } from '#src/services/notifications.ts';
import { eventCallTarget, LanguageEnum } from '../event-calls/types.ts';
import { addRelationFields } from '../relations/relation-fields.ts';
import { mutation, query, relationsOfPage } from '../root-fields.ts';
import { MailRecipientEnum, NotificationKindEnum, NotificationStatusEnum } from './enums.ts';
import { MailPreviewType, NotificationPageType, NotificationType, notificationTarget, TestMailType } from './types.ts';

query('notifications', {
  type: NotificationPageType,
  description:
    'Emails about calls, paginated, newest first, until 90 days after the end of the call. Owners and admins see the emails about all calls of the workspace, closers and setters only those about their own calls.',
  access: recordPolicies.Notification.read,
  input: notificationListInput,
  types: { status: NotificationStatusEnum },
  read: listNotifications,
  addRelations: relationsOfPage('notifications', notificationTarget),
});

query('previewMail', {
  type: MailPreviewType,
  description:
    "A preview of an event's email, for its latest call, or for an example if it has none or the credential lacks `eventCalls:read`. Only for owners and admins. Its link is an example that does not work. EVENT_NOT_FOUND if the event does not exist.",
  access: recordPolicies.Event.read,
  input: previewMailInput,
  types: { kind: NotificationKindEnum, recipient: MailRecipientEnum, language: LanguageEnum },
  read: previewMail,
});

mutation('sendTestMail', {
  type: TestMailType,
  description:
    'Sends the preview of an email to you, without its calendar entry, at most 20 an hour. Only for sessions of owners and admins. EVENT_NOT_FOUND if the event does not exist. `invalid_state` if the server sends no email, or the mail server refused it: the message says why.',
  access: { developerArea: true },
  refusesKey: true,
  changes: [],
  input: {
    schema: previewMailInput,
    description: 'The email to try.',
    types: { kind: NotificationKindEnum, recipient: MailRecipientEnum, language: LanguageEnum },
    argument: 'The email.',
  },
  perform: async (who, input) => {
    const { workspaceId, userId } = who.principal;
    await who.accountLimits.count({ testMail: `${workspaceId} ${userId}` });
    return sendTestMail(who, input);
  },
});

mutation('resendNotification', {
  type: NotificationType,
  description:
    'Sends an email again that was sent or has failed, or immediately sends one that is waiting for another attempt. Anyone who can change the call can do this. NOT_FOUND if it does not exist or you cannot see it. id has the error `invalid_state` for an email about a call that has since been rescheduled or cancelled, or a reminder of a call that has begun or whose event does not send emails. RATE_LIMIT_EXCEEDED if it was sent again less than 10 minutes ago, or its recipient got 5 emails about calls of the workspace within an hour, or 20 from this server within a day.',
  access: recordPolicies.Notification.write,
  input: {
    schema: resendNotificationInput,
    description: 'The email to send again.',
    argument: 'The email.',
  },
  perform: resendNotification,
});

addRelationFields(NotificationType, {
  eventCall: { one: eventCallTarget, description: 'The call that the email is about.' },
});
