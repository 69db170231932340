import { describe, expect, test } from 'vitest';
import { packBusy } from '#src/domain/calendars/busy.ts';
import type { Host } from '#src/domain/scheduling/rules.ts';
import {
  callAt,
  hostWith,
  intervalOf,
  openStarts,
  openStartsWithHosts,
  type QueryText,
  scheduleIn,
} from '../../support/scheduling/slot-queries.ts';

// A Monday.
const monday = { from: '2027-02-01T00:00Z', until: '2027-02-02T00:00Z' };
const morning = scheduleIn('UTC', '08:00-12:00');
const at = (time: string) => `2027-02-01T${time}Z`;
const call = (start: string, end: string, facts = {}) => callAt(at(start), at(end), facts);
/** The hours at which a host can be booked on that Monday. */
const hours = (facts: Partial<Host>, event: QueryText['event'] = {}) =>
  openStarts({ ...monday, event: { slotInterval: 30, ...event }, hosts: [hostWith(morning, facts)] }).map((start) =>
    start.slice(11, 16),
  );

describe('a start is open up to the last minute', () => {
  test('before and after a call, in whatever order the calls are stored', () => {
    expect(hours({ calls: [call('10:00', '10:30')] })).toEqual(['08:00', '08:30', '09:00', '10:30', '11:00']);
    expect(hours({ calls: [call('11:00', '12:00'), call('08:00', '09:30')] })).toEqual(['09:30', '10:00']);
    expect(hours({ calls: [call('08:00', '11:00'), call('08:30', '09:00')] })).toEqual(['11:00']);
  });

  test('beside the longer of the two buffers', () => {
    const calls = [call('10:00', '10:30', { bufferBefore: 30, bufferAfter: 10 })];
    expect(hours({ calls }, { bufferBefore: 30, bufferAfter: 10 })).toEqual(['08:00', '08:30', '11:00']);
    expect(hours({ calls }, { bufferBefore: 31, bufferAfter: 31 })).toEqual(['08:00']);
  });

  test('before and after time off', () => {
    expect(hours({ timeOff: [intervalOf(at('09:30'), at('10:30'))] })).toEqual(['08:00', '08:30', '10:30', '11:00']);
    expect(hours({ timeOff: [intervalOf(at('10:59'), at('23:00')), intervalOf(at('01:00'), at('08:01'))] })).toEqual([
      ...['08:30', '09:00', '09:30'],
    ]);
  });

  test('before the end of what is known of a calendar', () => {
    const known = (busyUntil: string) => {
      const calendar = {
        id: 1,
        busyUntil: Date.parse(at(busyUntil)),
        busy: packBusy([intervalOf(at('08:00'), at('08:30'))]),
      };
      return hours({ calendarConnections: [{ id: 1, readableUntil: Infinity, calendars: [calendar] }] });
    };
    expect(known('10:00')).toEqual(['08:30', '09:00']);
    expect(known('09:59')).toEqual(['08:30']);
    expect(known('12:00')).toEqual(['08:30', '09:00', '09:30', '10:00', '10:30', '11:00']);
  });

  test('before and after a busy time of a calendar', () => {
    const calendar = { id: 1, busyUntil: Infinity, busy: packBusy([intervalOf(at('09:30'), at('10:00'))]) };
    const calendarConnections = [{ id: 1, readableUntil: Infinity, calendars: [calendar] }];
    expect(hours({ calendarConnections })).toEqual(['08:00', '08:30', '10:00', '10:30', '11:00']);
  });

  test('of the range, of the notice and of the booking window', () => {
    const query = { hosts: [hostWith(morning)], event: { slotInterval: 60 } };
    const starts = (facts: Partial<QueryText>) =>
      openStarts({ ...query, ...monday, ...facts }).map((start) => start.slice(8, 16));
    expect(starts({ from: at('09:00'), until: at('10:00') })).toEqual(['01T09:00']);
    expect(starts({ from: at('09:01'), until: at('10:01') })).toEqual(['01T10:00']);
    expect(starts({ now: at('10:00') })).toEqual(['01T11:00']);
    const event = { slotInterval: 60, minimumNotice: 60 };
    expect(starts({ now: at('10:00'), event })).toEqual(['01T11:00']);
    expect(starts({ now: '2027-02-01T10:00:00.001Z', event })).toEqual([]);
    const window = (bookingWindow: number, now: string) =>
      starts({ now, until: '2027-02-05T00:00Z', event: { duration: 240, bookingWindow } });
    expect(window(0, at('00:00'))).toEqual(['01T08:00']);
    expect(window(1, '2027-01-31T23:59Z')).toEqual(['01T08:00']);
    expect(window(2, at('00:00'))).toEqual(['01T08:00', '02T08:00', '03T08:00']);
  });

  test('of a day on which the host has fewer calls of the event than its limit', () => {
    const calls = [call('08:00', '09:00'), call('10:00', '11:00', { isSameEvent: false })];
    expect(hours({ calls }, { dailyLimit: 2 })).toEqual(['09:00', '11:00']);
    expect(hours({ calls }, { dailyLimit: 1 })).toEqual([]);
    expect(hours({ calls: [...calls, call('20:00', '21:00')] }, { dailyLimit: 2 })).toEqual([]);
  });
});

test('two windows of a repeated hour have their own grids, each start once and in order', () => {
  const hosts = [hostWith(scheduleIn('Europe/Berlin', '01:00-02:30 02:30-04:00'))];
  const range = { from: '2027-10-30T20:00Z', until: '2027-10-31T10:00Z' };
  const starts = (duration: number, slotInterval: number) =>
    openStarts({ hosts, ...range, event: { duration, slotInterval } }).map((start) => start.slice(8, 16));
  // The first is open from 23:00Z to 01:30Z, the second from 00:30Z to 03:00Z.
  expect(starts(10, 50)).toEqual(['30T23:00', '30T23:50', '31T00:30', '31T00:40', '31T01:20', '31T02:10']);
  // The last start of the first is the first of the second.
  expect(starts(10, 90)).toEqual(['30T23:00', '31T00:30', '31T02:00']);
  expect(starts(30, 30)).toEqual([
    ...['30T23:00', '30T23:30', '31T00:00', '31T00:30', '31T01:00', '31T01:30', '31T02:00', '31T02:30'],
  ]);
});

describe('the hosts of a slot', () => {
  const host = (userId: number, weekly: Parameters<typeof scheduleIn>[1], facts: Partial<Host> = {}) =>
    hostWith(scheduleIn('UTC', weekly), { userId, ...facts });

  test('are found in the order of time, whoever of them is free first', () => {
    const hosts = [
      host(1, { TUESDAY: '09:00-10:00', SUNDAY: '09:00-10:00' }),
      host(2, { SATURDAY: '09:00-10:00', SUNDAY: '09:00-10:00', MONDAY: '09:00-10:00' }),
    ];
    expect(openStartsWithHosts({ hosts, from: '2027-02-06T00:00Z', until: '2027-02-10T00:00Z' })).toEqual([
      '2027-02-06T09:00Z 2',
      '2027-02-07T09:00Z 1 2',
      '2027-02-08T09:00Z 2',
      '2027-02-09T09:00Z 1',
    ]);
    const later = [host(1, { MONDAY: '09:00-10:00' }), host(2, { SUNDAY: '09:00-10:00' })];
    expect(openStartsWithHosts({ hosts: later, from: '2027-02-07T00:00Z', until: '2027-02-09T00:00Z' })).toEqual([
      '2027-02-07T09:00Z 2',
      '2027-02-08T09:00Z 1',
    ]);
  });

  test('come by their calls of the week in the zone of the workspace, which begins with the first instant of Monday', () => {
    const around = { SUNDAY: '22:00-24:00', MONDAY: '00:00-02:00' };
    const hosts = [
      host(1, around, { calls: [callAt('2027-02-10T09:00Z', '2027-02-10T10:00Z')] }),
      host(2, around, { calls: [callAt('2027-02-03T09:00Z', '2027-02-03T10:00Z')] }),
    ];
    const order = (workspaceTimeZone: string) =>
      openStartsWithHosts({ hosts, from: '2027-02-07T20:00Z', until: '2027-02-08T04:00Z', workspaceTimeZone });
    expect(order('UTC')).toEqual([
      '2027-02-07T22:00Z 1 2',
      '2027-02-07T23:00Z 1 2',
      '2027-02-08T00:00Z 2 1',
      '2027-02-08T01:00Z 2 1',
    ]);
    expect(order('Europe/Berlin').map((slot) => slot.slice(-3))).toEqual(['1 2', '2 1', '2 1', '2 1']);
    expect(order('Atlantic/Azores').map((slot) => slot.slice(-3))).toEqual(['1 2', '1 2', '1 2', '2 1']);
  });

  test('have the calls of their week by the clock, which is moved between these and the slot', () => {
    const order = (day: string, calledAt: string) => {
      const hosts = [host(1, '12:00-13:00', { calls: [callAt(calledAt, calledAt)] }), host(2, '12:00-13:00')];
      const [from, until] = [`${day}T12:00Z`, `${day}T13:00Z`];
      return openStartsWithHosts({ hosts, from, until, workspaceTimeZone: 'Europe/Berlin' })[0]?.slice(-3);
    };
    // Sunday, 23:30 in winter, after a Monday in summer; and after midnight it is the next week.
    expect(order('2027-10-25', '2027-10-31T22:30Z')).toBe('2 1');
    expect(order('2027-10-25', '2027-10-31T23:00Z')).toBe('1 2');
    // Sunday, 23:30 in winter, before a Sunday in summer: the week before it.
    expect(order('2027-03-28', '2027-03-21T22:30Z')).toBe('1 2');
    expect(order('2027-03-28', '2027-03-21T23:00Z')).toBe('2 1');
  });

  test('share what is free at the same time, and have what only one of them has', () => {
    const hosts = [host(1, '09:00-12:00'), host(2, '10:30-13:30'), host(3, '08:00-10:00', { priority: 1 })];
    expect(
      openStartsWithHosts({ ...monday, hosts, event: { slotInterval: 30 } }).map((slot) => slot.slice(11)),
    ).toEqual([
      ...['08:00Z 3', '08:30Z 3', '09:00Z 3 1', '09:30Z 1', '10:00Z 1', '10:30Z 1 2', '11:00Z 1 2'],
      ...['11:30Z 2', '12:00Z 2', '12:30Z 2'],
    ]);
  });
});
