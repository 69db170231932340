import { field, type RecordOf } from '#src/domain/record.ts';
/** The kinds of mails about a call. */
export const notificationKinds = ['INVITATION', 'CHANGE', 'CANCELLATION', 'REMINDER'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const mailRecipients = ['INVITEE', 'HOST'] as const;
export type MailRecipient = (typeof mailRecipients)[number];

export const notificationStatuses = ['WAITING', 'SENT', 'FAILED'] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];

/** A mail before each call of an event. */
export const eventReminderRecord = {
  minutesBefore: field.int('Minutes before the call begins.'),
  recipient: field.oneOf(mailRecipients, 'Who gets it.'),
};
export interface EventReminder extends RecordOf<typeof eventReminderRecord> {}

/** The record in GraphQL: a mail about a call and its status. Instants are ISO 8601 text in UTC. */
export const notificationRecord = {
  id: field.int('Notification id.'),
  eventCallId: field.int('Id of the call.'),
  kind: field.oneOf(notificationKinds, 'What it says.'),
  recipient: field.oneOf(mailRecipients, 'Who gets it.'),
  status: field.oneOf(notificationStatuses, 'Status.'),
  dateTime: field.dateTime('When the call begins, as the mail says it.'),
  attempts: field.int('How often it was tried: attempts that have ended.'),
  lastError: field.string('Why the last attempt failed, with the words of the mail server.').nullable(),
  isHeldBack: field.boolean(
    'The mailbox of the recipient got as many mails as it may get: it waits until `nextAttemptAt`, or has failed because the call is over by then.',
  ),
  nextAttemptAt: field.dateTime('When it is sent, or tried again; null where it is not any more.').nullable(),
  sentAt: field.dateTime('When the mail server took it; null where it has not.').nullable(),
  createdAt: field.dateTime('When it was added.'),
};
export interface Notification extends RecordOf<typeof notificationRecord> {}

export const mailPreviewRecord = {
  subject: field.string('The subject.'),
  text: field.string('The mail as plain text.'),
  html: field.string('The same as HTML.'),
};
export interface MailPreview extends RecordOf<typeof mailPreviewRecord> {}
