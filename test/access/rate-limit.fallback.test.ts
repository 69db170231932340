import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { postgresWindows, redisWindows } from '#src/access/rate-limit/library-windows.ts';
import { openSharedWindows, type SharedWindowsOptions } from '#src/access/rate-limit/shared-windows.ts';
import type { WindowStore } from '#src/access/rate-limit/window-store.ts';
import { endsWithin } from '../support/ends-within.ts';
import { migratedDatabase } from '../support/scratch-database.ts';
import {
  type Address,
  burst,
  CLOSED,
  databaseAt,
  passed,
  postgresPool,
  REDIS,
  redisClient,
  redisIsReached,
  socketOf,
  stallingProxy,
  uniqueKey,
  unlessRedis,
} from './rate-limit.support.ts';

interface Logged {
  readonly message: string;
  readonly error: unknown;
}

const endings: (() => unknown)[] = [];
let databaseUrl = '';

async function openRedis(at?: Address) {
  const client = await redisClient(at);
  const stop = () => client.isOpen && client.destroy();
  endings.push(stop);
  return {
    stop,
    limiterWith: (options: SharedWindowsOptions) =>
      openSharedWindows(redisWindows(client, 'test'), options)('requests', 1),
  };
}

async function openPostgres(at?: Address) {
  const pool = postgresPool(at ? databaseAt(databaseUrl, at) : databaseUrl);
  const stop = () => (pool.ending ? undefined : pool.end());
  endings.push(stop);
  return {
    stop,
    limiterWith: (options: SharedWindowsOptions) => openSharedWindows(postgresWindows(pool), options)('requests', 1),
  };
}

function logged() {
  const lines: Logged[] = [];
  return { lines, log: (message: string, error: unknown) => lines.push({ message, error }) };
}

const stores = [
  { store: 'Redis', reached: redisIsReached, why: unlessRedis, listener: () => REDIS, open: openRedis },
  { store: 'PostgreSQL', reached: true, why: '', listener: () => socketOf(databaseUrl), open: openPostgres },
];

let drop: () => Promise<void> = async () => undefined;
beforeAll(async () => {
  ({ url: databaseUrl, drop } = await migratedDatabase());
});
afterAll(() => drop());
afterEach(() => Promise.all(endings.splice(0).map((end) => end())));

for (const { store, open } of stores) {
  test(`without ${store} this node counts alone, exactly`, async () => {
    const { log, lines } = logged();
    const limiter = (await open(CLOSED)).limiterWith({ log });
    expect(passed(await burst([limiter], 200, 20))).toBe(20);
    expect(lines).toMatchObject([{ message: 'The rate limit store does not respond: this node counts on its own.' }]);
    expect(lines[0]?.error).toBeInstanceOf(Error);
  });

  test(`an unreachable ${store} is logged once a minute`, async () => {
    const { log, lines } = logged();
    const time = { now: 0 };
    const limiter = (await open(CLOSED)).limiterWith({ log, clock: () => time.now });
    for (time.now = 0; time.now <= 120_000; time.now += 10_000) await limiter.consume(uniqueKey(), 20);
    expect(lines).toHaveLength(3);
  });
}

for (const { store, reached, why, listener, open } of stores) {
  describe.skipIf(!reached)(`${store} that stops answering${why}`, () => {
    test('after its client was stopped this node counts alone, exactly', async () => {
      const { log, lines } = logged();
      const { stop, limiterWith } = await open();
      const limiter = limiterWith({ log });
      await limiter.consume(uniqueKey(), 20);
      expect(lines).toEqual([]);
      await stop();
      expect(passed(await burst([limiter], 200, 20))).toBe(20);
      expect(lines).toHaveLength(1);
    });

    test('a call waits a second for an answer and is then counted on this node', async () => {
      const { limiter, lines } = await stalled();
      const waiting = timed(() => limiter.consume(uniqueKey(), 1));
      expect(await endsWithin(1800, waiting)).toBe(true);
      const waited = await waiting;
      expect(waited.result).toMatchObject({ allowed: true, limit: 1, remaining: 0 });
      expect(waited.ms).toBeGreaterThan(990);
      expect(lines).toMatchObject([{ error: new Error('No response within 1000 ms.') }]);
    });

    test('after five failures in a row it is tried once a second only', async () => {
      const { limiter, time } = await stalled();
      await Promise.all([1, 2, 3, 4, 5].map(() => limiter.consume(uniqueKey(), 1)));
      const probe = timed(() => limiter.consume(uniqueKey(), 1));
      // The probe began before and waits a second.
      const rest = burst([limiter], 200, 20).then(() => 'rest');
      expect(await Promise.race([rest, probe])).toBe('rest');
      expect((await probe).ms).toBeGreaterThan(990);
      time.now += 1000;
      expect((await timed(() => limiter.consume(uniqueKey(), 1))).ms).toBeGreaterThan(990);
    });

    async function stalled(): Promise<{ limiter: WindowStore; lines: Logged[]; time: { now: number } }> {
      const { log, lines } = logged();
      const time = { now: 0 };
      const proxy = await stallingProxy(listener());
      const limiter = (await open(proxy.at)).limiterWith({ log, clock: () => time.now });
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
