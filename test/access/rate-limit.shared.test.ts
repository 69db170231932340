import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createRateGate } from '#src/access/rate-limit/gate.ts';
import { postgresWindows, redisWindows } from '#src/access/rate-limit/library-windows.ts';
import { openSharedWindows } from '#src/access/rate-limit/shared-windows.ts';
import type { WindowStore } from '#src/access/rate-limit/window-store.ts';
import { presentMs } from '../support/present.ts';
import { migratedDatabase } from '../support/scratch-database.ts';
import { pause } from '../support/waiting.ts';
import {
  burst,
  noFallback,
  passed,
  postgresPool,
  redisClient,
  redisIsReached,
  retryWhenBusy,
  uniqueKey,
  unlessRedis,
  withinOneWindow,
} from './rate-limit.support.ts';

const NODE_SCRIPT = fileURLToPath(new URL('./rate-limit.node.ts', import.meta.url));
const endings: (() => unknown)[] = [];
let databaseUrl = '';

async function connectRedis(): Promise<WindowStore> {
  const client = await redisClient();
  endings.push(() => client.destroy());
  return openSharedWindows(redisWindows(client, 'test'), noFallback)('requests', 1);
}

async function connectPostgres(): Promise<WindowStore> {
  const pool = postgresPool(databaseUrl);
  endings.push(() => pool.end());
  return openSharedWindows(postgresWindows(pool), noFallback)('requests', 1);
}

const stores = [
  { store: 'Redis', reached: redisIsReached, why: unlessRedis, connect: connectRedis },
  { store: 'PostgreSQL', reached: true, why: '', connect: connectPostgres },
];

let drop: () => Promise<void> = async () => undefined;
beforeAll(async () => {
  ({ url: databaseUrl, drop } = await migratedDatabase());
});
afterAll(() => drop());

for (const { store, reached, why, connect } of stores) {
  describe.skipIf(!reached)(`windows in ${store}${why}`, { retry: retryWhenBusy }, () => {
    afterEach(() => Promise.all(endings.splice(0).map((end) => end())));

    test('what is returned can be consumed again, and no more', async () => {
      const limiter = await connect();
      const decisions = await withinOneWindow(async () => {
        const key = uniqueKey();
        const { resetAt } = await limiter.consume(key, 10, 8);
        await limiter.release(key, 10, { cost: 6, until: resetAt });
        await limiter.release(key, 10, { cost: 6, until: presentMs() - 1 });
        return [await limiter.consume(key, 10, 9), await limiter.consume(key, 10, 8)];
      });
      expect(decisions.map(({ allowed }) => allowed)).toEqual([false, true]);
      const ended = uniqueKey();
      await limiter.release(ended, 10, { cost: 6, until: presentMs() + 1000 });
      expect(await limiter.consume(ended, 10, 11)).toMatchObject({ allowed: false, remaining: 10 });
    });

    test('documents reserve what they may cost, the last one what is left, and pay what they have cost', async () => {
      const [one, other] = [createRateGate(await connect()), createRateGate(await connect())];
      const reservations = await withinOneWindow(async () => {
        const workspaceId = randomInt(1, 2 ** 31);
        const limits = { points: 1, fieldPoints: 1, graphqlCost: 10 };
        const rate = { workspaceId, bucket: String(workspaceId), ...limits, decisions: new Map() };
        const first = await one.reserveCost(rate, 8);
        const second = await other.reserveCost(rate, 8);
        const third = await one.reserveCost(rate, 1);
        await one.settleCost(rate, first, 3);
        const fourth = await other.reserveCost(rate, 4);
        await other.settleCost(rate, second, 9);
        await other.settleCost(rate, fourth, 4);
        return [first, second, third, fourth, await one.reserveCost(rate, 1)];
      });
      expect(reservations.map(({ allowed, reserved }) => [allowed, reserved])).toEqual([
        ...[
          [true, 8],
          [true, 2],
          [false, 0],
        ],
        ...[
          [true, 4],
          [false, 0],
        ],
      ]);
    });

    test('exactly the points of a window pass, out of 200 calls at once', async () => {
      const decisions = await burst([await connect()], 200, 20);
      expect(passed(decisions)).toBe(20);
      const remaining = decisions.filter(({ allowed }) => allowed).map((decision) => decision.remaining);
      expect(remaining.sort((a, b) => b - a)).toEqual(Array.from({ length: 20 }, (_, i) => 19 - i));
    });

    test('two connections consume from the same window', async () => {
      expect(passed(await burst([await connect(), await connect()], 200, 20))).toBe(20);
    });

    test('two processes consume from the same window', async () => {
      const nodes = await Promise.all([startNode(store), startNode(store)]);
      const results = await withinOneWindow(() => {
        const key = uniqueKey();
        return Promise.all(nodes.map((node) => node.burst(key, 100, 20)));
      });
      expect(results.reduce((sum, each) => sum + each)).toBe(20);
    });

    test('a refusal carries the time to the end of the window and does not extend it', async () => {
      const limiter = await connect();
      const [key, first, refused] = await withinOneWindow(async () => {
        const fresh = uniqueKey();
        const opening = await limiter.consume(fresh, 1);
        await pause(400);
        return [fresh, opening, await limiter.consume(fresh, 1)] as const;
      });
      expect(refused).toMatchObject({ allowed: false, limit: 1, remaining: 0, retryAfterSeconds: 1 });
      // An extension would be one of 400 ms. A node sees the end later by the time that its store took to answer.
      expect(Math.abs(refused.resetAt - first.resetAt)).toBeLessThan(300);
      await pause(first.resetAt - presentMs() + 20);
      expect(await limiter.consume(key, 1)).toMatchObject({ allowed: true, remaining: 0 });
    });

    test('workspaces and actions have buckets of their own', async () => {
      const limiter = await connect();
      const keys = [uniqueKey(), uniqueKey(), uniqueKey()];
      const decisions = await Promise.all(keys.map((key) => limiter.consume(key, 1)));
      expect(passed(decisions)).toBe(3);
    });

    test('points may differ from call to call, and what was consumed stays counted', async () => {
      const limiter = await connect();
      const decisions = await withinOneWindow(async () => {
        const key = uniqueKey();
        return [await limiter.consume(key, 1), await limiter.consume(key, 1), await limiter.consume(key, 5)];
      });
      expect(decisions).toMatchObject([{ allowed: true }, { allowed: false }, { allowed: true, limit: 5 }]);
    });

    test('a limit of no points lets nothing pass', async () => {
      expect(await (await connect()).consume(uniqueKey(), 0)).toMatchObject({ allowed: false, limit: 0 });
    });

    test('a node whose clock is wrong opens no window early', async () => {
      const limiters = [await connect(), await connect()];
      const results = await withinOneWindow(async () => {
        const key = uniqueKey();
        const first = await limiters[0]?.consume(key, 2);
        vi.useFakeTimers({ toFake: ['Date'], now: presentMs() + 10_000 });
        const ahead = await limiters[1]?.consume(key, 2);
        vi.useRealTimers();
        return [first?.remaining, ahead?.remaining];
      }).finally(() => vi.useRealTimers());
      expect(results).toEqual([1, 0]);
    });
  });
}

async function startNode(store: string) {
  const node: ChildProcess = spawn(process.execPath, [NODE_SCRIPT, store, databaseUrl], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  endings.push(async () => {
    node.stdin?.end();
    if (node.exitCode === null) await once(node, 'exit');
  });
  if (!node.stdin || !node.stdout) throw new Error('The process has no pipes.');
  const { stdin } = node;
  const lines = createInterface({ input: node.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    async burst(key: string, calls: number, points: number): Promise<number> {
      stdin.write(`${key} ${calls} ${points}\n`);
      return Number((await lines.next()).value);
    },
  };
}
