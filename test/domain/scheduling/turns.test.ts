import { describe, expect, test } from 'vitest';
import { bookedAt, byTurn } from '#src/domain/scheduling/turns.ts';
import { callAt, hostWith, openStartsWithHosts, scheduleIn } from '../../support/scheduling/slot-queries.ts';

// A Monday.
const monday = { from: '2027-02-01T00:00Z', until: '2027-02-02T00:00Z' };
const morning = scheduleIn('UTC', '09:00-10:00');
const host = (userId: number, facts = {}) => hostWith(morning, { userId, ...facts });
const order = (...hosts: ReturnType<typeof host>[]) => openStartsWithHosts({ ...monday, hosts });
const inWeek = [callAt('2027-02-03T12:00Z', '2027-02-03T13:00Z')];

describe('hosts who are equal but for their last booking', () => {
  test('come by how long ago it was, whoever was never booked first', () => {
    const hosts = [host(1, { lastBookedAt: 300 }), host(2, { lastBookedAt: 100 }), host(3), host(4), host(5)];
    expect(order(...hosts)).toEqual(['2027-02-01T09:00Z 3 4 5 2 1']);
    expect(order(...hosts.toReversed())).toEqual(['2027-02-01T09:00Z 3 4 5 2 1']);
  });

  test('come by their id where it was at once', () => {
    expect(order(host(2, { lastBookedAt: 7 }), host(1, { lastBookedAt: 7 }))).toEqual(['2027-02-01T09:00Z 1 2']);
  });

  test('come after those with fewer calls in the week, and those of a higher priority', () => {
    const idle = host(3, { lastBookedAt: 900 });
    const busy = host(1, { lastBookedAt: 100, calls: inWeek });
    const first = host(2, { lastBookedAt: 999, calls: inWeek, priority: 1 });
    expect(order(busy, idle, first)).toEqual(['2027-02-01T09:00Z 2 3 1']);
  });
});

describe('the instant of a booking', () => {
  test('is that of the clock', () => {
    expect(bookedAt([{ lastBookedAt: null }, { lastBookedAt: 999 }], 1_000)).toBe(1_000);
    expect(bookedAt([], 1_000)).toBe(1_000);
  });

  test('is later than those of all hosts, within a millisecond and where the clock of another node is ahead', () => {
    expect(bookedAt([{ lastBookedAt: 1_000 }, { lastBookedAt: null }], 1_000)).toBe(1_001);
    expect(bookedAt([{ lastBookedAt: 1_000 }, { lastBookedAt: 5_000 }], 2_000)).toBe(5_001);
  });

  test('puts the host behind all others, however many are booked at once', () => {
    let hosts = [1, 2, 3].map((userId) => ({ userId, lastBookedAt: null as number | null }));
    const chosen = Array.from({ length: 9 }, () => {
      const [next] = hosts.toSorted((one, other) => byTurn(one, other) || one.userId - other.userId);
      const lastBookedAt = bookedAt(hosts, 1_000);
      hosts = hosts.map((each) => (each.userId === next?.userId ? { ...each, lastBookedAt } : each));
      return next?.userId;
    });
    expect(chosen).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3]);
  });
});
