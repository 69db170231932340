import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { allHours, openAlways } from '../../support/bookable-events.ts';
import { type Booking, bookingIn } from '../../support/bookings.ts';
import type { ScheduleDraft } from '../../support/factories.ts';

const app = await useApp();

async function hostIn(timeZone: string, hours: ScheduleDraft['hours'] = allHours, draft = {}): Promise<Booking> {
  const booking = await bookingIn(app, draft, { hosts: async () => [] });
  await openAlways(app, booking.owner, { eventId: booking.eventId, timeZone, hours });
  return booking;
}

async function on(booking: Booking, timeZone: string, date: string): Promise<string[]> {
  const { body } = await booking.dates({ timeZone, from: date, to: date });
  return body.data.availabilities[date] ?? [];
}

const early: [number, number][] = [[60, 240]];

describe('slots around a change of the clock', () => {
  test('a repeated hour gives its texts twice, at two instants', async () => {
    const booking = await hostIn('Europe/Berlin', { sunday: early });
    const { body } = await booking.dates({ timeZone: 'Europe/Berlin', from: '2026-10-25', to: '2026-10-25' });
    expect(body.data.availabilities).toEqual({ '2026-10-25': ['01:00', '02:00', '02:00', '03:00'] });
    expect(body.data.slots.map(({ dateTime }: { dateTime: string }) => dateTime)).toEqual([
      ...['2026-10-24T23:00:00.000Z', '2026-10-25T00:00:00.000Z'],
      ...['2026-10-25T01:00:00.000Z', '2026-10-25T02:00:00.000Z'],
    ]);
    for (const { dateTime } of body.data.slots) expect((await booking.book({ dateTime })).status).toBe(201);
  });

  test('a skipped hour is left out', async () => {
    const booking = await hostIn('Europe/Berlin', { sunday: early });
    expect(await on(booking, 'Europe/Berlin', '2026-03-29')).toEqual(['01:00', '03:00']);
    expect(await on(booking, 'UTC', '2026-03-29')).toEqual(['00:00', '01:00']);
  });

  test('a window that begins in the skipped hour begins after it', async () => {
    const booking = await hostIn('Europe/Berlin', { sunday: [[150, 300]] });
    expect(await on(booking, 'Europe/Berlin', '2026-03-29')).toEqual(['03:00', '04:00']);
  });

  test('a date of the asked zone is as long as it is there', async () => {
    const booking = await hostIn('UTC');
    expect(await on(booking, 'Europe/Berlin', '2026-03-29')).toHaveLength(23);
    expect(await on(booking, 'Europe/Berlin', '2026-10-25')).toHaveLength(25);
    expect(await on(booking, 'Asia/Tokyo', '2026-10-25')).toHaveLength(24);
    // Half an hour is repeated there.
    expect(await on(booking, 'Australia/Lord_Howe', '2026-04-05')).toHaveLength(25);
  });

  test('the hours of the host hold by the wall clock, though the asked zone changes on another day', async () => {
    const booking = await hostIn('America/New_York', { wednesday: [[540, 600]] });
    const seen = await Promise.all(
      ['2026-03-04', '2026-03-11', '2026-03-25', '2026-04-01'].map((date) => on(booking, 'Europe/Berlin', date)),
    );
    expect(seen).toEqual([['15:00'], ['14:00'], ['14:00'], ['15:00']]);
    const own = await Promise.all(['2026-03-04', '2026-03-11'].map((date) => on(booking, 'America/New_York', date)));
    expect(own).toEqual([['09:00'], ['09:00']]);
  });

  test('a day of the week stays that of the host, in zones far from UTC', async () => {
    const booking = await hostIn('Pacific/Kiritimati', { friday: [[0, 60]] });
    expect(await on(booking, 'Pacific/Kiritimati', '2026-03-06')).toEqual(['00:00']);
    expect(await on(booking, 'Pacific/Niue', '2026-03-04')).toEqual(['23:00']);
  });

  test('a call crosses midnight where the windows of two days touch', async () => {
    const booking = await hostIn('Asia/Tokyo', { friday: [[1410, 1440]], saturday: [[0, 60]] });
    expect(await on(booking, 'Asia/Tokyo', '2026-03-06')).toEqual(['23:30']);
    expect(await on(booking, 'Asia/Tokyo', '2026-03-07')).toEqual(['00:00']);
  });
});
