import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#src/db/database.ts';
import { type Limits, openLimits } from '#src/rate-limiter.ts';
import { migratedDatabase } from '../support/scratch-database.ts';
import { burst, passed, REDIS, redisIsReached, uniqueKey, unlessRedis, withinOneWindow } from './rate-limit.support.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const failTest = { warn: (error: unknown) => expect.fail(JSON.stringify(error)) };

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
  const limits = await openLimits({ rateLimitStore, redisUrl }, database, failTest);
  endings.push(() => limits.close());
  return limits;
}

describe('limits in PostgreSQL', () => {
  test('are exact and at once while every connection of the requests is at work', async () => {
    const database = connect(await newDatabase());
    const { rate } = await limitsOn(database, 'postgres');
    await rate.consume(uniqueKey(), 1);
    const sleeping = Promise.all([...Array(8)].map(() => database.pool.query('SELECT pg_sleep(0.5)')));
    expect(passed(await burst([rate], 200, 20))).toBe(20);
    await sleeping;
  });
});

test('an unreachable Redis is logged once a minute, however often it is tried', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const logged: string[] = [];
  const log = { warn: (_error: unknown, message: string) => logged.push(message) };
  const database = connect(await newDatabase());
  // The client tries several times within its second.
  const limits = await openLimits({ rateLimitStore: 'redis', redisUrl: `redis://127.0.0.1:${port}` }, database, log);
  await limits.close();
  expect(logged.filter((message) => message === 'Redis does not answer')).toHaveLength(1);
});

describe.skipIf(!redisIsReached)(`limits in Redis${unlessRedis}`, () => {
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
