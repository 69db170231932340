import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { postgresWindows, redisWindows, type WindowStore, type Windows } from '#src/access/rate-limit/windows.ts';
import { endsWithin } from '../support/ends-within.ts';
import { attemptsOn, memoryThrottle } from '../support/login-throttle.ts';
import { migratedDatabase } from '../support/scratch-database.ts';
import {
  type Address,
  CLOSED,
  databaseAt,
  postgresPool,
  REDIS,
  redisClient,
  redisIsReached,
  socketOf,
  stallingProxy,
  unlessRedis,
} from './rate-limit.support.ts';

const endings: (() => unknown)[] = [];
const runId = randomUUID();
let databaseUrl = '';

/** What is counted for days is deleted in the end: Redis is everybody's. */
async function redis(at: Address = REDIS): Promise<WindowStore> {
  const client = await redisClient(at);
  const installation = `test-${runId}`;
  endings.push(async () => {
    if (!client.isOpen) return;
    if (at !== REDIS) return client.destroy();
    for await (const keys of client.scanIterator({ MATCH: `slotline:${installation}:*` })) {
      if (keys.length > 0) await client.del(keys);
    }
    client.destroy();
  });
  return redisWindows(client, installation);
}

async function postgres(at?: Address): Promise<WindowStore> {
  const pool = postgresPool(at ? databaseAt(databaseUrl, at) : databaseUrl);
  endings.push(() => pool.end());
  return postgresWindows(pool);
}

const stores = [
  { store: 'Redis', reached: redisIsReached, why: unlessRedis, listener: () => REDIS, open: redis },
  { store: 'PostgreSQL', reached: true, why: '', listener: () => socketOf(databaseUrl), open: postgres },
];
const newAccount = () => `${randomUUID()}@example.com`;
/** An address that no other test has. */
const newAddress = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;

afterEach(() => Promise.all(endings.splice(0).map((end) => end())));

let drop: () => Promise<void> = async () => undefined;
beforeAll(async () => {
  ({ url: databaseUrl, drop } = await migratedDatabase());
});
afterAll(() => drop());

for (const { store, reached, why, listener, open } of stores) {
  describe.skipIf(!reached)(`attempts counted in ${store}${why}`, () => {
    test('cost one a second when the store hangs, and those after it nothing', async () => {
      const proxy = await stallingProxy(listener());
      endings.push(() => proxy.close());
      let failures = 0;
      const attempt = attemptsOn(memoryThrottle(await open(proxy.at), () => failures++));
      await attempt(newAddress(), newAccount(), 'wrong').catch(() => undefined);
      failures = 0;
      proxy.stall();
      const startedAt = performance.now();
      let waitedMs = 0;
      const attempts = (async () => {
        expect(await attempt(newAddress(), 'ann', 'right')).toBe('accepted');
        waitedMs = performance.now() - startedAt;
        expect(await attempt.times(11, newAddress(), 'ann', 'wrong')).toEqual([...Array(10).fill('wrong'), 'refused']);
      })();
      expect(await endsWithin(1900, attempts)).toBe(true);
      expect(waitedMs).toBeGreaterThan(990);
      // What the attempt looks for first: who is known, and the three blocks of the address.
      expect(failures).toBe(4);
    });

    test('are counted over all nodes, also when they come at once', async () => {
      const nodes = [attemptsOn(memoryThrottle(await open())), attemptsOn(memoryThrottle(await open()))];
      const [address, account] = [newAddress(), newAccount()];
      const attempts = Array.from({ length: 10 }, () =>
        nodes.map((attempt) => attempt(address, account, 'wrong')),
      ).flat();
      const outcomes = await Promise.all(attempts);
      expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(10);
      expect(await nodes[0]?.(address, account, 'right')).toBe('refused');
      expect(await nodes[1]?.(newAddress(), account, 'right')).toBe('accepted');
    });

    test('leave no key behind when they are right, but that they were', async () => {
      const { windows, made } = remembered(await open());
      await attemptsOn(memoryThrottle(windows)).times(3, newAddress(), newAccount(), 'right');
      const stored = await Promise.all([...made].map(([key, limiter]) => limiter.get(key)));
      expect(made.size).toBe(11);
      expect(stored.filter((found) => found !== null)).toHaveLength(1);
    });

    test('cost nothing when they are right, and are remembered on every node', async () => {
      const nodes = [attemptsOn(memoryThrottle(await open())), attemptsOn(memoryThrottle(await open()))];
      const [address, account] = [newAddress(), newAccount()];
      expect(await nodes[0]?.times(12, address, account, 'right')).toEqual(Array(12).fill('accepted'));
      for (let place = 0; place < 51; place++) await nodes[0]?.times(2, newAddress(), account, 'wrong');
      expect(await nodes[1]?.times(2, newAddress(), account, 'wrong')).toEqual(['wrong', 'refused']);
      expect(await nodes[1]?.times(2, address, account, 'wrong')).toEqual(['wrong', 'wrong']);
      expect(await nodes[0]?.(address, account, 'right')).toBe('accepted');
    });
  });

  test(`${store} that is away: this node counts alone, and says so`, async () => {
    let failures = 0;
    const attempt = attemptsOn(memoryThrottle(await open(CLOSED), () => failures++));
    expect(await attempt.times(11, newAddress(), 'ann', 'wrong')).toEqual([...Array(10).fill('wrong'), 'refused']);
    expect(failures).toBeGreaterThan(0);
  });
}

/** The store, and every key that anything was added to. */
function remembered(store: WindowStore): { windows: WindowStore; made: Map<string, Windows> } {
  const made = new Map<string, Windows>();
  const windows: WindowStore = (options) => {
    const limiter = store(options);
    const add = limiter.penalty.bind(limiter);
    limiter.penalty = (key, ...rest) => {
      made.set(String(key), limiter);
      return add(key, ...rest);
    };
    return limiter;
  };
  return { windows, made };
}
