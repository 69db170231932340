/** The instant at which a calendar day (`YYYY-MM-DD`) begins in a time zone, in epoch milliseconds. */
export function startOfDay(day: string, timeZone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;
}

export function startOfNextDay(day: string, timeZone: string): number {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
}

/** The calendar day (`YYYY-MM-DD`) of an instant in a time zone. */
export function dayIn(instant: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}

/** The instant a number of calendar days later, at the same time on the wall clock of a time zone. */
export function afterDays(instant: number, days: number, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).add({ days }).epochMilliseconds;
}

/** True for `2026-02-28`, false for `2026-02-30` and for anything of another form. */
export function isCalendarDay(text: string): boolean {
  const day = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : Number.NaN);
  // Date reads 2026-02-30 as a day of March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/**
 * True for an ISO 8601 instant of an existing day, with `Z` or an offset: `2026-02-28T09:30:00.000Z`. As in RFC 3339, `t` and
 * `z` are allowed, and the offset may be `-00:00`.
 */
export function isInstant(text: string): boolean {
  const match =
    /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i.exec(text);
  return match !== null && isCalendarDay(match[1] as string);
}

/** An instant as every response has it, in UTC with milliseconds. All ways to write one become the same text. */
export function canonicalInstant(instant: string): string {
  return new Date(instant).toISOString();
}

/**
 * True for a name of the zone database. Intl also takes offsets such as +02:00, which know no daylight saving time, and names
 * of its own such as PST, which mean unexpected zones. Both are refused.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || namesOfIntl.has(name.toUpperCase())) return false;
  try {
    return Boolean(Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name));
  } catch {
    return false;
  }
}

const namesOfIntl: ReadonlySet<string> = new Set(
  'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST'.split(' '),
);
