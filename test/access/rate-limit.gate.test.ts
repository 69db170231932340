import { buildSchema, defaultFieldResolver, graphql } from 'graphql';
import { expect, test } from 'vitest';
import { createRateGate, type RequestRate } from '#src/access/rate-limit/gate.ts';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import type { WindowStore } from '#src/access/rate-limit/window-store.ts';
import type { RateDecision } from '#src/domain/errors.ts';

const FIVE_ALIASES = '{ a: calls, b: calls, c: calls, d: calls, e: calls }';

const requestOf = (workspaceId: number, points: number): RequestRate => ({
  workspaceId,
  points,
  bucket: String(workspaceId),
  fieldPoints: points,
  graphqlCost: 1,
  decisions: new Map(),
});

/** A limiter that answers later, as the shared ones do, and that records its calls. */
function lateLimiter() {
  const memory = memoryWindows(() => 0);
  const keys: string[] = [];
  const consume = async (key: string, points: number): Promise<RateDecision> => {
    keys.push(key);
    await new Promise((resolve) => setImmediate(resolve));
    return memory.consume(key, points);
  };
  return { keys, limiter: { ...memory, consume } satisfies WindowStore };
}

/** A schema of two root fields behind the gate. `execute` returns what is left of the bucket after each field. */
function gatedSchema(limiter: WindowStore) {
  const gate = createRateGate(limiter);
  const schema = buildSchema('type Query { calls: Int, hosts: Int }');
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    field.resolve = async (parent, args, rate: RequestRate, info) => {
      const decision = await gate.consumeField(rate, { parent, args, info });
      if (!decision.allowed) throw new Error('refused');
      return defaultFieldResolver({ [info.fieldName]: decision.remaining }, args, rate, info);
    };
  }
  const execute = async (rate: RequestRate, source: string) => {
    const { data } = await graphql({ schema, source, contextValue: rate });
    return Object.values(data ?? {});
  };
  return { gate, execute };
}

const limiters = [
  ['at once', () => memoryWindows(() => 0)],
  ['later', () => lateLimiter().limiter],
] as const;

test.each(limiters)(
  'a document with one field under five aliases consumes five points, decided %s',
  async (_, make) => {
    const { execute } = gatedSchema(make());
    expect(await execute(requestOf(7, 3), FIVE_ALIASES)).toEqual([2, 1, 0, null, null]);
  },
);

test.each(limiters)('fields of one request have buckets of their own, decided %s', async (_, make) => {
  const { execute } = gatedSchema(make());
  expect(await execute(requestOf(7, 5), '{ calls, hosts }')).toEqual([4, 4]);
});

test('one execution of a field consumes exactly one point', async () => {
  const { keys, limiter } = lateLimiter();
  await gatedSchema(limiter).execute(requestOf(7, 5), '{ calls }');
  expect(keys).toEqual(['7:calls']);
});

test('an action that is no field consumes from a bucket of its own name', async () => {
  const { gate, execute } = gatedSchema(memoryWindows(() => 0));
  expect(await gate.consume(requestOf(7, 2), 'authorize')).toMatchObject({ allowed: true, remaining: 1 });
  expect(await execute(requestOf(7, 2), '{ calls }')).toEqual([1]);
});

test('a refusal carries all that its response states, and is remembered for the headers', async () => {
  const { gate } = gatedSchema(memoryWindows(() => 0));
  await gate.consume(requestOf(7, 1), 'calls');
  const rate = requestOf(7, 1);
  const refusal = { allowed: false, limit: 1, remaining: 0, resetAt: 1000, retryAfterSeconds: 1 };
  expect(await gate.consume(rate, 'calls')).toEqual(refusal);
  expect(rate.decisions.get('calls')).toEqual(refusal);
});

test('workspaces do not share a bucket, and each has its own points', async () => {
  const { execute } = gatedSchema(memoryWindows(() => 0));
  expect(await execute(requestOf(7, 1), '{ a: calls, b: calls }')).toEqual([0, null]);
  expect(await execute(requestOf(8, 2), '{ a: calls, b: calls }')).toEqual([1, 0]);
});

test('of 200 requests at once exactly the points of the workspace pass', async () => {
  const { execute } = gatedSchema(lateLimiter().limiter);
  const results = await Promise.all(Array.from({ length: 200 }, () => execute(requestOf(7, 20), '{ calls }')));
  expect(results.filter(([result]) => result !== null)).toHaveLength(20);
});

test('a limiter that fails lets nothing pass, and leaves the gate working', async () => {
  const failing = { ...memoryWindows(), consume: () => Promise.reject(new Error('broken')) };
  expect(await gatedSchema(failing).execute(requestOf(7, 20), '{ calls }')).toEqual([null]);
});

test('an address that invents apps makes no keys for them beyond its own limit', async () => {
  const { keys, limiter } = lateLimiter();
  const gate = createRateGate(limiter);
  const ask = (client: string, isKnown: boolean) =>
    gate.consumeClient({ action: 'token', client, address: '203.0.113.1', isKnown });
  const invented = Array.from({ length: 300 }, (_, number) => `ocl_${number}`);
  const decisions = await Promise.all(invented.map((client) => ask(client, false)));
  expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(100);
  expect(new Set(keys).size).toBe(1 + 100);
  expect(decisions.at(-1)).toMatchObject({ allowed: false, limit: 100 });
  expect(await ask('ocl_proven', true)).toMatchObject({ allowed: true, limit: 20 });
});

test('a document reserves what it may cost, or what is left, and pays what it has cost', async () => {
  let now = 0;
  const gate = createRateGate(memoryWindows(() => now));
  const rate = { ...requestOf(1, 1), graphqlCost: 10 };
  const first = await gate.reserveCost(rate, 8);
  const second = await gate.reserveCost(rate, 8);
  expect([first.reserved, second.reserved]).toEqual([8, 2]);
  expect(await gate.reserveCost(rate, 1)).toMatchObject({ allowed: false, reserved: 0, remaining: 0 });
  gate.settleCost(rate, first, 3);
  expect(await gate.reserveCost(rate, 1)).toMatchObject({ allowed: true, reserved: 1, remaining: 4 });
  gate.settleCost(rate, second, 5);
  expect(await gate.reserveCost(rate, 0)).toMatchObject({ allowed: true, remaining: 1 });
  now += 1000;
  const next = await gate.reserveCost(rate, 6);
  gate.settleCost(rate, first, 0);
  expect(await gate.reserveCost(rate, 0), 'nothing of a window that has ended is returned to the next').toMatchObject({
    remaining: 4,
  });
  gate.settleCost(rate, next, 0);
  expect(await gate.reserveCost(rate, 10)).toMatchObject({ allowed: true, reserved: 10 });
});

test('a document that may cost more than a whole budget reserves the budget', async () => {
  const gate = createRateGate(memoryWindows(() => 0));
  expect(await gate.reserveCost({ ...requestOf(1, 1), graphqlCost: 10 }, 500)).toMatchObject({
    ...{ allowed: true, reserved: 10, remaining: 0 },
  });
});
