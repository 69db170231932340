import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RateLimiter } from '#src/access/rate-limit/limiter.ts';
import { postgresWindows } from '#src/access/rate-limit/postgres-windows.ts';
import { redisWindows } from '#src/access/rate-limit/redis-windows.ts';
import { type SharedRateLimiterOptions, sharedRateLimiter } from '#src/access/rate-limit/shared-rate-limiter.ts';
import {
  burst,
  CLOSED_PORT,
  listens,
  POSTGRES,
  passed,
  postgresPool,
  REDIS,
  redisClient,
  scratchDatabase,
  stallingProxy,
  uniqueKey,
} from './rate-limit.support.ts';

interface Logged {
  readonly message: string;
  readonly error: unknown;
}

const endings: (() => unknown)[] = [];
let database = 'postgres';

async function openRedis(port: number) {
  const client = await redisClient(port);
  const stop = () => client.isOpen && client.destroy();
  endings.push(stop);
  return {
    stop,
    limiterWith: (options: SharedRateLimiterOptions) => sharedRateLimiter(redisWindows(client, 'test'), options),
  };
}

async function openPostgres(port: number) {
  const pool = postgresPool(database, port);
  const stop = () => (pool.ending ? undefined : pool.end());
  endings.push(stop);
  return {
    stop,
    limiterWith: (options: SharedRateLimiterOptions) => sharedRateLimiter(postgresWindows(pool), options),
  };
}

function logged() {
  const lines: Logged[] = [];
  return { lines, log: (message: string, error: unknown) => lines.push({ message, error }) };
}

const stores = [
  { store: 'Redis', reached: await listens(REDIS), at: REDIS, open: openRedis },
  { store: 'PostgreSQL', reached: await listens(POSTGRES), at: POSTGRES, open: openPostgres },
];
const why = (reached: boolean, port: number) => (reached ? '' : ` (skipped: nothing listens on 127.0.0.1:${port})`);

afterEach(() => Promise.all(endings.splice(0).map((end) => end())));

for (const { store, open } of stores) {
  test(`${store} that was never there: this node counts alone, exactly`, async () => {
    const { log, lines } = logged();
    const limiter = (await open(CLOSED_PORT)).limiterWith({ log });
    expect(passed(await burst([limiter], 200, 20))).toBe(20);
    expect(lines).toMatchObject([{ message: 'The rate limit store does not answer: this node counts alone.' }]);
    expect(lines[0]?.error).toBeInstanceOf(Error);
  });

  test(`${store} that is away is told of once a minute`, async () => {
    const { log, lines } = logged();
    const time = { now: 0 };
    const limiter = (await open(CLOSED_PORT)).limiterWith({ log, clock: () => time.now });
    for (time.now = 0; time.now <= 120_000; time.now += 10_000) await limiter.consume(uniqueKey(), 20);
    expect(lines).toHaveLength(3);
  });
}

for (const { store, reached, at, open } of stores) {
  describe.skipIf(!reached)(`${store} that goes away${why(reached, at.port)}`, () => {
    let drop: () => Promise<void> = async () => undefined;

    beforeAll(async () => {
      if (store === 'PostgreSQL') ({ database, drop } = await scratchDatabase());
    });
    afterAll(() => drop());

    test('after its client was stopped this node counts alone, exactly', async () => {
      const { log, lines } = logged();
      const { stop, limiterWith } = await open(at.port);
      const limiter = limiterWith({ log });
      await limiter.consume(uniqueKey(), 20);
      expect(lines).toEqual([]);
      await stop();
      expect(passed(await burst([limiter], 200, 20))).toBe(20);
      expect(lines).toHaveLength(1);
    });

    test('a call waits a second for an answer and is then counted on this node', async () => {
      const { limiter, lines } = await stalled();
      const waited = await timed(() => limiter.consume(uniqueKey(), 1));
      expect(waited.result).toMatchObject({ allowed: true, limit: 1, remaining: 0 });
      expect(waited.ms).toBeGreaterThan(990);
      expect(waited.ms).toBeLessThan(1800);
      expect(lines).toMatchObject([{ error: new Error('No answer within 1000 ms.') }]);
    });

    test('after five failures in a row it is tried once a second only', async () => {
      const { limiter, time } = await stalled();
      await Promise.all([1, 2, 3, 4, 5].map(() => limiter.consume(uniqueKey(), 1)));
      const probe = timed(() => limiter.consume(uniqueKey(), 1));
      expect((await timed(() => burst([limiter], 200, 20))).ms).toBeLessThan(200);
      expect((await probe).ms).toBeGreaterThan(990);
      time.now += 1000;
      expect((await timed(() => limiter.consume(uniqueKey(), 1))).ms).toBeGreaterThan(990);
    });

    async function stalled(): Promise<{ limiter: RateLimiter; lines: Logged[]; time: { now: number } }> {
      const { log, lines } = logged();
      const time = { now: 0 };
      const proxy = await stallingProxy(at.port);
      const limiter = (await open(proxy.port)).limiterWith({ log, clock: () => time.now });
      await limiter.consume(uniqueKey(), 1);
      expect(lines).toEqual([]);
      proxy.stall();
      endings.unshift(() => proxy.close());
      return { limiter, lines, time };
    }
  });
}

async function timed<T>(call: () => Promise<T> | T): Promise<{ result: T; ms: number }> {
  const startedAt = performance.now();
  const result = await call();
  return { result, ms: performance.now() - startedAt };
}
