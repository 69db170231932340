import type { StoredMail } from '#src/db/reads/notification-mails.ts';
import type { BookingTokens } from '#src/domain/event-calls/booking-token.ts';
import { isLanguage } from '#src/domain/languages/language.ts';
import type { Mail } from '#src/domain/mails/mail.ts';
import { callMail } from '#src/domain/notifications/call-mail.ts';

export interface ComposeContext {
  /** Its host is part of the identity of calls and mails. */
  readonly baseUrl: string;
  /** Where the pages are that mails link to. */
  readonly appUrl: string;
  readonly bookingTokens: Pick<BookingTokens, 'sign' | 'signHold' | 'mailId'>;
}

interface Reference {
  readonly workspaceId: number;
  readonly id: number;
}

/** Hosts have no language of their own. */
const languageOfHosts = 'en';

/** The mail as it is sent; undefined where there is nobody to send it to. Each attempt has the same Message-ID. */
export function composeMail(
  { baseUrl, appUrl, bookingTokens }: ComposeContext,
  { workspaceId, id }: Reference,
  { stored, now }: { readonly stored: StoredMail; readonly now: Date },
): Mail | undefined {
  const { kind, recipient, previewId, language, workspace, hostEmail, hostTimeZone, timeZone, isInCalendar, ...call } =
    stored;
  const isHost = recipient === 'HOST';
  const mail = callMail({
    kind,
    recipient,
    workspace,
    baseUrl,
    stamp: now,
    call: { ...call, previewId, dateTime: isoText(call.dateTime), endTime: isoText(call.endTime) },
    language: !isHost && isLanguage(language) ? language : languageOfHosts,
    timeZone: isHost ? hostTimeZone : timeZone,
    host: { name: `${call.hostFirstName} ${call.hostLastName}`, email: hostEmail },
    // What is written into the host's calendar would be there twice.
    hasCalendar: !(isHost && isInCalendar),
    hostLink: `${appUrl}/calls/${previewId}`,
    link: `${appUrl}/b/${bookingTokens.sign({ workspaceId, previewId })}`,
  });
  const messageId = `<${previewId}.${bookingTokens.mailId(id)}.${call.resends}@${new URL(baseUrl).hostname}>`;
  return mail && { ...mail, messageId };
}

const isoText = (instant: string) => new Date(instant).toISOString();

/** A reminder of a call that was moved or cancelled, or has begun, or whose event sends no mails any more. */
export function isOutdated(
  { kind, dateTime, presentDateTime, presentStatus, sendsMail }: StoredMail,
  now: Date,
): boolean {
  if (kind !== 'REMINDER') return false;
  const start = Date.parse(dateTime);
  return !sendsMail || presentStatus === 'CANCELLED' || Date.parse(presentDateTime) !== start || start <= now.getTime();
}
