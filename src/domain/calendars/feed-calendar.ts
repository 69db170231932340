import { callUid, organizerLine } from '#src/domain/event-calls/call-calendar.ts';
import { calendarText, contentLine, textValue } from '#src/lib/icalendar/content-lines.ts';
import { calendarHead, eventLines } from './event-calendar.ts';

/** A call as a feed shows it. Instants are ISO 8601 in UTC. */
export interface FeedCall {
  readonly previewId: string;
  readonly sequence: number;
  readonly dateTime: string;
  readonly endTime: string;
  readonly updatedAt: string;
  /** The event's name. */
  readonly name: string;
  readonly inviteeName: string;
  readonly inviteeEmail: string | null;
  readonly phoneNumber: string | null;
  readonly guests: readonly string[];
  readonly locationLink: string | null;
  readonly hostName: string;
  readonly hostEmail: string;
}

interface FeedCalendar {
  readonly name: string;
  readonly baseUrl: string;
  readonly calls: readonly FeedCall[];
}

/** How often a program should look for changes. */
const refreshInterval = 'PT15M';

/**
 * The calls as one calendar. The text does not depend on when it is generated: the stamp of an entry is the instant of its last
 * change.
 */
export function feedCalendar({ name, baseUrl, calls }: FeedCalendar): string {
  return calendarText([
    ...calendarHead('PUBLISH'),
    contentLine('NAME', textValue(name)),
    contentLine('X-WR-CALNAME', textValue(name)),
    contentLine('REFRESH-INTERVAL', refreshInterval, { VALUE: 'DURATION' }),
    `X-PUBLISHED-TTL:${refreshInterval}`,
    ...calls.flatMap((call) => entryOf(call, baseUrl)),
    'END:VCALENDAR',
  ]);
}

function entryOf(call: FeedCall, baseUrl: string): string[] {
  const { previewId, sequence, inviteeName, inviteeEmail, phoneNumber, guests, hostName, hostEmail } = call;
  const facts = {
    Host: hostName,
    Invitee: inviteeName,
    Email: inviteeEmail,
    Phone: phoneNumber,
    Guests: guests.join(', '),
  };
  const event = {
    uid: callUid(previewId, baseUrl),
    sequence,
    stamp: new Date(call.updatedAt),
    start: call.dateTime,
    end: call.endTime,
    location: call.locationLink,
    summary: [call.name, inviteeName].filter((each) => each.trim() !== '').join(': '),
    description: lines(facts).join('\n'),
  };
  return eventLines(event, [organizerLine({ name: hostName, email: hostEmail })]);
}

function lines(facts: Readonly<Record<string, string | null>>): string[] {
  return Object.entries(facts).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [`${name}: ${value}`],
  );
}
