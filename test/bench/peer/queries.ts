import pg from 'pg';

/** A statement that PostgreSQL prepares under its name, once a connection. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

export interface Queries {
  run<Row extends pg.QueryResultRow>(statement: Prepared, values: unknown[]): Promise<Row[]>;
}

const timestamptz = pg.types.builtins.TIMESTAMPTZ;

/** Instants as the ISO 8601 text that the answers hold, without a Date in between. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === timestamptz ? (isoInstant as never) : pg.types.getTypeParser(oid, format as 'text'),
};

/** From `2026-11-20 19:26:40.12+00`. */
function isoInstant(text: string): string {
  const milliseconds = text.length > 22 ? text.slice(20, -3).padEnd(3, '0') : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

// Planning anew for each request would cost more than all the rest, and starting parallel workers as well.
const options = '-c TimeZone=UTC -c jit=off -c plan_cache_mode=force_generic_plan -c max_parallel_workers_per_gather=0';

export function configOf(connectionString: string, name: string): pg.ClientConfig {
  return { connectionString, application_name: name, keepAlive: true, options, types };
}

/** The common way: a pool, with one connection for each running statement. */
export function pooled(config: pg.ClientConfig, size: number): Queries {
  const pool = new pg.Pool({ ...config, max: size, idleTimeoutMillis: 0 });
  return {
    async run<Row extends pg.QueryResultRow>({ name, text }: Prepared, values: unknown[]) {
      return (await pool.query<Row>({ name, text, values })).rows;
    },
  };
}

/** A few connections that send statements without waiting for earlier results. */
export async function pipelined(config: pg.ClientConfig, size: number): Promise<Queries> {
  const clients = Array.from({ length: size }, () => ({
    client: new pg.Client({ ...config, pipeline: true }),
    waiting: 0,
  }));
  await Promise.all(clients.map(({ client }) => client.connect()));
  return {
    async run<Row extends pg.QueryResultRow>({ name, text }: Prepared, values: unknown[]) {
      const leastBusy = clients.reduce((best, next) => (next.waiting < best.waiting ? next : best));
      leastBusy.waiting++;
      try {
        return (await leastBusy.client.query<Row>({ name, text, values })).rows;
      } finally {
        leastBusy.waiting--;
      }
    },
  };
}
