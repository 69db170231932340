import pg from 'pg';

const timestamptz = pg.types.builtins.TIMESTAMPTZ;
const date = pg.types.builtins.DATE;

/**
 * Instants come as ISO 8601 text, the form of every response, without a Date for each cell. Parses what PostgreSQL
 * prints when the session's time zone is UTC and its date style ISO: `2026-11-20 19:26:40.12+00`.
 */
export function isoInstant(text: string): string {
  const dot = text.indexOf('.', 19);
  const fraction =
    dot === -1
      ? '000'
      : text
          .slice(dot + 1, text.indexOf('+', dot))
          .padEnd(3, '0')
          .slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

/** An instant as the driver returns it with `isoTypes`, or as Prisma does. */
export type Instant = string | Date;

export function isoText(instant: Instant): string {
  return typeof instant === 'string' ? instant : instant.toISOString();
}

/** For our own connections; Prisma's pool keeps the driver's types. */
export const isoTypes: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === timestamptz) return isoInstant as never;
    if (oid === date) return ((text: string) => text) as never;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/** PostgreSQL applies them to each new connection from the startup packet. */
export const sessionOptions = '-c TimeZone=UTC -c DateStyle=ISO -c jit=off';

/** Pipelined statements are planned once: planning them again would cost more than running them. */
export const pipelinedSessionOptions = `${sessionOptions} -c plan_cache_mode=force_generic_plan`;
