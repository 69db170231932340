import { describe, expect, test } from 'vitest';
import { packBusy } from '#src/domain/calendars/busy.ts';
import { busyTimesOf, requireRange } from '#src/domain/calendars/busy-times.ts';
import { feedPath, generateFeedSecret, workspaceOfFeedSecret } from '#src/domain/calendars/feed.ts';
import { disconnects, refusedOnceMore } from '#src/domain/calendars/refusals.ts';
import { DomainError } from '#src/domain/errors.ts';
import { intervalOf } from '../../support/scheduling/slot-queries.ts';

const minute = 60_000;
const at = (time: string) => Date.parse(`2027-02-01T${time}Z`);
const on = (start: string, end: string) => intervalOf(`2027-02-01T${start}Z`, `2027-02-01T${end}Z`);

describe('the range of a request', () => {
  const rangeOf = (from: string, to: string) => {
    try {
      return requireRange({ from, to });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return error.details?.errors;
    }
  };

  test('has 62 days at most, and ends after it begins', () => {
    const from = '2027-02-01T00:00:00.000Z';
    const start = Date.parse(from);
    const end = start + 62 * 1440 * minute;
    expect(rangeOf(from, new Date(end).toISOString())).toEqual({ from: start, until: end });
    expect(rangeOf(from, '2027-02-01T00:00:00.001Z')).toEqual({ from: start, until: start + 1 });
    expect(rangeOf(from, new Date(end + 1).toISOString())).toEqual([
      { path: 'to', code: 'out_of_range', message: 'Must be at most 62 days after from' },
    ]);
    expect(rangeOf(from, from)).toEqual([{ path: 'to', code: 'conflict', message: 'Must be after from' }]);
  });
});

describe('the busy times of a member', () => {
  const now = at('00:00');
  const calendar = (id: number, busy: ReturnType<typeof on>[], busyUntil: number | null = at('20:00')) => ({
    ...{ id, busyUntil, busy: packBusy(busy) },
  });
  const connection = (
    id: number,
    calendars: ReturnType<typeof calendar>[],
    readableUntil: number | null = now + 1,
  ) => ({
    ...{ id, readableUntil, calendars },
  });
  const shown = (connections: ReturnType<typeof connection>[], from = '08:00', until = '18:00') => {
    const { times, unknownFrom } = busyTimesOf(connections, { now, from: at(from), until: at(until) });
    const short = (text: string) => text.slice(11, 16);
    return [
      ...times.map(({ startTime, endTime }) => `${short(startTime)}-${short(endTime)}`),
      unknownFrom && short(unknownFrom),
    ];
  };

  test('of all calendars are one where they overlap or touch, and two where a minute is between them', () => {
    const one = calendar(1, [on('13:00', '14:00'), on('09:00', '10:00')]);
    const two = calendar(2, [on('10:00', '11:00'), on('13:15', '13:30'), on('14:01', '15:00')]);
    expect(shown([connection(1, [one]), connection(2, [two])])).toEqual([
      '09:00-11:00',
      '13:00-14:00',
      '14:01-15:00',
      null,
    ]);
    expect(shown([connection(1, [one, two])])).toEqual(['09:00-11:00', '13:00-14:00', '14:01-15:00', null]);
  });

  test('are cut at the range, and none that only touches it', () => {
    const busy = [on('06:00', '08:00'), on('09:00', '10:00'), on('17:00', '19:00')];
    expect(shown([connection(1, [calendar(1, busy)])])).toEqual(['09:00-10:00', '17:00-18:00', null]);
    expect(shown([connection(1, [calendar(1, busy)])], '07:00', '17:00')).toEqual(['07:00-08:00', '09:00-10:00', null]);
  });

  test.each<[string, number | null, string | null]>([
    ['18:00', at('18:00'), null],
    ['a minute before', at('17:59'), '17:59'],
    ['before the range', at('07:00'), '08:00'],
    ['never', null, '08:00'],
  ])('are unknown from where they were read until %s', (_, busyUntil, unknownFrom) => {
    expect(shown([connection(1, [calendar(1, [], busyUntil)])])).toEqual([unknownFrom]);
  });

  test('are unknown from the start where a calendar cannot be read, and what was read is shown', () => {
    const busy = calendar(1, [on('09:00', '10:00')]);
    expect(shown([connection(1, [busy], now), connection(2, [])])).toEqual(['09:00-10:00', '08:00']);
    expect(shown([])).toEqual([null]);
  });
});

describe('the secret of a feed', () => {
  test.each([1, 35, 36, 2 ** 31 - 1])('names its workspace %i', (workspaceId) => {
    const secret = generateFeedSecret(workspaceId);
    expect(secret).toMatch(/^service_cal_[0-9a-z]{1,6}_[0-9A-Za-z]{43}$/);
    expect(workspaceOfFeedSecret(secret)).toBe(workspaceId);
    expect(feedPath(secret)).toBe(`/calendar/${secret}.ics`);
    for (const wrong of [`x${secret}`, `${secret}x`, secret.slice(0, -1), `${secret.slice(0, -1)}-`, `${secret}\n`]) {
      expect(workspaceOfFeedSecret(wrong), wrong).toBeUndefined();
    }
  });

  test.each(['0', 'zik0zk', 'zzzzzz', '1000000', 'A', ''])('names none with the number %j', (number) => {
    // 2147483647 is zik0zj.
    expect(workspaceOfFeedSecret(`service_cal_${number}_${'a'.repeat(43)}`)).toBeUndefined();
  });
});

describe('a credential that its provider refuses', () => {
  const now = new Date('2027-02-01T10:00:00.000Z');
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * minute);

  test.each([
    [3, 15, true],
    [4, 60, true],
    [2, 60, false],
    [3, 14.99, false],
  ])('%i times within %d minutes disconnects: %s', (refusals, minutes, expected) => {
    expect(disconnects({ refusals, refusedAt: minutesAgo(minutes) }, now)).toBe(expected);
  });

  test('counts from the first refusal since the last good read', () => {
    const refusedAt = minutesAgo(10).toISOString();
    expect(refusedOnceMore({ failures: 0, refusals: 0, refusedAt: null }, now)).toEqual({
      refusals: 1,
      refusedAt: now,
    });
    expect(refusedOnceMore({ failures: 2, refusals: 1, refusedAt }, now)).toEqual({
      refusals: 2,
      refusedAt: minutesAgo(10),
    });
    // After a good read, or where the failures before it were of another kind.
    expect(refusedOnceMore({ failures: 0, refusals: 2, refusedAt }, now)).toEqual({ refusals: 1, refusedAt: now });
    expect(refusedOnceMore({ failures: 5, refusals: 0, refusedAt: null }, now)).toEqual({
      refusals: 1,
      refusedAt: now,
    });
  });
});
