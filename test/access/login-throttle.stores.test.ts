import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type LibraryWindows,
  postgresWindows,
  redisWindows,
  type SharedStore,
} from '#src/access/rate-limit/library-windows.ts';
import { openSharedWindows } from '#src/access/rate-limit/shared-windows.ts';
import { endsWithin } from '../support/ends-within.ts';
import { attemptsOn, memoryThrottle } from '../support/login-throttle.ts';
import { migratedDatabase } from '../support/scratch-database.ts';
import {
  type Address,
  CLOSED,
  databaseAt,
  noFallback,
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
async function redis(at: Address = REDIS): Promise<SharedStore> {
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

async function postgres(at?: Address): Promise<SharedStore> {
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
      const { windows, calls } = observed(await open(proxy.at));
      const logged: string[] = [];
      const attempt = attemptsOn(throttleOver(windows, (message) => logged.push(message)));
      await attempt(newAddress(), newAccount(), 'wrong').catch(() => undefined);
      calls.length = 0;
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
      // No attempt after the first asked the store.
      // What the attempt looks for first: who is known, and the three blocks of the address.
      expect(calls.map(({ method }) => method)).toEqual(Array(4).fill('get'));
      expect(logged).toEqual([countsAlone]);
    });

    test('are counted over all nodes, also when they come at once', async () => {
      const nodes = [attemptsOn(throttleOver(await open())), attemptsOn(throttleOver(await open()))];
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
      const { windows, calls } = observed(await open());
      await attemptsOn(throttleOver(windows)).times(3, newAddress(), newAccount(), 'right');
      const consumed = calls.filter(({ method }) => method === 'consumeWhole');
      const made = new Map(consumed.map(({ key, limiter }) => [key, limiter]));
      const stored = await Promise.all([...made].map(([key, limiter]) => limiter.get(key)));
      expect(made.size).toBe(11);
      expect(stored.filter((found) => found !== null)).toHaveLength(1);
    });

    test('cost nothing when they are right, and are remembered on every node', async () => {
      const nodes = [attemptsOn(throttleOver(await open())), attemptsOn(throttleOver(await open()))];
      const [address, account] = [newAddress(), newAccount()];
      expect(await nodes[0]?.times(12, address, account, 'right')).toEqual(Array(12).fill('accepted'));
      for (let place = 0; place < 51; place++) await nodes[0]?.times(2, newAddress(), account, 'wrong');
      expect(await nodes[1]?.times(2, newAddress(), account, 'wrong')).toEqual(['wrong', 'refused']);
      expect(await nodes[1]?.times(2, address, account, 'wrong')).toEqual(['wrong', 'wrong']);
      expect(await nodes[0]?.(address, account, 'right')).toBe('accepted');
    });
  });

  test(`${store} that is away: this node counts alone, and says so`, async () => {
    const logged: string[] = [];
    const attempt = attemptsOn(throttleOver(await open(CLOSED), (message) => logged.push(message)));
    expect(await attempt.times(11, newAddress(), 'ann', 'wrong')).toEqual([...Array(10).fill('wrong'), 'refused']);
    expect(logged).toEqual([countsAlone]);
  });
}

const countsAlone =
  'The store of login attempts, of accounts and of invitees does not respond: this node counts on its own.';

/** By default a failure of the store fails the test. */
function throttleOver(store: SharedStore, log: (message: string, error: unknown) => void = noFallback.log) {
  return memoryThrottle(openSharedWindows(store, { log }));
}

interface Call {
  readonly method: 'get' | 'consumeWhole' | 'reward';
  readonly key: string;
  readonly limiter: LibraryWindows;
}

/** The store, and every call that it receives. */
function observed(store: SharedStore): { windows: SharedStore; calls: Call[] } {
  const calls: Call[] = [];
  const windows: SharedStore = (options) => {
    const limiter = store(options);
    const { get, consumeWhole, reward } = limiter;
    const record = (method: Call['method'], key: string | number) => calls.push({ method, key: String(key), limiter });
    limiter.get = (key, ...rest) => {
      record('get', key);
      return get.call(limiter, key, ...rest);
    };
    limiter.consumeWhole = (key, points) => {
      record('consumeWhole', key);
      return consumeWhole.call(limiter, key, points);
    };
    limiter.reward = (key, ...rest) => {
      record('reward', key);
      return reward.call(limiter, key, ...rest);
    };
    return limiter;
  };
  return { windows, calls };
}
