import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import { utcDateTime } from '#src/lib/icalendar/content-lines.ts';
import type { Texts } from './texts/texts.ts';

interface CalendarEntry {
  readonly call: Pick<EventCall, 'name' | 'dateTime' | 'endTime' | 'location' | 'locationLink'>;
  readonly texts: Texts;
  /** The URL of the booking's page, and of its file. */
  readonly address: string;
  readonly file: string;
}

interface CalendarLink {
  readonly href: string;
  readonly text: string;
}

/** The ways into a calendar: two links to web forms, and a file for all other calendars. */
export function calendarLinks({ call, texts, address, file }: CalendarEntry): CalendarLink[] {
  const [start, end] = [call.dateTime, call.endTime];
  const place = call.locationLink ?? texts.locations[call.location];
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: call.name,
    details: address,
    location: place,
    dates: `${utcDateTime(start)}/${utcDateTime(end)}`,
  });
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: call.name,
    body: address,
    location: place,
    startdt: start,
    enddt: end,
  });
  return [
    { href: `https://calendar.google.com/calendar/render?${google}`, text: 'Google' },
    { href: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}`, text: 'Outlook' },
    { href: file, text: texts.calendarFile },
  ];
}
