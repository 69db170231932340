/** What a mail about a call says. */
export const notificationKinds = ['INVITATION', 'CHANGE', 'CANCELLATION', 'REMINDER'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const mailRecipients = ['INVITEE', 'HOST'] as const;
export type MailRecipient = (typeof mailRecipients)[number];

export const notificationStatuses = ['WAITING', 'SENT', 'FAILED'] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];

/** A mail before each call of an event. */
export interface EventReminder {
  minutesBefore: number;
  recipient: MailRecipient;
}

/** The record in GraphQL: a mail about a call, and what became of it. Instants are ISO 8601 text in UTC. */
export interface Notification {
  id: number;
  eventCallId: number;
  kind: NotificationKind;
  recipient: MailRecipient;
  status: NotificationStatus;
  /** When the call begins, as the mail says it. */
  dateTime: string;
  attempts: number;
  lastError: string | null;
  /** Its mailbox got as many mails as it may. */
  isHeldBack: boolean;
  /** Null where it is not sent any more. */
  nextAttemptAt: string | null;
  sentAt: string | null;
  createdAt: string;
}

export interface MailPreview {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
