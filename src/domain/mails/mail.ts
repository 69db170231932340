import type { CalendarMethod } from '#src/domain/event-calls/call-calendar.ts';

/** An e-mail in both forms. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** What is shown as the sender, before the address of the installation; that of the installation where it is absent. */
  readonly senderName?: string | undefined;
  readonly replyTo?: string;
  /** The same for each attempt, so that a mail that comes twice is known as the same. */
  readonly messageId?: string;
  /** An invitation, its change or its end, for programs with a calendar. */
  readonly calendar?: { readonly method: CalendarMethod; readonly content: string } | undefined;
}
