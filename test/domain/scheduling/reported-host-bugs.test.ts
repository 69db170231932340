import { describe, expect, test } from 'vitest';
import {
  callAt,
  hostWith,
  intervalOf,
  openStarts,
  openStartsWithHosts,
  type QueryText,
  scheduleIn,
} from '../../support/scheduling/slot-queries.ts';

/** What users of other schedulers reported of hosts, calls and limits, with the instants that they expected. */

// A Monday.
const monday = { from: '2027-02-01T00:00Z', until: '2027-02-02T00:00Z' };

describe('empty slots for teams', () => {
  const morning = scheduleIn('UTC', '09:00-11:00');

  test('a host who is booked, off, closed or at the daily limit does not empty the team', () => {
    const free = hostWith(morning, { userId: 5 });
    for (const other of [
      hostWith(morning, { calls: [callAt('2027-02-01T08:00Z', '2027-02-01T12:00Z', { isSameEvent: false })] }),
      hostWith(morning, { timeOff: [intervalOf('2027-01-01T00:00Z', '2027-03-01T00:00Z')] }),
      hostWith(scheduleIn('UTC', '')),
      hostWith(scheduleIn('UTC', '09:00-11:00', { '2027-02-01': '' })),
      hostWith(morning, { calls: [callAt('2027-02-01T20:00Z', '2027-02-01T21:00Z')] }),
    ]) {
      for (const hosts of [
        [other, free],
        [free, other],
      ]) {
        expect(openStartsWithHosts({ ...monday, hosts, event: { dailyLimit: 1 } })).toEqual([
          '2027-02-01T09:00Z 5',
          '2027-02-01T10:00Z 5',
        ]);
      }
    }
  });

  test('a busy host is left out of the busy slots only', () => {
    const hosts = [
      hostWith(morning, { userId: 1, calls: [callAt('2027-02-01T09:30Z', '2027-02-01T10:00Z')] }),
      hostWith(morning, { userId: 2, calls: [callAt('2027-02-01T10:59Z', '2027-02-01T11:30Z')] }),
    ];
    expect(openStartsWithHosts({ ...monday, hosts })).toEqual(['2027-02-01T09:00Z 2', '2027-02-01T10:00Z 1']);
  });

  test('hosts of different zones and hours together offer what one of them can take', () => {
    const hosts = [
      hostWith(scheduleIn('America/New_York', '09:00-11:00'), { userId: 2 }),
      hostWith(scheduleIn('Europe/Berlin', '13:00-16:00'), { userId: 7 }),
    ];
    expect(openStartsWithHosts({ ...monday, hosts })).toEqual([
      '2027-02-01T12:00Z 7',
      '2027-02-01T13:00Z 7',
      '2027-02-01T14:00Z 2 7',
      '2027-02-01T15:00Z 2',
    ]);
  });

  test('hosts are in the order of priority, then of calls in the week of the workspace, then of id', () => {
    // 23:30Z on Sunday is already Monday in Auckland.
    const sundayNight = [callAt('2027-01-31T23:30Z', '2027-02-01T00:00Z', { isSameEvent: false })];
    const hosts = [
      hostWith(morning, { userId: 9 }),
      hostWith(morning, { userId: 1, calls: sundayNight }),
      hostWith(morning, { userId: 4, priority: 3, calls: sundayNight }),
      hostWith(morning, { userId: 2 }),
    ];
    const order = (workspaceTimeZone: string) => openStartsWithHosts({ ...monday, hosts, workspaceTimeZone })[0];
    expect(order('UTC')).toBe('2027-02-01T09:00Z 4 1 2 9');
    expect(order('Pacific/Auckland')).toBe('2027-02-01T09:00Z 4 2 9 1');
  });

  test('the calls of the week are counted by the clock of their own date, though it is moved after the slot', () => {
    // New York changes on the Sundays 14 March and 7 November 2027.
    const order = (from: string, until: string, call: ReturnType<typeof callAt>) => {
      const hosts = [hostWith(morning, { userId: 1, calls: [call] }), hostWith(morning, { userId: 2 })];
      return openStartsWithHosts({ hosts, from, until, workspaceTimeZone: 'America/New_York' })[0];
    };
    // Sunday 23:30, and Monday 00:00 of the next week.
    const march = ['2027-03-08T00:00Z', '2027-03-09T00:00Z'] as const;
    expect(order(...march, callAt('2027-03-15T03:30Z', '2027-03-15T04:00Z'))).toBe('2027-03-08T09:00Z 2 1');
    expect(order(...march, callAt('2027-03-15T04:00Z', '2027-03-15T04:30Z'))).toBe('2027-03-08T09:00Z 1 2');
    const november = ['2027-11-01T05:00Z', '2027-11-02T00:00Z'] as const;
    expect(order(...november, callAt('2027-11-08T04:30Z', '2027-11-08T05:00Z'))).toBe('2027-11-01T09:00Z 2 1');
    expect(order(...november, callAt('2027-11-08T05:00Z', '2027-11-08T05:30Z'))).toBe('2027-11-01T09:00Z 1 2');
  });
});

describe('daily limits bypassed', () => {
  const evenings = scheduleIn('America/Los_Angeles', '22:00-24:00 00:00-01:00');
  // 22:00 on Sunday to 01:00 on Wednesday in Los Angeles, where it is eight hours earlier than in UTC.
  const days = { from: '2027-02-01T06:00Z', until: '2027-02-03T09:00Z', event: { dailyLimit: 1 } };
  const sunday = ['2027-02-01T06:00Z', '2027-02-01T07:00Z'];
  const mondayStarts = ['2027-02-01T08:00Z', '2027-02-02T06:00Z', '2027-02-02T07:00Z'];
  const tuesday = ['2027-02-02T08:00Z', '2027-02-03T06:00Z', '2027-02-03T07:00Z'];
  const wednesday = ['2027-02-03T08:00Z'];

  test('a call counts on the date of the host, not on that of UTC', () => {
    const withCall = (...calls: ReturnType<typeof callAt>[]) =>
      openStarts({ ...days, hosts: [hostWith(evenings, { calls })] });
    expect(withCall()).toEqual([...sunday, ...mondayStarts, ...tuesday, ...wednesday]);
    // The first minute of Monday, the last one, and the first one of Tuesday.
    expect(withCall(callAt('2027-02-01T08:00Z', '2027-02-01T08:30Z'))).toEqual([...sunday, ...tuesday, ...wednesday]);
    expect(withCall(callAt('2027-02-02T07:59Z', '2027-02-02T08:00Z'))).toEqual([...sunday, ...tuesday, ...wednesday]);
    expect(withCall(callAt('2027-02-02T08:00Z', '2027-02-02T08:30Z'))).toEqual([
      ...sunday,
      ...mondayStarts,
      ...wednesday,
    ]);
  });

  test('a call over midnight counts on the date on which it begins', () => {
    const calls = [callAt('2027-02-02T07:30Z', '2027-02-02T08:30Z')];
    expect(openStarts({ ...days, hosts: [hostWith(evenings, { calls })] })).toEqual([
      ...sunday,
      ...tuesday.slice(1),
      ...wednesday,
    ]);
  });

  test('only calls of the booked event count, each host has an own limit', () => {
    const noon = (isSameEvent: boolean) => callAt('2027-02-01T20:00Z', '2027-02-01T20:30Z', { isSameEvent });
    const hosts = [
      hostWith(evenings, { userId: 1, calls: [noon(true)] }),
      hostWith(evenings, { userId: 2, calls: [noon(false)] }),
    ];
    const onMonday = { ...days, from: '2027-02-01T08:00Z', until: '2027-02-02T08:00Z', hosts };
    expect(openStartsWithHosts(onMonday).map((slot) => slot.slice(18))).toEqual(['2', '2', '2']);
    const ofTwo = openStartsWithHosts({ ...onMonday, event: { dailyLimit: 2 } });
    expect(ofTwo.map((slot) => slot.slice(18))).toEqual(['1 2', '1 2', '1 2']);
  });

  test('a call before the asked range counts on its date', () => {
    const hosts = [hostWith(evenings, { calls: [callAt('2027-02-01T17:00Z', '2027-02-01T17:30Z')] })];
    expect(openStarts({ ...days, from: '2027-02-02T06:00Z', until: '2027-02-02T09:00Z', hosts })).toEqual([
      '2027-02-02T08:00Z',
    ]);
  });
});

describe('buffers ignored between different events of one host', () => {
  const open = scheduleIn('UTC', '09:00-13:00');
  const booked = (facts: Parameters<typeof callAt>[2], event: QueryText['event']) => {
    const call = callAt('2027-02-01T10:30Z', '2027-02-01T11:00Z', { isSameEvent: false, ...facts });
    const hosts = [hostWith(open, { calls: [call] })];
    return openStarts({ ...monday, hosts, event: { duration: 30, ...event } }).map((start) => start.slice(11, 16));
  };
  const all = ['09:00', '09:30', '10:00', '11:00', '11:30', '12:00', '12:30'];
  const without = (...times: string[]) => all.filter((time) => !times.includes(time));

  test('calls may touch where neither event has a buffer', () => {
    expect(booked({}, {})).toEqual(all);
  });

  test('the buffers of the booked call keep its own sides free', () => {
    expect(booked({ bufferBefore: 30 }, {})).toEqual(without('10:00'));
    expect(booked({ bufferAfter: 31 }, {})).toEqual(without('11:00', '11:30'));
  });

  test('the buffers of the new call keep its own sides free', () => {
    expect(booked({}, { bufferBefore: 30 })).toEqual(without('11:00'));
    expect(booked({}, { bufferAfter: 31 })).toEqual(without('09:30', '10:00'));
  });

  test('the greater of the two buffers between two calls counts, not their sum', () => {
    expect(booked({ bufferBefore: 30 }, { bufferAfter: 20 })).toEqual(without('10:00'));
    expect(booked({ bufferAfter: 20 }, { bufferBefore: 30 })).toEqual(without('11:00'));
    expect(booked({ bufferAfter: 60 }, { bufferBefore: 5 })).toEqual(without('11:00', '11:30'));
  });

  test('a long buffer after a short call outlasts the calls after it', () => {
    const calls = [
      callAt('2027-02-01T09:00Z', '2027-02-01T09:30Z', { bufferAfter: 120, isSameEvent: false }),
      callAt('2027-02-01T10:00Z', '2027-02-01T10:30Z'),
    ];
    expect(openStarts({ ...monday, hosts: [hostWith(open, { calls })] })).toEqual(['2027-02-01T12:00Z']);
  });

  test('a call on the day before keeps its buffer over midnight and outside open hours', () => {
    const calls = [callAt('2027-01-31T23:00Z', '2027-02-01T00:00Z', { bufferAfter: 541, isSameEvent: false })];
    expect(openStarts({ ...monday, hosts: [hostWith(open, { calls })] })[0]).toBe('2027-02-01T10:00Z');
  });
});
