import type { CalendarConnectionRowFragment } from '../../gql/calendars.ts';

export type Kind = CalendarConnectionRowFragment['kind'];

export const kindTitles: Readonly<Record<Kind, string>> = {
  ICS: 'Link (ICS)',
  CALDAV: 'CalDAV',
  GOOGLE: 'Google Calendar',
  MICROSOFT: 'Outlook or Microsoft 365',
};

export const kindSentences: Readonly<Record<Kind, string>> = {
  ICS: 'The secret address that most calendars offer (.ics). Slotline reads it; bookings are not written into it.',
  CALDAV: 'iCloud, Fastmail, Nextcloud and others, with a password that you make for Slotline.',
  GOOGLE: 'You allow the access at Google. Busy times are read, and bookings written into a calendar that you choose.',
  MICROSOFT:
    'You allow the access at Microsoft. Busy times are read, and bookings written into a calendar that you choose.',
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
    hint: 'The address is that of your Nextcloud with /remote.php/dav behind it. Make an app password in Nextcloud under Settings, Security.',
  },
  {
    value: 'other',
    label: 'Another server',
    url: '',
    hint: 'The address of the server is enough in most cases. Where the provider has passwords for apps, make one for Slotline.',
  },
];

/** What came of a connection that a provider sent the browser back with. */
const authorizationProblems: Readonly<Record<string, string>> = {
  refused: 'The access was not allowed.',
  partial: 'Less than needed was allowed: connect once more, and leave every box ticked.',
  expired: 'This took too long, or was done already: begin once more.',
  other_user: 'Another person is signed in here than the one who began.',
  other_account: 'This is another account than before: connect it as a new connection.',
  too_many: 'There are as many connections as a member may have: disconnect one before.',
  no_calendar: 'There is no calendar in this account.',
  gone: 'The connection was deleted meanwhile.',
  provider: 'The provider did not answer as it should: try again later.',
};

export function authorizationProblem(code: string): string {
  return Object.hasOwn(authorizationProblems, code) ? (authorizationProblems[code] as string) : 'Try again.';
}
