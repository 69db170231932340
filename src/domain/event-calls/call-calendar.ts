import { eventCalendar } from '#src/domain/calendars/event-calendar.ts';
import { contentLine } from '#src/lib/icalendar/content-lines.ts';
import { mailtoLink } from '#src/lib/network/email-address.ts';

/** What the text is for: an invitation or its change, the end of it, or a file that somebody opens. */
export type CalendarMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH';

export interface CalendarPerson {
  readonly name: string;
  readonly email: string;
}

export interface CallCalendar {
  readonly method: CalendarMethod;
  /** Whether a published call is cancelled. Unless stated, only CANCEL says so. */
  readonly isCancelled?: boolean;
  /** As `callUid` makes it: the same through the life of the call. */
  readonly uid: string;
  /** How often the call was changed, its cancellation counted. */
  readonly sequence: number;
  /** When this text is made. */
  readonly stamp: Date;
  readonly name: string;
  readonly description: readonly string[];
  /** ISO 8601 in UTC. */
  readonly dateTime: string;
  readonly endTime: string;
  readonly location: string | null;
  /** The invitee's page. */
  readonly url: string | undefined;
  /** The host, to whom answers go. */
  readonly organizer: CalendarPerson;
  /** The invitee, where an address is known. */
  readonly attendee: CalendarPerson | undefined;
}

export function callUid(previewId: string, baseUrl: string): string {
  return `${previewId}@${new URL(baseUrl).hostname}`;
}

/** A call as iCalendar (RFC 5545, 5546): one VEVENT. */
export function callCalendar(call: CallCalendar): string {
  const { method, isCancelled = method === 'CANCEL', uid, sequence, stamp, location, url } = call;
  return eventCalendar(
    {
      uid,
      sequence,
      stamp,
      summary: call.name,
      description: call.description.join('\n'),
      start: call.dateTime,
      end: call.endTime,
      location,
      url,
      isCancelled,
    },
    {
      method,
      people: [organizerLine(call.organizer), ...attendee(call)],
    },
  );
}

/** The host, to whom answers go. */
export function organizerLine(person: CalendarPerson): string {
  return contentLine('ORGANIZER', mailtoLink(person.email), named(person));
}

function named({ name, email }: CalendarPerson): Record<string, string> {
  const shown = name.trim();
  return { CN: shown === '' ? email : shown };
}

/** A published entry invites nobody (RFC 5546, 3.2.1). Without RSVP=TRUE Gmail shows no Yes and No. */
function attendee({ method, attendee: person }: CallCalendar): string[] {
  if (!person || method === 'PUBLISH') return [];
  const invited = {
    ...named(person),
    CUTYPE: 'INDIVIDUAL',
    ROLE: 'REQ-PARTICIPANT',
    PARTSTAT: 'NEEDS-ACTION',
    RSVP: 'TRUE',
  };
  return [contentLine('ATTENDEE', mailtoLink(person.email), invited)];
}
