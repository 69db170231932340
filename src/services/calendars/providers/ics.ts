import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { canonicalEmail, emailForm } from '#src/lib/network/email-address.ts';
import { type OutgoingResponse, RequestFailure } from '#src/lib/network/outgoing-client.ts';
import { retryAfterMs } from '#src/lib/network/retry-after.ts';
import { version } from '#src/lib/version.ts';
import type { ICalendarOptions } from '../icalendar/busy-of-icalendar.ts';
import { readChangedICalendar, readICalendar } from '../icalendar/read-icalendar.ts';
import type { CalendarAccess, CalendarProvider } from './provider.ts';
import { isZoneOfPlace } from './zone-of-place.ts';

// A calendar published at an address. The address is also the credential: whoever has it may read. The calendar is read-only.

type Access = CalendarAccess<{ readonly kind: 'ICS'; readonly url: string }>;

const maxBytes = 50 * 1024 * 1024;
const timeoutMs = 30_000;

/** One address has one calendar. The address itself is secret, so it cannot serve as the id. */
const externalId = 'ics';

/** The last response and how it was read. */
interface SyncState {
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  /** The digest of the content: many servers resend unchanged content. */
  readonly digest: string;
}

export const icsProvider: CalendarProvider<Access['secret']> = {
  async listCalendars(access) {
    const { hostname } = new URL(access.secret.url);
    const { body } = await fetched(access);
    // The entries are read afterwards, with the range.
    assertNoPage(body);
    const options = optionsOf(access, { range: { from: 0, until: 0 }, timeZone: access.timeZone });
    const read = await readICalendar([body], options, access);
    const name = read.name ?? hostname;
    const timeZone = isZoneOfPlace(read.timeZone) ? read.timeZone : null;
    return { name: hostname, calendars: [{ externalId, name, timeZone, isWritable: false, isPrimary: true }] };
  },

  async readBusy(access, calendar, range) {
    const timeZone = calendar.timeZone ?? access.timeZone;
    const last = calendar.syncState === null ? undefined : (JSON.parse(calendar.syncState) as SyncState);
    const answer = await fetched(access, last);
    if (answer.status === 304) return 'unchanged';
    assertNoPage(answer.body);
    const options = { ...optionsOf(access, { range, timeZone }), lastDigest: last?.digest ?? null };
    const read = await readChangedICalendar([answer.body], options, access);
    if (read === 'unchanged') return read;
    const { etag, 'last-modified': lastModified } = answer.headers;
    const { busy, own, ownUids, digest } = read;
    const state: SyncState = { etag, lastModified, digest };
    return { busy, own, ownUids, syncState: JSON.stringify(state) };
  },
};

/** Fetches the calendar; 304 if it has not changed since `last`. */
async function fetched({ secret, http, signal }: Access, last?: SyncState): Promise<OutgoingResponse> {
  const headers = {
    accept: 'text/calendar, */*;q=0.1',
    'user-agent': `Slotline/${version}`,
    ...(last?.etag !== undefined && { 'if-none-match': last.etag }),
    ...(last?.lastModified !== undefined && { 'if-modified-since': last.lastModified }),
  };
  const answer = await http.request({ url: secret.url, headers, timeoutMs, maxBytes, signal }).catch((error) => {
    throw error instanceof RequestFailure ? new CalendarProblem(error.message) : error;
  });
  if (answer.status === 200 || (answer.status === 304 && last)) return answer;
  throw statusProblem(answer);
}

/**
 * No status is final: servers also answer 401, 403 and 404 temporarily, and the host chose the address. The calendar counts as
 * unreadable only after failing for too long.
 */
function statusProblem({ status, headers }: OutgoingResponse): CalendarProblem {
  const options = { retryAfterMs: retryAfterMs(headers['retry-after']) };
  if (status === 401 || status === 403) {
    return new CalendarProblem(
      `The calendar cannot be read with this address (status ${status}). Copy the secret address of the calendar again.`,
    );
  }
  if (status === 404 || status === 410) {
    return new CalendarProblem(
      `There is no longer a calendar at this address (status ${status}). Copy the address of the calendar again.`,
    );
  }
  if (status === 429) {
    return new CalendarProblem('The calendar server received too many requests (status 429).', options);
  }
  return new CalendarProblem(`The calendar server responds with status ${status}.`, options);
}

function assertNoPage(body: Buffer): void {
  if (/^\s*</.test(body.subarray(0, 200).toString())) {
    throw new CalendarProblem('The address returns a web page instead of a calendar: it may require a sign-in.');
  }
}

function optionsOf({ secret, host }: Access, times: Pick<ICalendarOptions, 'range' | 'timeZone'>): ICalendarOptions {
  return { ...times, host, ownAddresses: addressesIn(secret.url) };
}

/** Google and others put the owner's address into the calendar's URL: `/calendar/ical/ada%40example.com/private-…`. */
function addressesIn(url: string): string[] {
  const { pathname } = new URL(url);
  return pathname
    .split('/')
    .map((part) => canonicalEmail(decoded(part)))
    .filter((part) => emailForm.test(part));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
