import type { CalendarMethod } from '#src/domain/event-calls/call-calendar.ts';

/** An e-mail in both forms. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The display name of the sender; by default that of the installation. */
  readonly senderName?: string | undefined;
  readonly replyTo?: string;
  /** The same for each attempt, so that a mail that arrives twice is recognised. */
  readonly messageId?: string;
  /** Where a program for mail switches such mails off with one request, without a person (RFC 8058). */
  readonly unsubscribeUrl?: string;
  /** An invitation, its update or its cancellation, for calendar programs. */
  readonly calendar?: { readonly method: CalendarMethod; readonly content: string } | undefined;
}
