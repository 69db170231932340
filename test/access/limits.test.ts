import { afterEach, describe, expect, test } from 'vitest';
import { type Limits, openLimits } from '#src/access/limits.ts';
import { connectRedis } from '#src/access/rate-limit/redis.ts';
import type { Database } from '#src/db/database.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { sharedStore } from '#src/runtime.ts';
import { migratedDatabase } from '../support/scratch-database.ts';
import {
  burst,
  CLOSED,
  passed,
  REDIS,
  redisIsReached,
  retryWhenBusy,
  uniqueKey,
  unlessRedis,
  withinOneWindow,
} from './rate-limit.support.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const failTest = {
  warn: (detail: unknown, message: string) => {
    throw new Error(message, { cause: detail });
  },
};

async function newDatabase(): Promise<string> {
  const { url, drop } = await migratedDatabase();
  endings.push(drop);
  return url;
}

function connect(connectionString: string): Database {
  const database = openDatabase({ connection: { connectionString }, poolSize: 2 });
  endings.push(() => database.close());
  return database;
}

async function limitsOn(database: Database, rateLimitStore: 'postgres' | 'redis'): Promise<Limits> {
  const redisUrl = `redis://${REDIS.host}:${REDIS.port}`;
  const redis = rateLimitStore === 'redis' ? await connectRedis(redisUrl, failTest) : undefined;
  endings.push(async () => redis?.destroy());
  return openLimits(failTest, await sharedStore({ rateLimitStore }, database, redis));
}

describe('limits in PostgreSQL', { retry: retryWhenBusy }, () => {
  test('are exact and at once while every connection of the requests is at work', async () => {
    const database = connect(await newDatabase());
    const { rate } = await limitsOn(database, 'postgres');
    await rate.consume(uniqueKey(), 1);
    const working = await Promise.all([database.pool.connect(), database.pool.connect()]);
    try {
      expect(passed(await burst([rate], 200, 20))).toBe(20);
      expect(database.pool).toMatchObject({ totalCount: 2, idleCount: 0 });
    } finally {
      for (const client of working) client.release();
    }
  });
});

test('an unreachable Redis is logged once a minute, however often it is tried', async () => {
  const logged: string[] = [];
  const log = { warn: (_error: unknown, message: string) => logged.push(message) };
  const database = connect(await newDatabase());
  // The client tries several times within its second.
  const redis = await connectRedis(`redis://${CLOSED.host}:${CLOSED.port}`, log);
  await sharedStore({ rateLimitStore: 'redis' }, database, redis);
  redis.destroy();
  const problem = `REDIS_URL: no Redis responds on ${CLOSED.host}:${CLOSED.port}. Check the host and the port. Until this is fixed, each node counts on its own.`;
  expect(logged).toEqual([problem]);
});

describe.skipIf(!redisIsReached)(`limits in Redis${unlessRedis}`, { retry: retryWhenBusy }, () => {
  test('are shared by the nodes of one database, and by no other installation', async () => {
    const [ours, theirs] = [await newDatabase(), await newDatabase()];
    const nodes = [await limitsOn(connect(ours), 'redis'), await limitsOn(connect(ours), 'redis')];
    const other = await limitsOn(connect(theirs), 'redis');
    const allowed = await withinOneWindow(async () => {
      const key = uniqueKey();
      const decisions = [nodes[0]?.rate, nodes[1]?.rate, other.rate].map((rate) => rate?.consume(key, 1));
      return (await Promise.all(decisions)).map((decision) => decision?.allowed);
    });
    expect(allowed.slice(0, 2).sort()).toEqual([false, true]);
    expect(allowed[2]).toBe(true);
  });
});
