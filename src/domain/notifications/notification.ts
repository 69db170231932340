import type { Page } from '#src/domain/page.ts';
import { field, type RecordOf } from '#src/domain/record.ts';

/** The kinds of mails about a call. */
export const notificationKinds = ['INVITATION', 'CHANGE', 'CANCELLATION', 'REMINDER'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const mailRecipients = ['INVITEE', 'HOST', 'GUEST'] as const;
export type MailRecipient = (typeof mailRecipients)[number];

/** Guests get the reminders of the invitee. */
export const reminderRecipients = ['INVITEE', 'HOST'] as const satisfies readonly MailRecipient[];

export const notificationStatuses = ['WAITING', 'SENT', 'FAILED'] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];

/** A mail before each call of an event. */
export const eventReminderRecord = {
  minutesBefore: field.int('Minutes before the call begins.'),
  recipient: field
    .oneOf(mailRecipients, 'Recipient of the email: INVITEE, with the guests, or HOST.')
    .holding<(typeof reminderRecipients)[number]>(),
};
export interface EventReminder extends RecordOf<typeof eventReminderRecord> {}

/** The record in GraphQL: a mail about a call and its status. Instants are ISO 8601 text in UTC. */
export const notificationRecord = {
  id: field.int('Notification id.'),
  eventCallId: field.int('Id of the call.'),
  kind: field.oneOf(notificationKinds, 'Kind of the email.'),
  recipient: field.oneOf(mailRecipients, 'Recipient of the email.'),
  guestEmail: field.string('Email address of the guest; null for other recipients.').nullable().personal(),
  status: field.oneOf(notificationStatuses, 'Status of the email.'),
  dateTime: field.dateTime('Start of the call, as stated in the email.'),
  attempts: field.int('Number of completed attempts to send it.'),
  lastError: field.string("Why the last attempt failed, including the mail server's response.").nullable(),
  isHeldBack: field.boolean(
    "True if the recipient's mailbox has reached the maximum number of emails. The email is held until `nextAttemptAt`, or has failed because the call is over by then.",
  ),
  nextAttemptAt: field.dateTime('When the next attempt is made; null if there is none.').nullable(),
  sentAt: field.dateTime('When the mail server accepted it; null if it has not.').nullable(),
  createdAt: field.dateTime('When the notification was created.'),
};
export interface Notification extends RecordOf<typeof notificationRecord> {}

export type NotificationPage = Page<'notifications', Notification>;

export const mailPreviewRecord = {
  subject: field.string('Subject of the email.'),
  text: field.string('Body of the email as plain text.'),
  html: field.string('Body of the email as HTML.'),
};
export const testMailRecord = {
  to: field.string('The address that it was sent to: yours.'),
  subject: field.string('Subject of the email.'),
};

export interface MailPreview extends RecordOf<typeof mailPreviewRecord> {}
