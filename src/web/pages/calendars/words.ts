import type { CalendarConnectionRowFragment } from '../../gql/calendars.ts';

export type Kind = CalendarConnectionRowFragment['kind'];

export const kindTitles: Readonly<Record<Kind, string>> = {
  ICS: 'Link (ICS)',
  CALDAV: 'CalDAV',
  GOOGLE: 'Google Calendar',
  MICROSOFT: 'Outlook or Microsoft 365',
};

export const kindSentences: Readonly<Record<Kind, string>> = {
  ICS: 'The secret address that most calendars offer (.ics). Slotline reads it; bookings cannot be added to it.',
  CALDAV: 'iCloud, Fastmail, Nextcloud and others, with an app password.',
  GOOGLE: 'You allow access at Google. Slotline reads busy times and adds bookings to a calendar that you choose.',
  MICROSOFT:
    'You allow access at Microsoft. Slotline reads busy times and adds bookings to a calendar that you choose.',
};

/** Where the consent is given. */
export const consentPlaces = { GOOGLE: 'Google', MICROSOFT: 'Microsoft' } as const;

export function needsConsent(kind: Kind): kind is keyof typeof consentPlaces {
  return kind in consentPlaces;
}

interface DavProvider {
  readonly value: string;
  readonly label: string;
  readonly url: string;
  /** How to get a password. */
  readonly hint: string;
}

export const davProviders: readonly DavProvider[] = [
  {
    value: 'icloud',
    label: 'iCloud',
    url: 'https://caldav.icloud.com',
    hint: 'The user name is the address of your Apple Account. Make an app-specific password at account.apple.com, under Sign-In and Security.',
  },
  {
    value: 'fastmail',
    label: 'Fastmail',
    url: 'https://caldav.fastmail.com',
    hint: 'The user name is your Fastmail address. Make an app password in Fastmail under Settings, Privacy & Security, with access to calendars.',
  },
  {
    value: 'nextcloud',
    label: 'Nextcloud',
    url: '',
    hint: 'The address is that of your Nextcloud, followed by /remote.php/dav. Make an app password in Nextcloud under Settings, Security.',
  },
  {
    value: 'other',
    label: 'Another server',
    url: '',
    hint: 'The address of the server is enough for most. If the provider offers app passwords, create one for Slotline.',
  },
];

/** What came of a connection that a provider sent the browser back with. */
const authorizationProblems: Readonly<Record<string, string>> = {
  refused: 'Access was not allowed.',
  partial: 'Not all of the access that is needed was allowed. Connect again, and leave every box ticked.',
  expired: 'This took too long, or was already done. Start again.',
  other_user: 'The person who is signed in here is not the one who started.',
  other_account: 'This is a different account: add it as a new connection.',
  too_many: 'You have the maximum number of connections: disconnect one first.',
  no_calendar: 'There is no calendar in this account.',
  gone: 'The connection has been deleted.',
  provider: 'The provider gave an unexpected response. Try again later.',
};

export function authorizationProblem(code: string): string {
  return Object.hasOwn(authorizationProblems, code) ? (authorizationProblems[code] as string) : 'Try again.';
}
