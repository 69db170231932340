import { expect, test } from 'vitest';
import { autumn, busyTexts, component, entry, iCalendar, readHere } from '../../../support/icalendars.ts';
import { entries, hour, taken } from '../corpus/entries.ts';

test.each(entries)('an entry %s', (_name, parts, expected) => {
  expect(busyTexts(iCalendar(...parts), { ownAddresses: ['ADA@example.com'] })).toEqual(expected);
});

test('whole days and floating times are those of the zone that is given', () => {
  const days = iCalendar(
    entry('UID:1', 'DTSTART:20261005'),
    entry('UID:2', 'DTSTART:20261007T120000', 'DURATION:PT1H'),
  );
  expect(busyTexts(days, { timeZone: 'Pacific/Auckland' })).toEqual([
    '2026-10-04T11:00/2026-10-05T11:00',
    '2026-10-06T23:00/2026-10-07T00:00',
  ]);
  expect(busyTexts(days, { timeZone: 'America/Los_Angeles' })).toEqual([
    '2026-10-05T07:00/2026-10-06T07:00',
    '2026-10-07T19:00/20:00',
  ]);
});

test('times that touch or overlap are one, whatever their order is', () => {
  const entries = [
    entry('UID:1', 'DTSTART:20261005T100000Z', 'DURATION:PT1H'),
    entry('UID:2', 'DTSTART:20261005T080000Z', 'DURATION:PT1H30M'),
    entry('UID:3', 'DTSTART:20261005T090000Z', 'DURATION:PT10M'),
    entry('UID:4', 'DTSTART:20261005T093000Z', 'DURATION:PT30M'),
  ];
  expect(busyTexts(iCalendar(...entries))).toEqual(['2026-10-05T08:00/11:00']);
});

test('a series that is longer from one on is found where only the end of an occurrence is in the range', () => {
  const series = iCalendar(
    entry('DTSTART:20261005T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY;COUNT=3'),
    entry('RECURRENCE-ID;RANGE=THISANDFUTURE:20261105T080000Z', 'DTSTART:20261105T080000Z', 'DURATION:P6D'),
  );
  const range = { from: Date.parse('2026-12-10T08:00Z'), until: Date.parse('2026-12-10T09:00Z') };
  expect(busyTexts(series, { range })).toEqual(['2026-12-05T08:00/2026-12-11T08:00']);
});

test('a series that is earlier from one on is found where only the occurrence it was is beyond the range', () => {
  const series = iCalendar(
    entry('DTSTART:20261005T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY;COUNT=4'),
    entry('RECURRENCE-ID;RANGE=THISANDFUTURE:20261205T080000Z', 'DTSTART:20261125T080000Z', 'DURATION:PT1H'),
  );
  const found = ['10-05', '11-05', '11-25', '12-26'].map((day) => `2026-${day}T08:00/09:00`);
  expect(busyTexts(series)).toEqual(found);
});

test('entries without a UID, and several with the same one, each count', () => {
  const first = component('VEVENT', ...hour);
  const second = component('VEVENT', 'DTSTART:20261006T080000Z', 'DURATION:PT1H');
  const expected = [...taken, '2026-10-06T08:00/09:00'];
  expect(busyTexts(iCalendar(first, second))).toEqual(expected);
  expect(busyTexts(iCalendar(entry(...hour), entry('DTSTART:20261006T080000Z', 'DURATION:PT1H')))).toEqual(expected);
});

test('a VFREEBUSY takes what it does not call free; tasks, journals and unknown components take nothing', () => {
  const freeBusy = component(
    'VFREEBUSY',
    'DTSTART:20261001T000000Z',
    'FREEBUSY:20261005T080000Z/20261005T090000Z,20261006T080000Z/PT30M',
    'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20261007T080000Z/20261007T090000Z',
    'FREEBUSY;FBTYPE=FREE:20261008T080000Z/20261008T090000Z',
    'FREEBUSY:20260101T080000Z/20260101T090000Z',
  );
  const others = ['VTODO', 'VJOURNAL', 'X-WHATEVER'].map((name) => component(name, ...hour, 'DUE:20261009T080000Z'));
  expect(busyTexts(iCalendar(freeBusy, ...others))).toEqual([
    ...taken,
    ...['2026-10-06T08:00/08:30', '2026-10-07T08:00/09:00'],
  ]);
});

test('entries of ours are apart from the others, and are named where they overlap the range', () => {
  const own = (letter: string) => `call_${letter.repeat(22)}@calls.example.com`;
  const entries = [
    entry(`UID:${own('a')}`, ...hour),
    entry(`UID:${own('b')}`, 'DTSTART:20250101T080000Z', 'DURATION:PT1H'),
    entry(`UID:${own('c')}`, ...hour, 'STATUS:CANCELLED'),
    entry('UID:call_aaaaaaaaaaaaaaaaaaaaaa@other.example.com', 'DTSTART:20261006T080000Z', 'DURATION:PT1H'),
    entry('UID:call_short@calls.example.com', 'DTSTART:20261007T080000Z', 'DURATION:PT1H'),
  ];
  const { busy, own: times, ownUids } = readHere(iCalendar(...entries), autumn);
  expect(ownUids).toEqual([own('a')]);
  expect(times).toEqual([{ uid: own('a'), start: Date.UTC(2026, 9, 5, 8), end: Date.UTC(2026, 9, 5, 9) }]);
  expect(busy.map(({ start }) => new Date(start).toISOString().slice(0, 10))).toEqual(['2026-10-06', '2026-10-07']);
});

const ownTimes = (...lines: string[]) => {
  const uid = `call_${'a'.repeat(22)}@calls.example.com`;
  const ownAddresses = ['ada@example.com'];
  const read = readHere(iCalendar(entry(`UID:${uid}`, ...lines)), { ...autumn, ownAddresses });
  expect(read.busy).toEqual([]);
  expect(new Set(read.own.map((time) => time.uid))).toEqual(new Set(read.own.length > 0 ? [uid] : []));
  return { seen: read.ownUids.length, times: read.own.map(({ start }) => new Date(start).toISOString().slice(5, 16)) };
};

test.each<[string, string[], string[], number]>([
  ['as it was written', [...hour], ['10-05T08:00'], 1],
  ['that the host repeats', [...hour, 'RRULE:FREQ=DAILY;COUNT=3'], ['10-05T08:00', '10-06T08:00', '10-07T08:00'], 1],
  ['that the host keeps as free', [...hour, 'TRANSP:TRANSPARENT'], [], 1],
  ['that Outlook keeps as free', [...hour, 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'], [], 1],
  ['that the host declined', [...hour, 'ATTENDEE;PARTSTAT=DECLINED:mailto:Ada@example.com'], [], 1],
  ['that somebody else declined', [...hour, 'ATTENDEE;PARTSTAT=DECLINED:mailto:b@example.com'], ['10-05T08:00'], 1],
  ['that is cancelled', [...hour, 'STATUS:CANCELLED'], [], 0],
])('an entry of ours %s', (_, lines, times, seen) => {
  expect(ownTimes(...lines)).toEqual({ seen, times });
});

test('an invitation that the host declined takes no time, however the address is written', () => {
  const invited = (attendee: string) => iCalendar(entry(...hour, `ATTENDEE;PARTSTAT=DECLINED${attendee}`));
  const ownAddresses = ['ada&co@xn--e1afmkfd.xn--p1ai'];
  for (const attendee of [
    ':MAILTO:Ada%26Co@пример.рф',
    ':mailto:ada&co@xn--e1afmkfd.xn--p1ai?x=y',
    ';EMAIL=ada&co@пример.рф:urn:uuid:1',
  ]) {
    expect(busyTexts(invited(attendee), { ownAddresses })).toEqual([]);
  }
  expect(busyTexts(invited(':mailto:ada@xn--e1afmkfd.xn--p1ai'), { ownAddresses })).toEqual(taken);
});

test('an entry of ours that was free and is cancelled since is gone', () => {
  const uid = `UID:call_${'a'.repeat(22)}@calls.example.com`;
  const free = entry(uid, ...hour, 'TRANSP:TRANSPARENT');
  const cancelled = entry(uid, ...hour, 'SEQUENCE:1', 'STATUS:CANCELLED');
  expect(readHere(iCalendar(free), autumn).ownUids).toHaveLength(1);
  expect(readHere(iCalendar(free, cancelled), autumn).ownUids).toEqual([]);
});

test('145,000 entries of one UID, and as many dates that cannot be read, are read', () => {
  expect(busyTexts(iCalendar(`${component('VEVENT', 'UID:1', ...hour)}\r\n`.repeat(145_000).trim()))).toEqual(taken);
  const dates = entry(...hour, `RDATE:${Array(145_000).fill('x').join()}`);
  expect(busyTexts(iCalendar(dates))[0]).toBe(taken[0]);
});

test('a calendar has its name and zone', () => {
  const read = (...lines: string[]) => {
    const { name, timeZone } = readHere(iCalendar(...lines), autumn);
    return [name, timeZone];
  };
  expect(read('X-WR-CALNAME:Ada\\, at work\\\\home\\n2', 'X-WR-TIMEZONE:Asia/Tokyo')).toEqual([
    'Ada, at work\\home 2',
    'Asia/Tokyo',
  ]);
  expect(read('NAME:Ada', 'X-WR-TIMEZONE:Middle Earth')).toEqual(['Ada', null]);
  expect(read('NAME:Ada', 'X-WR-TIMEZONE:Tokyo Standard Time')).toEqual(['Ada', 'Asia/Tokyo']);
  expect(read('X-WR-CALNAME: ')).toEqual([null, null]);
  expect(read(`X-WR-CALNAME:\u202E${'a'.repeat(1000)}`)).toEqual(['a'.repeat(200), null]);
});

test('several calendars in one text, each with its zones', () => {
  const zoned = (offset: string) =>
    component(
      'VTIMEZONE',
      'TZID:Here',
      component('STANDARD', 'DTSTART:19700101T000000', `TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`),
    );
  const calendar = (offset: string, day: string) =>
    iCalendar(zoned(offset), entry(`DTSTART;TZID=Here:${day}T120000`, 'DURATION:PT1H'));
  expect(busyTexts(calendar('+0200', '20261005') + calendar('-0330', '20261006'))).toEqual([
    '2026-10-05T10:00/11:00',
    '2026-10-06T15:30/16:30',
  ]);
});
