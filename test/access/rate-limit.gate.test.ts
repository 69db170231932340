import { buildSchema, defaultFieldResolver, graphql } from 'graphql';
import { expect, test } from 'vitest';
import { createRateGate, type RequestRate } from '#src/access/rate-limit/gate.ts';
import type { RateLimiter } from '#src/access/rate-limit/limiter.ts';
import { memoryRateLimiter } from '#src/access/rate-limit/memory-rate-limiter.ts';
import type { RateDecision } from '#src/domain/errors.ts';

const FIVE_ALIASES = '{ a: calls, b: calls, c: calls, d: calls, e: calls }';

const requestOf = (workspaceId: number, points: number): RequestRate => ({ workspaceId, points, decisions: new Map() });

/** A limiter that answers later, as the shared ones do, and that notes what was asked of it. */
function lateLimiter() {
  const memory = memoryRateLimiter(() => 0);
  const keys: string[] = [];
  const consume = async (key: string, points: number): Promise<RateDecision> => {
    keys.push(key);
    await new Promise((resolve) => setImmediate(resolve));
    return memory.consume(key, points);
  };
  return { keys, limiter: { consume, close: memory.close } satisfies RateLimiter };
}

/** A schema of two root fields behind the gate; answers the fields that were let through. */
function door(limiter: RateLimiter) {
  const gate = createRateGate(limiter);
  const schema = buildSchema('type Query { calls: Int, hosts: Int }');
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    field.resolve = async (parent, args, rate: RequestRate, info) => {
      const decision = await gate.check(info.fieldName, rate, { parent, args, info });
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

const doors = [
  ['at once', () => door(memoryRateLimiter(() => 0))],
  ['later', () => door(lateLimiter().limiter)],
] as const;

test.each(doors)('a document with one field under five aliases draws five points, decided %s', async (_, open) => {
  const { execute } = open();
  expect(await execute(requestOf(7, 3), FIVE_ALIASES)).toEqual([2, 1, 0, null, null]);
});

test.each(doors)('a call that REST drew for is executed without drawing again, decided %s', async (_, open) => {
  const { gate, execute } = open();
  const rate = requestOf(7, 2);
  expect(await gate.draw(rate, 'calls')).toMatchObject({ allowed: true, remaining: 1 });
  expect(await execute(rate, '{ calls }')).toEqual([1]);
  expect(await gate.draw(requestOf(7, 2), 'calls')).toMatchObject({ allowed: true, remaining: 0 });
});

test.each(doors)('what was drawn before pays for the first execution only, decided %s', async (_, open) => {
  const { gate, execute } = open();
  const rate = requestOf(7, 3);
  await gate.draw(rate, 'calls');
  expect(await execute(rate, FIVE_ALIASES)).toEqual([2, 1, 0, null, null]);
});

test('what was drawn for one field does not pay for another', async () => {
  const { gate, execute } = door(memoryRateLimiter(() => 0));
  const rate = requestOf(7, 5);
  await gate.draw(rate, 'calls');
  expect(await execute(rate, '{ hosts }')).toEqual([4]);
  expect(await execute(rate, '{ calls }')).toEqual([4]);
});

test('drawing twice for a request and action draws once', async () => {
  const { keys, limiter } = lateLimiter();
  const gate = createRateGate(limiter);
  const rate = requestOf(7, 5);
  expect(await gate.draw(rate, 'calls')).toBe(await gate.draw(rate, 'calls'));
  expect(keys).toEqual(['7:calls']);
});

test('a refusal carries what the answer must tell, and is remembered for its headers', async () => {
  const { gate } = door(memoryRateLimiter(() => 0));
  await gate.draw(requestOf(7, 1), 'calls');
  const rate = requestOf(7, 1);
  const refusal = { allowed: false, limit: 1, remaining: 0, resetAt: 1000, retryAfterSeconds: 1 };
  expect(await gate.draw(rate, 'calls')).toEqual(refusal);
  expect(rate.decisions.get('calls')).toEqual(refusal);
});

test('a refused draw stays refused when the field is executed all the same', async () => {
  const time = { now: 0 };
  const { gate, execute } = door(memoryRateLimiter(() => time.now));
  await gate.draw(requestOf(7, 1), 'calls');
  const rate = requestOf(7, 1);
  await gate.draw(rate, 'calls');
  time.now = 1_000;
  expect(await execute(rate, '{ calls }')).toEqual([null]);
});

test('workspaces do not share a bucket, and each has its own points', async () => {
  const { execute } = door(memoryRateLimiter(() => 0));
  expect(await execute(requestOf(7, 1), '{ a: calls, b: calls }')).toEqual([0, null]);
  expect(await execute(requestOf(8, 2), '{ a: calls, b: calls }')).toEqual([1, 0]);
});

test('of 200 requests at once exactly the points of the workspace pass', async () => {
  const { execute } = door(lateLimiter().limiter);
  const answers = await Promise.all(Array.from({ length: 200 }, () => execute(requestOf(7, 20), '{ calls }')));
  expect(answers.filter(([answer]) => answer !== null)).toHaveLength(20);
});

test('a limiter that fails lets nothing pass, and leaves the gate working', async () => {
  const failing = { consume: () => Promise.reject(new Error('broken')), close: async () => undefined };
  expect(await door(failing).execute(requestOf(7, 20), '{ calls }')).toEqual([null]);
});
