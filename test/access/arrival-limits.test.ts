import { describe, expect, test } from 'vitest';
import { type Arrival, ArrivalLimits } from '#src/access/arrival-limits.ts';
import { nodeLimits } from '#src/access/limit-table.ts';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';

const kinds = Object.keys(nodeLimits.arrivals) as Arrival[];

function limitsAt(refused: Arrival[] = []) {
  const time = { now: 0 };
  const limits = new ArrivalLimits(
    (arrival) => refused.push(arrival),
    memoryWindows(() => time.now, 10),
  );
  /** How many of these requests are let in. */
  const passed = (arrival: Arrival, addresses: readonly string[]) =>
    addresses.filter((address) => {
      try {
        limits.count(arrival, address);
        return true;
      } catch (error) {
        expect(error).toMatchObject({
          code: 'RATE_LIMIT_EXCEEDED',
          rate: { windowSeconds: 10, retryAfterSeconds: 10 },
        });
        return false;
      }
    }).length;
  return { time, passed };
}

const many = (count: number, addressOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => addressOf(index));

describe('requests that arrive without a credential', () => {
  test.each(kinds)('%s: an address has its points in ten seconds, and then again', (kind) => {
    const refused: Arrival[] = [];
    const { time, passed } = limitsAt(refused);
    const points = nodeLimits.arrivals[kind].points;
    const flood = many(points + 50, () => '203.0.113.7');
    expect(passed(kind, flood)).toBe(points);
    expect(refused).toEqual(Array.from({ length: 50 }, () => kind));
    expect(passed(kind, ['203.0.113.8'])).toBe(1);
    time.now += 10_000;
    expect(passed(kind, flood)).toBe(points);
  });

  test('a flood of one kind closes no other to the same address', () => {
    const { passed } = limitsAt();
    for (const kind of kinds) {
      expect(
        passed(
          kind,
          many(5_000, () => '203.0.113.7'),
        ),
      ).toBe(nodeLimits.arrivals[kind].points);
    }
  });

  test.each([
    ['/64', 1, (index: number) => `2001:db8:1:2::${index.toString(16)}`],
    ['/56', 2, (index: number) => `2001:db8:1:${(index % 250).toString(16)}::1`],
    ['/48', 4, (index: number) => `2001:db8:1:${((index % 250) * 256).toString(16)}::1`],
  ])('an IPv6 customer with a %s counts as one', (_block, times, addressOf) => {
    const { passed } = limitsAt();
    expect(passed('form', many(2_000, addressOf))).toBe(times * nodeLimits.arrivals.form.points);
  });
});

test('an office that signs in within a minute, and reads its links, is let in', () => {
  const { time, passed } = limitsAt();
  for (let person = 0; person < 250; person++) {
    // The page, the form, the consent page of an app, and the answer to it.
    expect(
      passed(
        'accountPage',
        many(4, () => '203.0.113.7'),
      ),
    ).toBe(4);
    time.now += 60_000 / 250;
  }
});
