import { describe, expect, test } from 'vitest';
import { dueOf, earliestDue, isTooLate, retryAt, weekAfter, weekToCome } from '#src/domain/weekly-mails/schedule.ts';

const iso = (ms: number) => new Date(ms).toISOString();
const zones = (memberZone: string, workspaceZone = 'UTC') => ({ memberZone, workspaceZone });

describe('when the mail of a week is due', () => {
  test.each([
    // On both sides of the change of the clocks in Europe, on the 29th of March 2026.
    ['2026-03-23', 'Europe/Berlin', 'UTC', '2026-03-23T07:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', 'UTC', '2026-03-30T06:00:00.000Z'],
    ['2026-10-26', 'Europe/Berlin', 'UTC', '2026-10-26T07:00:00.000Z'],
    ['2026-11-02', 'America/New_York', 'UTC', '2026-11-02T13:00:00.000Z'],
    // The week of the workspace ends later than the morning of the member begins.
    ['2026-03-23', 'Pacific/Auckland', 'America/Los_Angeles', '2026-03-23T07:00:00.000Z'],
    ['2026-03-23', 'Pacific/Auckland', 'Pacific/Auckland', '2026-03-22T19:00:00.000Z'],
    ['2026-03-23', 'America/Los_Angeles', 'Pacific/Auckland', '2026-03-23T15:00:00.000Z'],
  ])('of %s, for a member in %s of a workspace in %s', (week, memberZone, workspaceZone, due) => {
    expect(iso(dueOf(week, { memberZone, workspaceZone }))).toBe(due);
  });

  test('is never before the instant from which workers look at it', () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Auckland', 'UTC', 'Pacific/Pago_Pago'])
      expect(dueOf('2026-03-23', zones(zone, zone))).toBeGreaterThanOrEqual(earliestDue('2026-03-23'));
    expect(dueOf('2026-03-23', zones('Pacific/Kiritimati', 'Pacific/Kiritimati'))).toBe(earliestDue('2026-03-23'));
  });

  test('is over a day later', () => {
    const late = (now: string) => isTooLate('2026-03-23', zones('Europe/Berlin'), new Date(now));
    expect([late('2026-03-24T06:59:59Z'), late('2026-03-24T07:00:00Z')]).toEqual([false, true]);
  });
});

describe('the first mail', () => {
  test.each([
    ['2026-03-23T06:59:59Z', 'Europe/Berlin', '2026-03-23'],
    ['2026-03-23T07:00:00Z', 'Europe/Berlin', '2026-03-30'],
    ['2026-03-25T12:00:00Z', 'Europe/Berlin', '2026-03-30'],
    ['2026-03-23T14:59:59Z', 'America/Los_Angeles', '2026-03-23'],
    ['2026-03-22T17:59:59Z', 'Pacific/Kiritimati', '2026-03-23'],
    ['2026-03-23T18:59:59Z', 'Pacific/Pago_Pago', '2026-03-23'],
    ['2026-03-23T19:00:00Z', 'Pacific/Pago_Pago', '2026-03-30'],
  ])('after %s is for a member in %s that of %s', (now, memberZone, week) => {
    expect(weekToCome(zones(memberZone, memberZone), new Date(now))).toBe(week);
  });

  test('is followed by that of the week after', () => {
    expect(weekAfter('2026-12-28')).toBe('2027-01-04');
  });
});

test('a failed mail is tried again five times', () => {
  const now = new Date('2026-03-23T08:00:00Z');
  const minutes = [1, 2, 3, 4, 5, 6].map((attempts) => {
    const next = retryAt(attempts, now);
    return next && (next.getTime() - now.getTime()) / 60_000;
  });
  expect(minutes).toEqual([1, 5, 30, 120, 360, undefined]);
});
