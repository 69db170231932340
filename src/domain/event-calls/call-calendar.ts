import { eventCalendar } from '#src/domain/calendars/event-calendar.ts';
import { contentLine } from '#src/lib/icalendar/content-lines.ts';
import { mailtoLink } from '#src/lib/network/email-address.ts';

/** The purpose of the text: an invitation or its update, a cancellation, or a file that somebody opens. */
export type CalendarMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH';

export interface CalendarPerson {
  readonly name: string;
  readonly email: string;
}

export interface CallCalendar {
  readonly method: CalendarMethod;
  /** True if a published call is cancelled. The default is true only for CANCEL. */
  readonly isCancelled?: boolean;
  /** The result of `callUid`, which never changes for a call. */
  readonly uid: string;
  /** How often the call was changed, including its cancellation. */
  readonly sequence: number;
  /** When this text is generated. */
  readonly stamp: Date;
  readonly name: string;
  readonly description: readonly string[];
  /** ISO 8601 in UTC. */
  readonly dateTime: string;
  readonly endTime: string;
  readonly location: string | null;
  /** The invitee's page. */
  readonly url: string | undefined;
  /** The host, who receives replies. */
  readonly organizer: CalendarPerson;
  /** The invitee, if an address is known, and the guests. */
  readonly attendees: readonly CalendarPerson[];
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
      people: [organizerLine(call.organizer), ...attendeeLines(call)],
    },
  );
}

/** The host, who receives replies. */
export function organizerLine(person: CalendarPerson): string {
  return contentLine('ORGANIZER', mailtoLink(person.email), named(person));
}

function named({ name, email }: CalendarPerson): Record<string, string> {
  const shown = name.trim();
  return { CN: shown === '' ? email : shown };
}

/** A published entry invites nobody (RFC 5546, 3.2.1). Without RSVP=TRUE Gmail shows no Yes and No. */
function attendeeLines({ method, attendees }: CallCalendar): string[] {
  if (method === 'PUBLISH') return [];
  const invited = { CUTYPE: 'INDIVIDUAL', ROLE: 'REQ-PARTICIPANT', PARTSTAT: 'NEEDS-ACTION', RSVP: 'TRUE' };
  return attendees.map((person) => contentLine('ATTENDEE', mailtoLink(person.email), { ...named(person), ...invited }));
}
