import { calendarText, contentLine, textValue, utcDateTime } from '#src/lib/icalendar/content-lines.ts';

/** The properties of every VEVENT of a call, both in mails and in calendars. */
export interface CalendarEvent {
  readonly uid: string;
  /** How often the call was changed, including its cancellation. */
  readonly sequence: number;
  /** When this text is generated. */
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

interface CalendarParts {
  /** The method of a message (RFC 5546). An object of a calendar collection must not have one (RFC 4791, 4.1). */
  readonly method?: string;
  /** Further lines of the VEVENT, such as ORGANIZER. */
  readonly people?: readonly string[];
}

/** A VCALENDAR with one VEVENT (RFC 5545). */
export function eventCalendar(event: CalendarEvent, { method, people = [] }: CalendarParts = {}): string {
  return calendarText([...calendarHead(method), ...eventLines(event, people), 'END:VCALENDAR']);
}

/** The first lines of a VCALENDAR. */
export function calendarHead(method: string | undefined): string[] {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Slotline//Slotline//EN',
    'CALSCALE:GREGORIAN',
    ...(method === undefined ? [] : [`METHOD:${method}`]),
  ];
}

/** The lines of a VEVENT. `people` are further lines, such as ORGANIZER. */
export function eventLines(event: CalendarEvent, people: readonly string[]): string[] {
  return [
    'BEGIN:VEVENT',
    contentLine('UID', textValue(event.uid)),
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utcDateTime(event.stamp.toISOString())}`,
    `DTSTART:${utcDateTime(event.start)}`,
    `DTEND:${utcDateTime(event.end)}`,
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
