import { textsOf } from '#src/lib/icalendar/components.ts';
import {
  busyOfICalendar,
  type ICalendarOptions,
  type ICalendarRead,
} from '#src/services/calendars/icalendar/busy-of-icalendar.ts';

/** A calendar of these lines and components. */
export function iCalendar(...parts: readonly string[]): string {
  return `${['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...parts, 'END:VCALENDAR'].join('\r\n')}\r\n`;
}

export function component(name: string, ...lines: readonly string[]): string {
  return [`BEGIN:${name}`, ...lines, `END:${name}`].join('\r\n');
}

/** An entry with a UID, if it names none. */
export function entry(...lines: readonly string[]): string {
  const uid = lines.some((line) => line.startsWith('UID')) ? [] : ['UID:entry@example.com'];
  return component('VEVENT', ...uid, ...lines);
}

/** A VTIMEZONE that is right from `from` to `until`: the offset at its beginning, and each change of the clock. */
export function zoneLines(timeZone: string, { from, until }: { readonly from: string; readonly until: string }) {
  const observances: string[] = [];
  let before = Temporal.Instant.from(from).toZonedDateTimeISO(timeZone);
  for (let at: typeof before | null = before; at && at.epochMilliseconds < Date.parse(until); ) {
    const wall = at.withTimeZone(before.offset).toPlainDateTime().toString({ smallestUnit: 'second' });
    const [offsetFrom, offsetTo] = [before, at].map(({ offset }) => offset.replace(':', ''));
    const lines = [`DTSTART:${wall.replaceAll(/[-:]/g, '')}`, `TZOFFSETFROM:${offsetFrom}`, `TZOFFSETTO:${offsetTo}`];
    observances.push(...component('STANDARD', ...lines).split('\r\n'));
    before = at;
    at = at.getTimeZoneTransition('next');
  }
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...observances, 'END:VTIMEZONE'];
}

/** October to December 2026, for a member in Berlin, whose clock goes back at 2026-10-25T01:00Z. */
export const autumn: ICalendarOptions = {
  range: { from: Date.parse('2026-10-01T00:00Z'), until: Date.parse('2027-01-01T00:00Z') },
  timeZone: 'Europe/Berlin',
  host: 'calls.example.com',
};

/** The busy times, each as `2026-10-05T07:00/2026-10-05T08:00` in UTC, or with `08:00` alone where it ends on the same day. */
export function busyTexts(text: string, options: Partial<ICalendarOptions> = {}): string[] {
  return readHere(text, { ...autumn, ...options }).busy.map(timeText);
}

/** What a text says, read in this thread. */
export function readHere(text: string, options: ICalendarOptions): ICalendarRead {
  return busyOfICalendar(textsOf([new TextEncoder().encode(text)]), options);
}

export function timeText({ start, end }: { readonly start: number; readonly end: number }): string {
  const [from, until] = [start, end].map((instant) => new Date(instant).toISOString().replace(/:00\.000Z$/, '')) as [
    string,
    string,
  ];
  return from.slice(0, 10) === until.slice(0, 10) ? `${from}/${until.slice(11)}` : `${from}/${until}`;
}
