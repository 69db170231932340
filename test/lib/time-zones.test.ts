import { describe, expect, test } from 'vitest';
import { canonicalInstant, isInstant, isTimeZone } from '#src/lib/time/time-zones.ts';
import { zoneOffsets } from '#src/lib/time/zone-offsets.ts';

describe('isTimeZone()', () => {
  test('takes every zone of the runtime, and names that link to one', () => {
    const links = ['UTC', 'GMT', 'US/Pacific', 'Asia/Calcutta', 'Etc/GMT+12', 'europe/berlin'];
    const zones = [...Intl.supportedValuesOf('timeZone'), ...links];
    expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
  });

  test.each([
    ...['', 'Mars/Base', '+02:00', '-0800', 'Z', 'Europe/', 'UTC+1', 'GMT+2', 'local', '2026'],
    // Intl takes these, as names of other zones than one would think.
    ...['PST', 'IST', 'JST', 'ACT', 'CST', 'pst', 'NST', 'VST'],
  ])('refuses %j', (zone) => {
    expect(isTimeZone(zone)).toBe(false);
  });

  test('takes no name whose offsets cannot be found', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const names = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    const taken = names.filter((name) => isTimeZone(name));
    expect(taken.length).toBeGreaterThan(3);
    for (const name of taken) expect(zoneOffsets(name, 0, 1).dayAt(0)).toBeTypeOf('number');
  });
});

describe('isInstant() and canonicalInstant()', () => {
  test.each([
    ['2026-03-05T10:00:00Z', '2026-03-05T10:00:00.000Z'],
    ['2026-03-05t10:00:00z', '2026-03-05T10:00:00.000Z'],
    ['2026-03-05T12:00:00+02:00', '2026-03-05T10:00:00.000Z'],
    ['2026-03-05T15:30:00.5+05:30', '2026-03-05T10:00:00.500Z'],
    ['2026-03-05T10:00:00-00:00', '2026-03-05T10:00:00.000Z'],
    ['2026-03-04T10:01:00-23:59', '2026-03-05T10:00:00.000Z'],
    ['2026-03-05T10:00:00.123456789Z', '2026-03-05T10:00:00.123Z'],
  ])('%s is %s', (written, utc) => {
    expect([isInstant(written), canonicalInstant(written)]).toEqual([true, utc]);
  });

  test.each([
    '2026-03-05T10:00:00',
    '2026-03-05T10:00:00+2',
    '2026-03-05T25:00:00Z',
    '2026-02-30T10:00:00Z',
    '2026-03-05',
  ])('%s is none', (written) => expect(isInstant(written)).toBe(false));
});
