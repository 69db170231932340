import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { openAlways } from '../../support/bookable-events.ts';
import { type Booking, bookingIn } from '../../support/bookings.ts';
import { fuzzRuns } from '../../support/extent.ts';
import type { ScheduleDraft } from '../../support/factories.ts';

const app = await useApp();

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'];
const zone = fc.constantFrom(...zones);
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Bounds of windows that do not overlap. */
const timings = fc
  .uniqueArray(fc.integer({ min: 0, max: 96 }), { maxLength: 4 })
  .map((quarters) => quarters.sort((one, other) => one - other).map((quarter) => quarter * 15))
  .map((minutes) =>
    minutes.flatMap((minute, index): [number, number][] => {
      const end = minutes[index + 1];
      return end === undefined || index % 2 ? [] : [[minute, end]];
    }),
  );
const host = fc.record({
  timeZone: zone,
  priority: fc.integer({ min: 0, max: 1 }),
  hours: fc.record(
    Object.fromEntries(days.map((day) => [day, timings])) as Record<(typeof days)[number], typeof timings>,
  ),
});
const event = fc.record({
  duration: fc.constantFrom(15, 30, 45, 60),
  slotInterval: fc.constantFrom(null, 15, 20, 60),
  bufferBefore: fc.constantFrom(0, 10, 30),
  bufferAfter: fc.constantFrom(0, 15, 60),
  minimumNotice: fc.constantFrom(0, 240, 1440),
  bookingWindow: fc.constantFrom(null, 3, 400),
  dailyLimit: fc.constantFrom(null, 1, 3),
});
// The clocks of Berlin change on the 29th of March and the 25th of October, those of Lord Howe on the 5th of April.
const range = fc.constantFrom(
  { from: '2026-03-04', to: '2026-03-08' },
  { from: '2026-03-27', to: '2026-03-30' },
  { from: '2026-04-04', to: '2026-04-06' },
  { from: '2026-10-24', to: '2026-10-26' },
);
const scenario = fc.record({
  hosts: fc.array(host, { minLength: 1, maxLength: 3 }),
  event,
  range,
  timeZone: zone,
  workspaceZone: zone,
  picks: fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
});

interface Slot {
  readonly dateTime: string;
  readonly hostIds: readonly number[];
}

async function slotsOf(booking: Booking, input: object): Promise<Slot[]> {
  const { status, body } = await booking.dates(input);
  expect(status).toBe(200);
  return body.data.slots;
}

test('every slot that is offered can be booked, with the first of its hosts, and then with the next', async () => {
  let booked = 0;
  await fc.assert(
    fc.asyncProperty(scenario, async ({ hosts, picks, timeZone, workspaceZone, ...given }) => {
      const booking = await bookingIn(app, given.event, { timeZone: workspaceZone, hosts: async () => [] });
      for (const draft of hosts) {
        const member = await app.member(booking.workspaceId, 'CLOSER');
        await openAlways(app, member, { eventId: booking.eventId, ...(draft as ScheduleDraft & { priority: number }) });
      }
      for (const pick of picks) {
        const slots = await slotsOf(booking, { ...given.range, timeZone });
        const slot = slots[pick % slots.length];
        if (!slot) return;
        const { status, body } = await booking.book({ dateTime: slot.dateTime, timeZone });
        expect([status, body.data?.userId]).toEqual([201, slot.hostIds[0]]);
        booked++;
        const left = (await slotsOf(booking, { ...given.range, timeZone })).find(
          ({ dateTime }) => dateTime === slot.dateTime,
        );
        expect(left?.hostIds ?? []).not.toContain(slot.hostIds[0]);
        if (!left) expect((await booking.book({ dateTime: slot.dateTime, timeZone })).status).toBe(400);
      }
    }),
    { numRuns: fuzzRuns(100) },
  );
  // Four at most in each scenario, and none where its hosts are never there.
  expect(booked).toBeGreaterThan(fuzzRuns(100));
});
