import type { StoredMail } from '#src/db/reads/notification-mails.ts';
import type { BookingTokens } from '#src/domain/event-calls/booking-token.ts';
import { isLanguage } from '#src/domain/languages/language.ts';
import type { MailBrand } from '#src/domain/mails/layout.ts';
import type { Mail } from '#src/domain/mails/mail.ts';
import { callMail } from '#src/domain/notifications/call-mail.ts';
import { picturePath } from '#src/domain/workspaces/brand.ts';

export interface ComposeContext {
  /** The public URL whose host is part of the ids of calls and e-mails. */
  readonly baseUrl: string;
  /** The base URL of the pages that e-mails link to. */
  readonly appUrl: string;
  readonly bookingTokens: Pick<BookingTokens, 'sign' | 'signHold' | 'mailId'>;
}

interface Reference {
  readonly workspaceId: number;
  readonly id: number;
}

/** Hosts have no language of their own. */
const languageOfHosts = 'en';

/** Composes the e-mail; undefined if it has no recipient. Each attempt has the same Message-ID. */
export function composeMail(
  { baseUrl, appUrl, bookingTokens }: ComposeContext,
  { workspaceId, id }: Reference,
  { stored, now }: { readonly stored: StoredMail; readonly now: Date },
): Mail | undefined {
  const { kind, recipient, previewId, language, workspace, hostEmail, hostTimeZone, timeZone, isInCalendar, ...call } =
    stored;
  const isHost = recipient === 'HOST';
  const { hourFormat, ownTexts } = stored;
  const mail = callMail({
    kind,
    recipient,
    guest: guestOf(stored),
    workspace,
    hourFormat,
    brand: mailBrand(appUrl, workspaceId, stored),
    ownTexts: ownTexts ?? undefined,
    baseUrl,
    stamp: now,
    call: { ...call, previewId, dateTime: isoText(call.dateTime), endTime: isoText(call.endTime) },
    language: !isHost && isLanguage(language) ? language : languageOfHosts,
    timeZone: isHost ? hostTimeZone : timeZone,
    host: { name: `${call.hostFirstName} ${call.hostLastName}`, email: hostEmail },
    // Without an attachment if the call is already in the host's calendar, where it would appear twice.
    hasCalendar: !(isHost && isInCalendar),
    hostLink: `${appUrl}/calls/${previewId}`,
    link: `${appUrl}/b/${bookingTokens.sign({ workspaceId, previewId })}`,
  });
  const messageId = `<${previewId}.${bookingTokens.mailId(id)}.${call.resends}@${new URL(baseUrl).hostname}>`;
  return mail && { ...mail, messageId };
}

/** Only a guest who was removed gets a cancellation of a call that takes place. */
function guestOf({ kind, guestEmail, presentStatus }: StoredMail) {
  if (guestEmail === null) return undefined;
  return { email: guestEmail, isRemoved: kind === 'CANCELLATION' && presentStatus !== 'CANCELLED' };
}

/** The looks of mails of a workspace. */
export function mailBrand(
  appUrl: string,
  workspaceId: number,
  { workspace, accentColor, logoVersion }: Pick<StoredMail, 'workspace' | 'accentColor' | 'logoVersion'>,
): MailBrand {
  const logoUrl = logoVersion === null ? null : appUrl + picturePath(workspaceId, 'logo', logoVersion);
  return { workspaceName: workspace, accentColor, logoUrl };
}

const isoText = (instant: string) => new Date(instant).toISOString();

/** True for a reminder if the call was moved or cancelled or has begun, or if its event no longer sends e-mails. */
export function isOutdated(
  { kind, dateTime, presentDateTime, presentStatus, sendsMail }: StoredMail,
  now: Date,
): boolean {
  if (kind !== 'REMINDER') return false;
  const start = Date.parse(dateTime);
  return !sendsMail || presentStatus === 'CANCELLED' || Date.parse(presentDateTime) !== start || start <= now.getTime();
}
