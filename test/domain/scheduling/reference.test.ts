import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HostConnection, Slot, SlotQuery } from '#src/domain/scheduling/rules.ts';
import { openSlots } from '#src/domain/scheduling/slots.ts';
import { type ClosingReason, closingReasons } from '#src/domain/scheduling/why-unavailable.ts';
import { fuzzRuns } from '../../support/extent.ts';
import { longSlotCases, slotCases } from '../../support/scheduling/query-arbitraries.ts';
import { decide, type Rule, referenceSlots, rulesClosing } from '../../support/scheduling/reference.ts';

type Outcome = 'slots' | 'slots across a transition' | 'several hosts' | 'decided by week';

function expectSlots(query: SlotQuery, expected: Slot[]): void {
  const found = openSlots(query);
  // The matcher takes longer than both implementations, so it only explains a difference.
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}

test('an implementation that looks at every minute finds the same slots and hosts', () => {
  const counts = new Map<Rule | Outcome, number>();
  const count = (what: Rule | Outcome) => counts.set(what, (counts.get(what) ?? 0) + 1);
  fc.assert(
    fc.property(slotCases, ({ query, crossesTransition }) => {
      const { slots, closedOnlyBy, decidedByWeek } = decide(query);
      expectSlots(query, slots);

      // A booking asks for the one instant that was offered.
      const last = slots.at(-1);
      if (last) expect(openSlots({ ...query, from: last.dateTime, until: last.dateTime + 1 })).toEqual([last]);

      if (slots.length) count('slots');
      if (slots.length && crossesTransition) count('slots across a transition');
      if (slots.some(({ hostIds }) => hostIds.length > 1)) count('several hosts');
      if (decidedByWeek) count('decided by week');
      for (const rule of closedOnlyBy.keys()) count(rule);
    }),
    { numRuns: fuzzRuns(10_000) },
  );
  // Each rule decides alone in many of the cases, so that an engine without it could not pass.
  const minimums: Record<Rule | Outcome, number> = {
    slots: 4500,
    'slots across a transition': 2300,
    'several hosts': 1200,
    'decided by week': 400,
    openTime: 2000,
    notice: 1000,
    horizon: 1200,
    call: 1500,
    buffer: 900,
    timeOff: 1300,
    calendar: 500,
    unreadable: 250,
    dailyLimit: 350,
  };
  for (const what of Object.keys(minimums) as (Rule | Outcome)[]) {
    expect(counts.get(what) ?? 0, what).toBeGreaterThanOrEqual(fuzzRuns(minimums[what]));
  }
}, 300_000);

test('both agree over thirty days', () => {
  let slots = 0;
  fc.assert(
    fc.property(longSlotCases, (query) => {
      const expected = referenceSlots(query);
      expectSlots(query, expected);
      slots += expected.length;
    }),
    { numRuns: fuzzRuns(60) },
  );
  expect(slots).toBeGreaterThan(fuzzRuns(10_000));
});

const ruleOfReason: Partial<Record<ClosingReason['rule'], Rule>> = {
  PAST: 'notice',
  MINIMUM_NOTICE: 'notice',
  BOOKING_WINDOW: 'horizon',
  OPENING_HOURS: 'openTime',
  OVERRIDE: 'openTime',
  SLOT_INTERVAL: 'openTime',
  DURATION: 'openTime',
  CALL: 'call',
  BUFFER: 'buffer',
  TIME_OFF: 'timeOff',
  CALENDAR: 'calendar',
  CALENDAR_UNREADABLE: 'unreadable',
  DAILY_LIMIT: 'dailyLimit',
};

const named = ({ id, calendars }: HostConnection) => ({
  ...{ id, name: `connection ${id}`, disconnectedAt: null, lastReadAt: null },
  calendars: calendars.map((calendar) => ({ id: calendar.id, name: `calendar ${calendar.id}` })),
});

test('the reasons why an instant is closed are the rules that close it, and none where it is offered', () => {
  const counts = new Map<number, number>();
  const quarter = 15 * 60_000;
  fc.assert(
    fc.property(slotCases, fc.nat(96), ({ query }, quarters) => {
      const dateTime = (Math.floor(query.from / quarter) + quarters) * quarter;
      for (const host of query.hosts) {
        const connections = host.calendarConnections.map(named);
        const rules = new Set(
          closingReasons({ ...query, dateTime, connections }, host).map(({ rule }) => ruleOfReason[rule]),
        );
        expect([...rules].sort()).toEqual(rulesClosing(query, host, dateTime).sort());
        counts.set(rules.size, (counts.get(rules.size) ?? 0) + 1);
      }
    }),
    { numRuns: fuzzRuns(2000) },
  );
  expect(counts.get(0)).toBeGreaterThan(fuzzRuns(250));
  expect(counts.get(1)).toBeGreaterThan(fuzzRuns(1000));
  expect(counts.get(2)).toBeGreaterThan(fuzzRuns(700));
});
