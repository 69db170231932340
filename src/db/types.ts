import pg from 'pg';

const timestamptz = pg.types.builtins.TIMESTAMPTZ;
const date = pg.types.builtins.DATE;

/**
 * Instants come as ISO 8601 text, as every answer wants them: no Date is made for each cell. Works on what PostgreSQL
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

/** For the hot reads' own connections only; Prisma's pool keeps the driver's types. */
export const isoTypes: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === timestamptz) return isoInstant as never;
    if (oid === date) return ((text: string) => text) as never;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/** Set on each new connection by the server itself, through the startup packet. */
export const sessionOptions = '-c TimeZone=UTC -c DateStyle=ISO -c jit=off';

/** Hot statements are planned once: planning them anew would cost more than running them. */
export const pipelinedSessionOptions = `${sessionOptions} -c plan_cache_mode=force_generic_plan`;
