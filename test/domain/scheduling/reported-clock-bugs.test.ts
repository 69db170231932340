import { describe, expect, test } from 'vitest';
import {
  hostWith,
  openStarts,
  openStartsWithHosts,
  type QueryText,
  scheduleIn,
} from '../../support/scheduling/slot-queries.ts';

/** What users of other schedulers reported of zones, midnight and now, with the instants that they expected. */

// A Monday.
const monday = { from: '2027-02-01T00:00Z', until: '2027-02-02T00:00Z' };

describe('slots an hour off after a change of daylight-saving time', () => {
  const hosts = [hostWith(scheduleIn('Europe/Berlin', '15:00-16:00'))];

  test('the hour of the host stays while Europe has not changed and the invitee in New York has', () => {
    // New York changes on 14 March 2027, Berlin on 28 March.
    expect(openStarts({ hosts, from: '2027-03-13T00:00Z', until: '2027-03-15T00:00Z' })).toEqual([
      '2027-03-13T14:00Z',
      '2027-03-14T14:00Z',
    ]);
    expect(openStarts({ hosts, from: '2027-03-27T00:00Z', until: '2027-03-29T00:00Z' })).toEqual([
      '2027-03-27T14:00Z',
      '2027-03-28T13:00Z',
    ]);
  });

  test('in autumn the same, in the other direction', () => {
    // Berlin changes on 31 October 2027, New York on 7 November.
    const newYork = hostWith(scheduleIn('America/New_York', '09:00-10:00'), { userId: 2 });
    expect(
      openStartsWithHosts({ hosts: [...hosts, newYork], from: '2027-10-30T00:00Z', until: '2027-11-01T00:00Z' }),
    ).toEqual(['2027-10-30T13:00Z 1 2', '2027-10-31T13:00Z 2', '2027-10-31T14:00Z 1']);
    expect(
      openStartsWithHosts({ hosts: [...hosts, newYork], from: '2027-11-06T00:00Z', until: '2027-11-08T00:00Z' }),
    ).toEqual(['2027-11-06T13:00Z 2', '2027-11-06T14:00Z 1', '2027-11-07T14:00Z 1 2']);
  });

  test('slots booked from afar: the range begins before the change, the slots lie after it', () => {
    expect(
      openStarts({ hosts, now: '2027-03-01T00:00Z', from: '2027-03-01T00:00Z', until: '2027-04-29T00:00Z' }),
    ).toEqual(
      Array.from({ length: 59 }, (_, day) => {
        const date = new Date(Date.UTC(2027, 2, 1 + day)).toISOString().slice(0, 10);
        return `${date}T${date < '2027-03-28' ? '14' : '13'}:00Z`;
      }),
    );
  });

  test('the skipped hour is not offered, the repeated one is offered twice', () => {
    const night = [hostWith(scheduleIn('Europe/Berlin', '01:00-04:00'))];
    expect(openStarts({ hosts: night, from: '2027-03-28T00:00Z', until: '2027-03-28T12:00Z' })).toEqual([
      '2027-03-28T00:00Z',
      '2027-03-28T01:00Z',
    ]);
    expect(openStarts({ hosts: night, from: '2027-10-30T12:00Z', until: '2027-10-31T12:00Z' })).toEqual([
      '2027-10-30T23:00Z',
      '2027-10-31T00:00Z',
      '2027-10-31T01:00Z',
      '2027-10-31T02:00Z',
    ]);
  });
});

describe('a day of the week shifted for zones far from UTC', () => {
  const week = { from: '2027-02-26T00:00Z', until: '2027-03-05T00:00Z' };

  test.each([
    ['Pacific/Kiritimati', '09:00-10:00', '2027-02-28T19:00Z'],
    ['Pacific/Kiritimati', '23:00-24:00', '2027-03-01T09:00Z'],
    ['Pacific/Auckland', '09:00-10:00', '2027-02-28T20:00Z'],
    ['Pacific/Apia', '00:00-01:00', '2027-02-28T11:00Z'],
    ['Pacific/Pago_Pago', '00:00-01:00', '2027-03-01T11:00Z'],
    ['Pacific/Pago_Pago', '20:00-21:00', '2027-03-02T07:00Z'],
    ['Etc/GMT+12', '23:00-24:00', '2027-03-02T11:00Z'],
  ])('Monday in %s at %s', (timeZone, hours, start) => {
    expect(openStarts({ ...week, hosts: [hostWith(scheduleIn(timeZone, { MONDAY: hours }))] })).toEqual([start]);
    const override = scheduleIn(timeZone, '', { '2027-03-01': hours });
    expect(openStarts({ ...week, hosts: [hostWith(override)] })).toEqual([start]);
    const closed = scheduleIn(timeZone, { MONDAY: hours }, { '2027-03-01': '' });
    expect(openStarts({ ...week, hosts: [hostWith(closed)] })).toEqual([]);
  });

  test.each([
    ['Pacific/Kiritimati', '2027-03-01T09:00Z', ['2027-03-01T09:30Z'], '2027-03-01T10:00Z'],
    ['Pacific/Pago_Pago', '2027-03-01T10:00Z', ['2027-03-01T10:30Z'], '2027-03-01T11:00Z'],
  ])('today ends at midnight of %s', (timeZone, now, today, tomorrow) => {
    const hosts = [hostWith(scheduleIn(timeZone, '00:00-24:00'))];
    const query = { hosts, now, from: now, until: '2027-03-02T12:00Z' };
    expect(openStarts({ ...query, event: { duration: 30, bookingWindow: 0 } })).toEqual(today);
    expect(openStarts({ ...query, event: { duration: 30, bookingWindow: 1 } })[1]).toBe(tomorrow);
    expect(openStarts({ ...query, event: { duration: 30, bookingWindow: 1 } })).toHaveLength(49);
  });
});

describe('minimum notice counted in the wrong zone', () => {
  const hosts = (timeZone: string) => [hostWith(scheduleIn(timeZone, '00:00-24:00'))];
  const first = (timeZone: string, now: string, minimumNotice: number) =>
    openStarts({
      hosts: hosts(timeZone),
      now,
      from: monday.from,
      until: '2027-02-04T00:00Z',
      event: { minimumNotice },
    })[0];

  test.each(['UTC', 'Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'notice is elapsed time from now for a host in %s',
    (timeZone) => {
      expect(first(timeZone, '2027-02-01T12:00Z', 120)).toBe('2027-02-01T14:00Z');
      expect(first(timeZone, '2027-02-01T12:00:00.001Z', 120)).toBe('2027-02-01T15:00Z');
      expect(first(timeZone, '2027-02-01T11:59:59.999Z', 120)).toBe('2027-02-01T14:00Z');
      expect(first(timeZone, '2027-02-01T12:00Z', 2880)).toBe('2027-02-03T12:00Z');
    },
  );

  test('without notice the present instant has passed', () => {
    expect(first('UTC', '2027-02-01T12:00Z', 0)).toBe('2027-02-01T13:00Z');
    expect(first('UTC', '2027-02-01T11:59:59.999Z', 0)).toBe('2027-02-01T12:00Z');
  });

  test('a day of notice is 24 hours in a night of 23', () => {
    const query = { from: '2027-03-28T00:00Z', until: '2027-03-29T00:00Z', now: '2027-03-27T09:00Z' };
    expect(openStarts({ ...query, hosts: hosts('Europe/Berlin'), event: { minimumNotice: 1440 } })[0]).toBe(
      '2027-03-28T09:00Z',
    );
  });
});

describe('the last slot of a day missing', () => {
  const last = (hours: string, event: QueryText['event'], closed: Record<string, string> = {}) =>
    openStarts({ ...monday, event, hosts: [hostWith(scheduleIn('UTC', hours, closed))] }).at(-1);

  test('a call may end when the window ends', () => {
    expect(last('09:00-17:00', { duration: 60 })).toBe('2027-02-01T16:00Z');
    expect(last('09:00-17:00', { duration: 45, slotInterval: 15 })).toBe('2027-02-01T16:15Z');
    expect(last('09:00-17:00', { duration: 480 })).toBe('2027-02-01T09:00Z');
    expect(last('09:00-17:00', { duration: 481 })).toBeUndefined();
  });

  test('a call may end at 24:00, also when the next date is closed', () => {
    expect(last('20:00-24:00', { duration: 60 })).toBe('2027-02-01T23:00Z');
    expect(last('20:00-24:00', { duration: 60, slotInterval: 15 }, { '2027-02-02': '' })).toBe('2027-02-01T23:00Z');
    expect(last('23:59-24:00', { duration: 1 }, { '2027-02-02': '' })).toBe('2027-02-01T23:59Z');
    expect(last('00:00-24:00', { duration: 1440 }, { '2027-02-02': '' })).toBe('2027-02-01T00:00Z');
  });

  test('the buffers of a call need no open time', () => {
    expect(last('09:00-17:00', { bufferBefore: 240, bufferAfter: 240 })).toBe('2027-02-01T16:00Z');
  });

  test('the slots of the last date of the horizon are all there', () => {
    const hosts = [hostWith(scheduleIn('America/New_York', '20:00-24:00'))];
    const query = { hosts, now: '2027-02-01T12:00Z', from: monday.from, until: '2027-02-10T00:00Z' };
    expect(openStarts({ ...query, event: { bookingWindow: 1 } })).toEqual([
      ...['2027-02-02T01:00Z', '2027-02-02T02:00Z', '2027-02-02T03:00Z', '2027-02-02T04:00Z'],
      ...['2027-02-03T01:00Z', '2027-02-03T02:00Z', '2027-02-03T03:00Z', '2027-02-03T04:00Z'],
    ]);
  });
});

describe('a schedule that crosses midnight', () => {
  // Two timings, because a timing ends on its own date.
  const night = scheduleIn('Europe/Berlin', { MONDAY: '22:00-24:00', TUESDAY: '00:00-02:00' });
  const nights = { from: '2027-02-01T00:00Z', until: '2027-02-03T00:00Z', hosts: [hostWith(night)] };

  test('a call may lie in both timings', () => {
    expect(openStarts({ ...nights, event: { duration: 180, slotInterval: 30 } })).toEqual([
      '2027-02-01T21:00Z',
      '2027-02-01T21:30Z',
      '2027-02-01T22:00Z',
    ]);
    expect(openStarts({ ...nights, event: { duration: 240 } })).toEqual(['2027-02-01T21:00Z']);
    expect(openStarts({ ...nights, event: { duration: 241 } })).toEqual([]);
  });

  test('each timing counts its intervals from its own start', () => {
    expect(openStarts({ ...nights, event: { duration: 90 } })).toEqual([
      '2027-02-01T21:00Z',
      '2027-02-01T22:30Z',
      '2027-02-01T23:00Z',
    ]);
  });

  test('a range that begins after midnight has the slots of the second timing', () => {
    expect(openStarts({ ...nights, from: '2027-02-01T23:00Z' })).toEqual(['2027-02-01T23:00Z', '2027-02-02T00:00Z']);
  });

  test('a minute between the timings parts them', () => {
    const parted = scheduleIn('Europe/Berlin', { MONDAY: '22:00-23:59', TUESDAY: '00:00-02:00' });
    expect(openStarts({ ...nights, hosts: [hostWith(parted)], event: { duration: 120 } })).toEqual([
      '2027-02-01T23:00Z',
    ]);
  });

  test('the night in which the clock skips midnight is an hour shorter', () => {
    // Beirut goes from 00:00 to 01:00 on Sunday 28 March 2027.
    const beirut = scheduleIn('Asia/Beirut', { SATURDAY: '22:00-24:00', SUNDAY: '00:00-02:00' });
    const range = { from: '2027-03-27T12:00Z', until: '2027-03-28T12:00Z', hosts: [hostWith(beirut)] };
    expect(openStarts(range)).toEqual(['2027-03-27T20:00Z', '2027-03-27T21:00Z', '2027-03-27T22:00Z']);
    expect(openStarts({ ...range, event: { duration: 180 } })).toEqual(['2027-03-27T20:00Z']);
  });
});
