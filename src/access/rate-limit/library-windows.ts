import type { Pool } from 'pg';
import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

interface WindowOptions {
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
  /** A key that has consumed this many points is refused from this node's memory until the window ends. */
  readonly inMemoryBlockOnConsumed?: number;
}

/** The result of consuming points, and the window after that. */
interface Consumption {
  readonly isAllowed: boolean;
  readonly consumedPoints: number;
  readonly msBeforeEnd: number;
}

/** A limiter of the library, from which other nodes consume too. */
export interface LibraryWindows extends RateLimiterAbstract {
  /** Consumes all of the points, or none if the window has fewer left. */
  consumeWhole(key: string, points: number): Promise<Consumption>;
  /** Deletes a key whose points were all returned. */
  deleteEmpty(key: string): Promise<void>;
}

/** Creates limiters of the library over one store. Limiters over the same store share its counters. */
export type SharedStore = (options: WindowOptions) => LibraryWindows;

const table = 'RateLimit';
const nowMs = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

// `excluded.expire - $3` is the moment at which this call was counted, read once: a second reading of
// the clock could fall into the next window and start that window with the wrong counter.
const consumeSql = (condition = '') => `
  INSERT INTO "${table}" AS bucket ("key", "points", "expire") VALUES ($1, $2, ${nowMs} + $3)
  ON CONFLICT ("key") DO UPDATE SET
    "points" = CASE WHEN bucket."expire" <= excluded."expire" - $3
                    THEN excluded."points" ELSE bucket."points" + excluded."points" END,
    "expire" = CASE WHEN bucket."expire" <= excluded."expire" - $3
                    THEN excluded."expire" ELSE bucket."expire" END
  ${condition}
  RETURNING "points", greatest("expire" - ${nowMs}, 0)::integer AS "msLeft"`;

/** Returns no row if the window has too few points left. $4 is the number of the window's points. */
const consumeWholeSql = consumeSql(
  `WHERE bucket."expire" <= excluded."expire" - $3 OR bucket."points" + excluded."points" <= $4`,
);

const findSql = `SELECT "points", ("expire" - ${nowMs})::integer AS "msLeft" FROM "${table}"
  WHERE "key" = $1 AND "expire" > ${nowMs}`;

const deleteEmptySql = `DELETE FROM "${table}" WHERE "key" = $1 AND "points" <= 0`;

interface Bucket {
  readonly points: number;
  readonly msLeft: number;
}

/** Windows in PostgreSQL: one statement a call. The migration creates the table; a sweep may delete ended rows at any time. */
export function postgresWindows(pool: Pool): SharedStore {
  return (options) => new PostgresWindows(pool, options);
}

/**
 * The library's own statement takes the time from the node that calls. Nodes whose clocks differ would end
 * each other's windows early, so the methods that every store of the library defines use the database's clock.
 */
class PostgresWindows extends RateLimiterPostgres implements LibraryWindows {
  readonly #pool: Pool;

  constructor(pool: Pool, options: WindowOptions) {
    super({
      ...options,
      storeClient: pool,
      storeType: 'pool',
      tableName: table,
      keyPrefix: '',
      tableCreated: true,
      clearExpiredByTimeout: false,
    });
    this.#pool = pool;
  }

  async consumeWhole(key: string, points: number): Promise<Consumption> {
    const values = [this.getKey(key), points, this.duration * 1000, this.points];
    const consumed =
      points <= this.points ? await this.#run('rate-limit-consume-whole', consumeWholeSql, values) : undefined;
    const bucket = consumed ?? (await this._get(this.getKey(key)));
    return { isAllowed: consumed !== undefined, consumedPoints: bucket?.points ?? 0, msBeforeEnd: bucket?.msLeft ?? 0 };
  }

  async deleteEmpty(key: string): Promise<void> {
    await this.#run('rate-limit-delete-empty', deleteEmptySql, [this.getKey(key)]);
  }

  async _upsert(key: string, points: number, windowMs: number): Promise<Bucket | undefined> {
    return this.#run('rate-limit-consume', consumeSql(), [key, points, windowMs]);
  }

  async _get(key: string): Promise<Bucket | null> {
    return (await this.#run('rate-limit-find', findSql, [key])) ?? null;
  }

  _getRateLimiterRes(_key: string, consumed: number, bucket: Bucket): RateLimiterRes {
    const remaining = Math.max(this.points - bucket.points, 0);
    return new RateLimiterRes(remaining, bucket.msLeft, bucket.points, bucket.points === consumed);
  }

  async #run(name: string, text: string, values: unknown[]): Promise<Bucket | undefined> {
    const { rows } = await this.#pool.query<Bucket>({ name, text, values });
    return rows[0];
  }
}

/** The part of a client of the npm package `redis` that is used here. */
interface RedisConnection {
  readonly isReady: boolean;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  multi(): unknown;
}

/**
 * Windows in Redis: one script per call, by the clock of the Redis server. The prefix is for installations that share one
 * Redis: their workspaces have the same ids.
 */
export function redisWindows(client: RedisConnection, installation: string): SharedStore {
  return (options) => new RedisWindows(client, installation, options);
}

const deleteEmptyScript = `
  local points = redis.call('get', KEYS[1])
  if points and tonumber(points) <= 0 then redis.call('del', KEYS[1]) end`;

const consumeWholeScript = `
  local used = tonumber(redis.call('get', KEYS[1]) or '0')
  local points, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
  if used + points > limit then return { 0, used, redis.call('pttl', KEYS[1]) } end
  redis.call('set', KEYS[1], 0, 'PX', ARGV[3], 'NX')
  return { 1, redis.call('incrby', KEYS[1], points), redis.call('pttl', KEYS[1]) }`;

class RedisWindows extends RateLimiterRedis implements LibraryWindows {
  readonly #client: RedisConnection;

  constructor(client: RedisConnection, installation: string, options: WindowOptions) {
    super({
      ...options,
      storeClient: client,
      keyPrefix: `slotline:${installation}`,
      // The library recognises this client only by the name of its class, which the package has changed.
      useRedisPackage: true,
      // Otherwise the client queues the calls of an outage and sends them all when it is over.
      rejectIfRedisNotReady: true,
    });
    this.#client = client;
  }

  async consumeWhole(key: string, points: number): Promise<Consumption> {
    const values = [points, this.points, this.duration * 1000].map(String);
    const answer = await this.#client.eval(consumeWholeScript, { keys: [this.getKey(key)], arguments: values });
    const [isAllowed = 0, consumedPoints = 0, msBeforeEnd = 0] = answer as number[];
    return { isAllowed: isAllowed === 1, consumedPoints, msBeforeEnd: Math.max(msBeforeEnd, 0) };
  }

  async deleteEmpty(key: string): Promise<void> {
    await this.#client.eval(deleteEmptyScript, { keys: [this.getKey(key)], arguments: [] });
  }
}
