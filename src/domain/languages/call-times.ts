import { presentZoneName } from '#src/lib/time/time-zone-names.ts';
import { commaOf, type HourFormat, type Language, withHours } from './language.ts';

// Intl puts spaces of several widths between its parts, which some mail programs show as a box.
const plainSpaces = (text: string) => text.replace(/[\u2009\u202f\u00a0]/g, ' ');

interface Span {
  readonly dateTime: string;
  readonly endTime: string;
  readonly timeZone: string;
  /** Null for that of the language. */
  readonly hourFormat: HourFormat | null;
}

/** `Tuesday, December 1, 2026 at 11:00 – 11:30 AM (Central European Standard Time, Europe/Berlin)`, in the language's form. */
export function callTime({ dateTime, endTime, timeZone, hourFormat }: Span, language: Language): string {
  const format = new Intl.DateTimeFormat(withHours(language, hourFormat), {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone,
  });
  const times = plainSpaces(format.formatRange(new Date(dateTime), new Date(endTime)));
  const zone = [zoneName(dateTime, timeZone, language), presentZoneName(timeZone)].join(commaOf(language));
  return `${times} (${zone})`;
}

/** `Tue, Dec 1, 11:00 AM`. */
export function shortCallTime({ dateTime, timeZone, hourFormat }: Omit<Span, 'endTime'>, language: Language): string {
  const format = new Intl.DateTimeFormat(withHours(language, hourFormat), {
    ...({ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const),
    timeZone,
  });
  return plainSpaces(format.format(new Date(dateTime)));
}

function zoneName(dateTime: string, timeZone: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'long' });
  return format.formatToParts(new Date(dateTime)).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
