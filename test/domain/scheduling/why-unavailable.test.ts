import { describe, expect, test } from 'vitest';
import { packBusy } from '#src/domain/calendars/busy.ts';
import type { EventRules, Host, HostConnection, ScheduleRules } from '#src/domain/scheduling/rules.ts';
import { closingReasons, type NamedConnection } from '#src/domain/scheduling/why-unavailable.ts';
import { callAt, eventOf, hostWith, intervalOf, scheduleIn } from '../../support/scheduling/slot-queries.ts';

interface Circumstances {
  readonly event?: Partial<EventRules>;
  readonly schedule?: ScheduleRules;
  readonly host?: Partial<Host>;
  readonly now?: number;
  readonly connections?: readonly NamedConnection[];
}

const minute = 60_000;
/** On a Monday. */
const at = (time: string) => Date.parse(`2027-02-01T${time}Z`);
const on = (start: string, end: string) => intervalOf(`2027-02-01T${start}Z`, `2027-02-01T${end}Z`);
const always = scheduleIn('UTC', '00:00-24:00');

/** The reasons as `RULE message`, of an event of an hour that begins at any minute. */
function reasonsAt(dateTime: number, circumstances: Circumstances = {}): string[] {
  const { event, schedule = always, host, now = Date.parse('2027-01-30T12:00Z'), connections = [] } = circumstances;
  const query = { event: eventOf({ slotInterval: 1, ...event }), now, dateTime, connections };
  return closingReasons(query, hostWith(schedule, host)).map(({ rule, message }) => `${rule} ${message}`);
}

describe('the notice', () => {
  const passed = 'PAST The time has passed.';
  const short = 'MINIMUM_NOTICE The event must be booked at least 60 minutes in advance.';
  const far = 'BOOKING_WINDOW The event can be booked at most 1 days in advance, until 2027-01-31.';

  test.each([
    ['a millisecond ahead', at('09:00') - 1, {}, []],
    ['now', at('09:00'), {}, [passed]],
    ['an hour ahead', at('08:00'), { minimumNotice: 60 }, []],
    ['almost an hour ahead', at('08:00') + 1, { minimumNotice: 60 }, [short]],
    ['in the past', at('09:01'), { minimumNotice: 60 }, [passed, short]],
    ['one day ahead', at('00:00') - 24 * 60 * minute, { bookingWindow: 1 }, []],
    ['two dates ahead', at('00:00') - 24 * 60 * minute - 1, { bookingWindow: 1 }, [far]],
  ])('of a call %s', (_, now, event, reasons) => {
    expect(reasonsAt(at('09:00'), { now, event })).toEqual(reasons);
  });
});

describe('the opening hours', () => {
  const schedule = scheduleIn('UTC', '09:00-12:00 13:00-17:00', { '2027-02-02': '10:00-11:00', '2027-02-03': '' });
  const hours = (time: string) =>
    `OPENING_HOURS At 2027-02-01 ${time} (UTC), the schedule is open from 09:00 to 12:00 and from 13:00 to 17:00.`;

  test.each([
    ['08:59', [hours('08:59')]],
    ['09:00', []],
    ['11:00', []],
    ['12:00', [hours('12:00')]],
    ['16:00', []],
    ['16:01', ['DURATION A call of 60 minutes would not end by 2027-02-01 17:00 (UTC).']],
    ['17:00', [hours('17:00')]],
  ])('at %s', (time, reasons) => {
    expect(reasonsAt(at(time), { schedule })).toEqual(reasons);
  });

  test('of an override are those of its date', () => {
    const day = 24 * 60 * minute;
    expect(reasonsAt(at('10:00') + day, { schedule })).toEqual([]);
    expect(reasonsAt(at('11:00') + day, { schedule })).toEqual([
      'OVERRIDE At 2027-02-02 11:00 (UTC), an override applies to the date: the schedule is open from 10:00 to 11:00.',
    ]);
    expect(reasonsAt(at('10:00') + 2 * day, { schedule })).toEqual([
      'OVERRIDE At 2027-02-03 10:00 (UTC), an override applies to the date: the schedule is closed on this date.',
    ]);
  });

  test('of a closed weekday, on the clock of the schedule', () => {
    const kathmandu = scheduleIn('Asia/Kathmandu', { TUESDAY: '09:00-10:00' });
    expect(reasonsAt(at('03:15'), { schedule: kathmandu })).toEqual([
      'OPENING_HOURS At 2027-02-01 09:00 (Asia/Kathmandu), the schedule is closed on this date.',
    ]);
    expect(reasonsAt(at('03:15') + 24 * 60 * minute, { schedule: kathmandu })).toEqual([]);
  });

  test.each([
    [{ duration: 60, slotInterval: null }, 60],
    [{ duration: 60, slotInterval: 20 }, 20],
  ])('divided by %j', (event, step) => {
    const message = `SLOT_INTERVAL Calls begin every ${step} minutes from 2027-02-01 09:00 (UTC).`;
    expect(reasonsAt(at('09:30'), { schedule, event })).toEqual([message]);
    expect(reasonsAt(at('10:00'), { schedule, event })).toEqual([]);
  });

  test('begin a grid at whatever minute', () => {
    const late = scheduleIn('UTC', '09:20-12:00');
    expect(reasonsAt(at('10:20'), { schedule: late, event: { slotInterval: 60 } })).toEqual([]);
    expect(reasonsAt(at('10:40'), { schedule: late, event: { slotInterval: 60 } })).toHaveLength(1);
  });

  test('in which windows touch, also at midnight, are one for a call', () => {
    const touching = scheduleIn('UTC', '09:00-10:00 10:00-11:00');
    expect(reasonsAt(at('09:00'), { schedule: touching, event: { duration: 120 } })).toEqual([]);
    expect(reasonsAt(at('09:00'), { schedule: touching, event: { duration: 121 } })).toEqual([
      'DURATION A call of 121 minutes would not end by 2027-02-01 11:00 (UTC).',
    ]);
    expect(reasonsAt(at('23:59'), { event: { duration: 1440 } })).toEqual([]);
  });

  test('across a repeated hour have two grids where two windows are open at once', () => {
    const schedule = scheduleIn('Europe/Berlin', '01:00-02:30 02:30-04:00');
    const event = { slotInterval: 60 };
    expect(reasonsAt(Date.parse('2027-10-31T00:40Z'), { schedule, event })).toEqual([
      'SLOT_INTERVAL Calls begin every 60 minutes from 2027-10-31 01:00 (Europe/Berlin) and 2027-10-31 02:30 (Europe/Berlin).',
    ]);
    for (const start of ['2027-10-31T00:30Z', '2027-10-31T01:00Z', '2027-10-31T01:30Z']) {
      expect(reasonsAt(Date.parse(start), { schedule, event })).toEqual([]);
    }
  });
});

describe('a call of the host from 10:00 to 11:00', () => {
  const call = 'a call from 2027-02-01 10:00 (UTC) to 2027-02-01 11:00 (UTC).';
  const [taken, close] = [`CALL The host already has ${call}`, `BUFFER The time is within the buffer of ${call}`];
  const own = { bufferBefore: 10, bufferAfter: 20 };

  test.each([
    ['09:00', {}, {}, []],
    ['09:01', {}, {}, [taken]],
    ['10:59', {}, {}, [taken]],
    ['11:00', {}, {}, []],
    ['08:40', own, {}, []],
    ['08:41', own, {}, [close]],
    ['09:00', own, {}, [close]],
    ['09:01', own, {}, [taken]],
    ['11:00', own, {}, [close]],
    ['11:09', own, {}, [close]],
    ['11:10', own, {}, []],
    ['08:50', {}, own, []],
    ['08:51', {}, own, [close]],
    ['11:19', {}, own, [close]],
    ['11:20', {}, own, []],
  ])('closes %s with the buffers %j of the event and %j of the call: %j', (time, event, buffers, reasons) => {
    const calls = [callAt('2027-02-01T10:00Z', '2027-02-01T11:00Z', buffers)];
    expect(reasonsAt(at(time), { event, host: { calls } })).toEqual(reasons);
  });
});

test.each([
  ['09:00', false],
  ['09:01', true],
  ['10:59', true],
  ['11:00', false],
])('time off from 10:00 to 11:00 closes %s: %s', (time, isClosed) => {
  const message = 'TIME_OFF The host has time off from 2027-02-01 10:00 (UTC) to 2027-02-01 11:00 (UTC).';
  expect(reasonsAt(at(time), { host: { timeOff: [on('10:00', '11:00')] } })).toEqual(isClosed ? [message] : []);
});

test('time off that began before 1970 is written on the clock as well', () => {
  const timeOff = [intervalOf('1969-12-31T23:29:30Z', '2030-01-01T00:00Z')];
  expect(reasonsAt(at('09:00'), { host: { timeOff } })).toEqual([
    'TIME_OFF The host has time off from 1969-12-31 23:29 (UTC) to 2030-01-01 00:00 (UTC).',
  ]);
});

describe('a connected calendar', () => {
  const now = at('00:00');
  const calendar = { id: 70, busyUntil: at('23:00'), busy: packBusy([on('10:00', '11:00')]) };
  const connection: HostConnection = { id: 7, readableUntil: now + 1, calendars: [calendar] };
  const named: NamedConnection = {
    ...{ id: 7, name: 'Google', disconnectedAt: null, lastReadAt: null },
    calendars: [{ id: 70, name: 'Work' }],
  };
  const other = { ...named, id: 8, name: 'Other', calendars: [{ id: 71, name: 'Home' }] };
  const reasons = (
    time: string,
    { connected = {}, of = {}, naming = {} }: { connected?: object; of?: object; naming?: object } = {},
  ) => {
    const calendarConnections = [{ ...connection, calendars: [{ ...calendar, ...of }], ...connected }];
    return reasonsAt(at(time), {
      ...{ now, host: { calendarConnections }, connections: [other, { ...named, ...naming }] },
    });
  };
  const busy = 'CALENDAR The calendar Work is busy from 2027-02-01 10:00 (UTC) to 2027-02-01 11:00 (UTC).';

  test.each([
    ['09:00', []],
    ['09:01', [busy]],
    ['10:59', [busy]],
    ['11:00', []],
    ['22:00', []],
    ['22:01', ['CALENDAR_UNREADABLE The calendar Work has been read only until 2027-02-01 23:00 (UTC).']],
  ])('at %s', (time, expected) => {
    expect(reasons(time)).toEqual(expected);
  });

  test('that has not been read is not free', () => {
    const unread = 'CALENDAR_UNREADABLE The calendar Work has not been read yet.';
    expect(reasons('09:30', { of: { busyUntil: null } })).toEqual([busy, unread]);
  });

  test.each([
    [null, { disconnectedAt: at('00:00') - minute }, 'DISCONNECTED since 2027-01-31 23:59 (UTC)'],
    [null, {}, 'DISCONNECTED since 2027-02-01 00:00 (UTC)'],
  ])('whose provider refuses the credential, with %j and %j', (readableUntil, naming, since) => {
    const message = `CALENDAR_UNREADABLE The calendar connection Google is ${since}: its provider rejects the credential.`;
    expect(reasons('09:30', { connected: { readableUntil }, naming })).toEqual([message, busy]);
  });

  test.each([
    [{}, 'it has never been read'],
    [{ lastReadAt: at('00:00') - 2 * minute }, 'it was last read at 2027-01-31 23:58 (UTC)'],
  ])('whose last good read is too old, with %j', (naming, lastRead) => {
    const since = 'UNREADABLE since 2027-02-01 00:00 (UTC)';
    const message = `CALENDAR_UNREADABLE The calendar connection Google is ${since}: ${lastRead}.`;
    expect(reasons('09:00', { connected: { readableUntil: now }, naming })).toEqual([message]);
  });

  test('is not explained where the caller does not name it', () => {
    expect(reasons('09:30', { naming: { calendars: other.calendars } })).toEqual([]);
    expect(reasons('09:30', { naming: { id: 9 }, connected: { readableUntil: null } })).toEqual([]);
  });
});

describe('a daily limit of two', () => {
  const callsAt = (times: readonly string[], isSameEvent = true) =>
    times.map((time) => callAt(`2027-${time}:00Z`, `2027-${time}:30Z`, { isSameEvent }));
  const full = 'DAILY_LIMIT The host can take 2 calls of the event per day, and has reached this limit on 2027-02-01.';

  test.each([
    [callsAt(['02-01T20', '02-01T21']), [full]],
    [callsAt(['02-01T20', '02-01T21', '02-01T22']), [full]],
    [callsAt(['02-01T20', '02-02T00']), []],
    [callsAt(['01-31T23', '02-01T00']), []],
    [[...callsAt(['02-01T20']), ...callsAt(['02-01T21', '02-01T22'], false)], []],
  ])('with the calls %j', (calls, reasons) => {
    expect(reasonsAt(at('09:00'), { event: { dailyLimit: 2 }, host: { calls } })).toEqual(reasons);
  });
});

test('every rule that closes an instant is named, in the order in which people look for it', () => {
  const host = {
    calls: [callAt('2027-02-01T09:00Z', '2027-02-01T10:00Z')],
    timeOff: [on('08:00', '12:00')],
    calendarConnections: [{ id: 7, readableUntil: null, calendars: [] }],
  };
  const reasons = reasonsAt(at('09:00'), {
    ...{ now: at('09:00'), schedule: scheduleIn('UTC', ''), event: { dailyLimit: 1 }, host },
    connections: [{ id: 7, name: 'Google', disconnectedAt: null, lastReadAt: null, calendars: [] }],
  });
  const rules = reasons.map((reason) => reason.split(' ')[0]);
  expect(rules).toEqual(['PAST', 'OPENING_HOURS', 'CALL', 'TIME_OFF', 'CALENDAR_UNREADABLE', 'DAILY_LIMIT']);
});
