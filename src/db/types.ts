import pg from 'pg';

const timestamptz = pg.types.builtins.TIMESTAMPTZ;
const date = pg.types.builtins.DATE;

const utcSuffix = '+00';

/**
 * Parses instants into ISO 8601 text in UTC, the form of every response, without a Date for each cell. PostgreSQL prints them
 * in the session's time zone, which is UTC (`2026-11-20 19:26:40.12+00`) unless a pooler ignores the session's options.
 */
export function isoInstant(text: string): string {
  if (!text.endsWith(utcSuffix) || text[4] !== '-') return instantOfZone(text);
  const end = text.length - utcSuffix.length;
  const date = text.slice(0, 10);
  if (end === 19) return `${date}T${text.slice(11, 19)}.000Z`;
  return `${date}T${text.slice(11, end).padEnd(12, '0').slice(0, 12)}Z`;
}

/** The date, the time, and the offset in hours, minutes and seconds: `2026-11-21 09:11:40.12+13:45`; in JSON with a T. */
const zoned = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/;

/** Converts an instant that PostgreSQL printed in another time zone to ISO 8601 in UTC with milliseconds. */
export function instantOfZone(text: string): string {
  const found = zoned.exec(text);
  if (!found) throw new DateStyleError(text);
  const [, date, time, sign, hours, minutes = 0, seconds = 0] = found;
  const offsetMs = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return new Date(Date.parse(`${date}T${time}Z`) - (sign === '-' ? -offsetMs : offsetMs)).toISOString();
}

function isoDate(text: string): string {
  if (!/^(?:\d{4}-\d\d-\d\d|-?infinity)$/.test(text)) throw new DateStyleError(text);
  return text;
}

/** Other styles leave the month ambiguous, or name the time zone by an ambiguous abbreviation. */
class DateStyleError extends Error {
  override readonly name = 'DateStyleError';

  constructor(text: string) {
    super(
      `PostgreSQL printed a time as "${text}": the DateStyle of its session must be ISO. A pooler may ignore the startup parameter "options", which says so; then set it for the user: ALTER ROLE … SET DateStyle = ISO.`,
    );
  }
}

/** An instant as the driver returns it with `isoTypes`, or as Prisma does. */
export type Instant = string | Date;

export function isoText(instant: Instant): string {
  return typeof instant === 'string' ? instant : instant.toISOString();
}

/** The parsers of our own connections; Prisma's pool keeps the driver's. */
export const isoTypes: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === timestamptz) return isoInstant as never;
    if (oid === date) return isoDate as never;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/** PostgreSQL applies these options from the startup packet of each connection. */
export const sessionOptions = '-c TimeZone=UTC -c DateStyle=ISO -c jit=off';

/** Pipelined statements are planned once: planning them again would cost more than running them. */
export const pipelinedSessionOptions = `${sessionOptions} -c plan_cache_mode=force_generic_plan`;
