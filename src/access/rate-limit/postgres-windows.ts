import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { WindowOptions, WindowStore, Windows } from './window-store.ts';

const TABLE = 'RateLimit';
const NOW_MS = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

// `excluded.expire - $3` is the moment at which this call was counted, read once: a second reading of
// the clock could fall into the next window and give it a counter that is not its own.
const CONSUME = `
  INSERT INTO "${TABLE}" AS bucket ("key", "points", "expire") VALUES ($1, $2, ${NOW_MS} + $3)
  ON CONFLICT ("key") DO UPDATE SET
    "points" = CASE WHEN bucket."expire" <= excluded."expire" - $3
                    THEN excluded."points" ELSE bucket."points" + excluded."points" END,
    "expire" = CASE WHEN bucket."expire" <= excluded."expire" - $3
                    THEN excluded."expire" ELSE bucket."expire" END
  RETURNING "points", greatest("expire" - ${NOW_MS}, 0)::integer AS "msLeft"`;

const FIND = `SELECT "points", ("expire" - ${NOW_MS})::integer AS "msLeft" FROM "${TABLE}"
  WHERE "key" = $1 AND "expire" > ${NOW_MS}`;

const DELETE_EMPTY = `DELETE FROM "${TABLE}" WHERE "key" = $1 AND "points" <= 0`;

interface Bucket {
  readonly points: number;
  readonly msLeft: number;
}

/** Windows in PostgreSQL: one statement a call. The migration creates the table; a sweep may delete ended rows at any time. */
export function postgresWindows(pool: Pool): WindowStore {
  return (options) => new PostgresWindows(pool, options);
}

/**
 * The library's own statement takes the time from the node that calls. Nodes whose clocks differ would end
 * each other's windows early, so the methods that every store of the library defines use the database's clock.
 */
class PostgresWindows extends RateLimiterPostgres implements Windows {
  readonly #pool: Pool;

  constructor(pool: Pool, options: WindowOptions) {
    super({
      ...options,
      storeClient: pool,
      storeType: 'pool',
      tableName: TABLE,
      keyPrefix: '',
      tableCreated: true,
      clearExpiredByTimeout: false,
    });
    this.#pool = pool;
  }

  async deleteEmpty(key: string): Promise<void> {
    await this.#pool.query({ name: 'rate-limit-delete-empty', text: DELETE_EMPTY, values: [this.getKey(key)] });
  }

  async _upsert(key: string, points: number, windowMs: number): Promise<Bucket | undefined> {
    const query = { name: 'rate-limit-consume', text: CONSUME, values: [key, points, windowMs] };
    const { rows } = await this.#pool.query<Bucket>(query);
    return rows[0];
  }

  async _get(key: string): Promise<Bucket | null> {
    const { rows } = await this.#pool.query<Bucket>({ name: 'rate-limit-find', text: FIND, values: [key] });
    return rows[0] ?? null;
  }

  _getRateLimiterRes(_key: string, consumed: number, bucket: Bucket): RateLimiterRes {
    const remaining = Math.max(this.points - bucket.points, 0);
    return new RateLimiterRes(remaining, bucket.msLeft, bucket.points, bucket.points === consumed);
  }
}
