import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBookableRules } from '#src/db/reads/scheduling.ts';
import { slotQueryOf } from '#src/db/reads/scheduling-rows.ts';
import { eventDatesOf } from '#src/domain/scheduling/event-dates.ts';
import { openSlots } from '#src/domain/scheduling/slots.ts';
import { dayMs } from '#src/lib/time/zone-offsets.ts';
import type { SlotContext } from '#src/services/context.ts';
import { slotUnavailable } from '#src/services/event-calls/unavailable-slot.ts';
import { listPublicEventDates } from '#src/services/scheduling.ts';
import { SlotEngine } from '#src/services/slots/slot-engine.ts';
import { useApp } from '../../support/app.ts';
import { openAlways } from '../../support/bookable-events.ts';
import { type Booking, bookingIn, march } from '../../support/bookings.ts';
import { fuzzRuns } from '../../support/extent.ts';

const app = await useApp();

/** More possible starts than are computed beside other requests: they are computed in a thread. */
async function largeEvent(draft: object = {}) {
  const booking = await bookingIn(app, { duration: 30, slotInterval: 1, ...draft });
  for (const timeZone of ['America/New_York', 'Australia/Lord_Howe']) {
    const member = await app.member(booking.workspaceId, 'CLOSER');
    await openAlways(app, member, { eventId: booking.eventId, timeZone });
  }
  return booking;
}

/** What the engine itself finds in the state of the database. */
async function engineAnswer({ workspaceId, eventId }: Booking, timeZone: string) {
  const from = Date.UTC(2026, 2, 5);
  const range = { from, until: from + 2 * dayMs };
  const rules = await readBookableRules(app.context.db, { workspaceId, event: { eventId }, ...range });
  if (!rules) throw new Error('The event is not live.');
  const slots = openSlots(slotQueryOf(rules, { now: app.clock.now().getTime(), ...range }));
  return eventDatesOf(slots, { timeZone, forms: ['availabilities', 'slots'] });
}

/** Dates of March 2026, and those after it. */
const dayAfter = (number: number) => new Date(Date.UTC(2026, 2, 5 + number)).toISOString().slice(0, 10);

const call = fc.record({ minute: fc.nat({ max: 2 * 1440 - 1 }), duration: fc.integer({ min: 1, max: 300 }) });

describe('open times that are computed in a thread', () => {
  test('are those that the engine finds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 8 }), fc.nat({ max: 60 }), async (calls, bufferAfter) => {
        const booking = await largeEvent({ bufferAfter });
        for (const { minute, duration } of calls) {
          const start = Date.UTC(2026, 2, 5) + minute * 60_000;
          const [startTime, endTime] = [start, start + duration * 60_000].map((time) => new Date(time).toISOString());
          await app.insert('TimeOff', { ...booking.owner, startTime, endTime });
        }
        expect((await booking.dates()).body.data).toEqual(await engineAnswer(booking, 'UTC'));
      }),
      { numRuns: fuzzRuns(8) },
    );
  });

  test('can be booked, also while others ask and book, and are not offered afterwards', async () => {
    const booking = await largeEvent();
    const offered = (await booking.dates()).body.data.slots.map(({ dateTime }: { dateTime: string }) => dateTime);
    const picks: string[] = Array.from({ length: 12 }, (_, index) => offered[index * 200]);
    await Promise.all(
      picks.map(async (dateTime) => {
        const booked = await booking.book({ dateTime, email: `${Date.parse(dateTime)}@example.com` });
        expect([booked.status, booked.body.data.dateTime]).toEqual([201, dateTime]);
        const { slots } = (await booking.dates()).body.data;
        const found = slots.find((slot: { dateTime: string }) => slot.dateTime === dateTime);
        // Whoever asks after a booking is answered from the state after it.
        expect(found?.hostIds ?? []).not.toContain(booked.body.data.userId);
      }),
    );
    expect((await booking.dates()).body.data).toEqual(await engineAnswer(booking, 'UTC'));
  });

  test('are read once for all who wait for them', async () => {
    const booking = await largeEvent();
    await booking.dates();
    app.statements.splice(0);
    const answers = await Promise.all(Array.from({ length: 30 }, () => booking.dates()));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const reads = app.statements.filter((name) => name === 'scheduling.byId').length;
    expect(reads).toBeGreaterThanOrEqual(1);
    expect(reads).toBeLessThan(15);
    // Another question is another answer.
    expect((await booking.dates({ to: '2026-03-05' })).body.data.slots.at(-1).dateTime).toBe(march('05T23:59'));
  });

  test('are those of each workspace and time zone, whoever else asks meanwhile', async () => {
    const [own, other] = [await bookingIn(app), await bookingIn(app)];
    const zones = Array.from({ length: 15 }, (_, index) => (index % 2 ? 'Europe/Berlin' : 'Europe/Paris'));
    const asked = zones.map((timeZone) => own.dates({ timeZone }));
    const foreign = zones.map((timeZone) => other.dates({ timeZone, eventId: own.eventId }));
    expect((await Promise.all(asked)).map(({ body }) => body.data.timeZone)).toEqual(zones);
    expect(new Set((await Promise.all(foreign)).map(({ status }) => status))).toEqual(new Set([404]));
  });

  test('are a 503 where too many of the workspace wait, and are answered to another workspace', async () => {
    const [busy, quiet] = [await largeEvent(), await largeEvent()];
    const asked = Array.from({ length: 150 }, (_, number) =>
      busy.dates({ from: dayAfter(number), to: dayAfter(number + 2) }),
    );
    await Promise.race(asked);
    expect((await quiet.dates()).status).toBe(200);
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(answers.length);
    for (const { status, body, headers } of refused) {
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1']);
    }
  });

  test('are missing beside the refusal of a taken time where nothing more is computed', async () => {
    const { workspaceId, eventId } = await largeEvent();
    const query = { workspaceId, eventId };
    const { db, clock } = app.context;
    const detailsWith = async (engine: SlotEngine) => {
      const context = { db, slots: engine, now: clock.now() };
      return (await slotUnavailable(context, query, Date.parse(march('05T10:00')))).details;
    };
    const open = new SlotEngine((error) => Promise.reject(error));
    const closed = new SlotEngine((error) => Promise.reject(error));
    await closed.close();
    const fieldErrors = { dateTime: ['This time is not available'] };
    expect(await detailsWith(closed)).toMatchObject({ fieldErrors, nextAvailable: [] });
    expect(await detailsWith(open)).toMatchObject({ fieldErrors, nextAvailable: { length: 3 } });
    await open.close();
  });

  test('are searched once for all whose time was taken by the same booking', async () => {
    const booking = await largeEvent();
    for (let host = 0; host < 3; host++)
      await booking.booked({ dateTime: march('05T10:00'), email: `${host}@example.com` });
    app.statements.splice(0);
    const refused = await Promise.all(
      Array.from({ length: 30 }, (_, number) =>
        booking.book({ dateTime: march('05T10:00'), email: `late-${number}@example.com` }),
      ),
    );
    const next = refused.map(({ status, body }) => [status, body.message.details.nextAvailable]);
    const first = ['05T10:30', '05T10:31', '05T10:32'].map(march);
    expect(next).toEqual(Array(30).fill([400, first]));
    expect(app.statements.filter((name) => name === 'scheduling.byId').length).toBeLessThan(15);
  });

  test('that invitees ask for keep no member of the workspace waiting', async () => {
    const busy = await largeEvent();
    const { workspaceId, eventId } = busy;
    // The running server's, with the threads that the endpoint uses.
    const context = app.context as typeof app.context & SlotContext;
    const asked = Array.from({ length: 120 }, (_, number) => {
      const input = { eventId, timeZone: 'UTC', from: dayAfter(number), to: dayAfter(number + 1) };
      return listPublicEventDates(context, { workspaceId, forms: ['slots'], input }).catch(({ code }) => code);
    });
    await Promise.race(asked);
    expect((await busy.dates()).status).toBe(200);
    expect(await Promise.all(asked)).toContain('UNAVAILABLE');
  });

  test('of many slots come in a document that has waited for its turn already', async () => {
    const booking = await largeEvent();
    const dates = `eventDates(eventId: ${booking.eventId}, timeZone: "UTC", from: "2026-03-05", to: "2026-03-05")`;
    const costly = `{ contacts(limit: 20) { contacts { eventCalls { id } } } ${dates} { slots { dateTime } } }`;
    const answers = await Promise.all(Array.from({ length: 4 }, () => app.graphql(costly, booking.key)));
    for (const { body } of answers) {
      expect(body.errors).toBeUndefined();
      expect(body.data.eventDates.slots.length).toBeGreaterThan(1_000);
    }
  });

  test('have only the form that is selected', async () => {
    const booking = await largeEvent();
    const dates = `eventDates(eventId: ${booking.eventId}, timeZone: "UTC", from: "2026-03-05", to: "2026-03-05")`;
    const { slots, availabilities } = (await booking.dates({ to: '2026-03-05' })).body.data;
    const read = async (selection: string) => (await app.graphql(`{ ${dates} ${selection} }`, booking.key)).body.data;
    expect(await read('{ slots { dateTime hostIds } }')).toEqual({ eventDates: { slots } });
    expect(await read('{ hours: availabilities ...on EventDates { timeZone } }')).toEqual({
      eventDates: { hours: availabilities, timeZone: 'UTC' },
    });
  });
});
