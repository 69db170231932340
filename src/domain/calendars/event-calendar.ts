import { calendarText, contentLine, textValue } from '#src/lib/icalendar/content-lines.ts';
import { utcDateTime, zoneComponent, zonedDateTime } from '#src/lib/icalendar/zone-component.ts';

/** What every VEVENT of a call states, in a mail as in a calendar. */
export interface CalendarEvent {
  readonly uid: string;
  /** How often the call was changed, its cancellation counted. */
  readonly sequence: number;
  /** When this text is made. */
  readonly stamp: Date;
  readonly summary: string;
  readonly description: string;
  /** ISO 8601 in UTC. */
  readonly start: string;
  readonly end: string;
  readonly location: string | null;
  readonly url?: string | undefined;
  readonly isCancelled?: boolean;
}

export interface ZonedCalendarEvent extends CalendarEvent {
  /** The IANA zone that the times are written in. */
  readonly timeZone: string;
}

interface CalendarParts {
  /** Of a message (RFC 5546). An object of a calendar collection must not have one (RFC 4791, 4.1). */
  readonly method?: string;
  /** Further lines of the VEVENT, such as those of people. */
  readonly people?: readonly string[];
}

/** One VEVENT with its zone, as a VCALENDAR of its own (RFC 5545). */
export function eventCalendar(
  { timeZone, ...event }: ZonedCalendarEvent,
  { method, people = [] }: CalendarParts = {},
): string {
  return calendarText([
    ...calendarHead(method),
    ...zoneComponent(timeZone, { from: event.start, until: event.end }),
    ...eventLines(event, {
      times: [
        contentLine('DTSTART', zonedDateTime(event.start, timeZone), { TZID: timeZone }),
        contentLine('DTEND', zonedDateTime(event.end, timeZone), { TZID: timeZone }),
      ],
      people,
    }),
    'END:VCALENDAR',
  ]);
}

/** What a calendar begins with. */
export function calendarHead(method: string | undefined): string[] {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Slotline//Slotline//EN',
    'CALSCALE:GREGORIAN',
    ...(method === undefined ? [] : [`METHOD:${method}`]),
  ];
}

interface EventParts {
  /** The lines of its start and its end. */
  readonly times: readonly string[];
  readonly people: readonly string[];
}

/** The lines of a VEVENT. */
export function eventLines(event: CalendarEvent, { times, people }: EventParts): string[] {
  return [
    'BEGIN:VEVENT',
    contentLine('UID', textValue(event.uid)),
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utcDateTime(event.stamp.toISOString())}`,
    ...times,
    contentLine('SUMMARY', textValue(event.summary)),
    ...text('DESCRIPTION', event.description),
    ...text('LOCATION', event.location ?? ''),
    ...(event.url === undefined ? [] : [contentLine('URL', event.url)]),
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    ...people,
    'END:VEVENT',
  ];
}

function text(property: string, value: string): string[] {
  return value === '' ? [] : [contentLine(property, textValue(value))];
}
