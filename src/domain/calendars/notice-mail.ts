import { mailForms } from '../mails/layout.ts';
import type { Mail } from '../mails/mail.ts';
import { hasAddress, oneLine } from '../mails/names.ts';
import { type CalendarKind, problemForOthers } from './calendar.ts';

export interface CalendarNotice {
  readonly to: string;
  /** True if the recipient is the member whose calendars these are. */
  readonly isHost: boolean;
  readonly host: { readonly name: string; readonly email: string };
  readonly workspace: string;
  readonly kind: CalendarKind;
  /** The name of the connection. */
  readonly name: string;
  readonly isDisconnected: boolean;
  /** Only the member reads it: owners read a general sentence. */
  readonly problem: string | null;
  /** ISO 8601 in UTC; null: it was never read. */
  readonly lastReadAt: string | null;
  readonly appUrl: string;
}

const kindNames: Readonly<Record<CalendarKind, string>> = {
  ICS: 'Link (ICS)',
  CALDAV: 'CalDAV',
  GOOGLE: 'Google',
  MICROSOFT: 'Microsoft',
};

/** Tells those who can fix it that nobody can book a host, because the host's calendars are unknown. */
export function calendarNotice(notice: CalendarNotice): Mail {
  const { to, isHost, host, workspace, kind, name, isDisconnected, problem, lastReadAt, appUrl } = notice;
  const hostName = oneLine(host.name);
  // Mail programs turn a name that looks like an address into a link.
  const shownHost = hostName === '' || hasAddress(hostName) ? host.email : hostName;
  const which = isHost ? 'Your calendar connection' : `A calendar connection of ${shownHost}`;
  const whom = isHost ? 'you' : 'them';
  const subject = `${which} ${isDisconnected ? 'was rejected by its provider' : 'cannot be read'}`;
  const status = isDisconnected ? 'DISCONNECTED' : 'UNREADABLE';
  const shownProblem = isHost ? problem : problemForOthers({ status, problem, lastReadAt });
  const whose = isHost ? 'your' : 'their';
  const wayOut = isDisconnected
    ? `${isHost ? 'Reconnect it' : `Only ${shownHost} can reconnect it`} to make ${whose} times bookable again. Until then, Slotline retries once an hour for a week; a successful read also makes them bookable again.`
    : `The next successful read makes ${whose} times bookable again.`;
  const forms = mailForms({
    language: 'en',
    heading: subject,
    lines: [`Busy times in its calendars are unknown, so nobody can book ${whom}. ${wayOut}`],
    facts: [
      { label: 'Connection', value: [kindNames[kind], shortName(name)].filter((each) => each !== '').join(': ') },
      { label: 'Status', value: isDisconnected ? 'Disconnected' : 'Unreadable' },
      { label: 'Problem', value: oneLine(shownProblem ?? '') },
      { label: 'Last read', value: lastReadAt === null ? 'Never' : utcText(lastReadAt) },
    ].filter(({ value }) => value !== ''),
    link: { href: `${appUrl}/settings/calendars`, text: 'Open calendar settings', orOpen: 'Or open this link:' },
    end: isHost
      ? `You received this email because people can book you in the workspace “${oneLine(workspace)}”.`
      : `You received this email because you own the workspace “${oneLine(workspace)}”.`,
  });
  return { to, subject, ...forms };
}

function shortName(name: string): string {
  return hasAddress(oneLine(name)) ? '' : oneLine(name);
}

const utcText = (instant: string) => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
