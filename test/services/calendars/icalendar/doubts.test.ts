import { expect, test } from 'vitest';
import { autumn, busyTexts, entry, iCalendar, readHere } from '../../../support/icalendars.ts';
import { doubts } from '../corpus/doubts.ts';
import { hour } from '../corpus/entries.ts';

const other = entry('UID:other@example.com', 'DTSTART:20261225T080000Z', 'DURATION:PT1H');

test.each(doubts)('an entry %s is busy where it can lie, and no other is touched', (_name, parts, expected) => {
  expect(busyTexts(iCalendar(...parts))).toEqual(expected);
  const all = busyTexts(iCalendar(...parts, other));
  expect(all).toEqual([...new Set([...expected, '2026-12-25T08:00/09:00'])].toSorted());
});

test('an entry of ours in doubt is busy, and no time that the host has moved the call to', () => {
  const uid = `call_${'a'.repeat(22)}@calls.example.com`;
  const read = (...lines: string[]) => readHere(iCalendar(entry(`UID:${uid}`, ...lines)), autumn);
  for (const lines of [
    ['DTSTART;TZID=Customized Time Zone:20261005T080000', 'DURATION:PT1H'],
    ['DTSTART:20261005T080000Z', 'DTEND:later'],
  ]) {
    const { busy, own, ownUids } = read(...lines);
    expect([busy.length, own, ownUids]).toEqual([1, [], [uid]]);
  }
  const repeated = read(...hour, 'RRULE:FREQ=DAILY;INTERVAL=0;UNTIL=20261007T080000Z');
  expect(repeated.own).toEqual([{ uid, start: Date.UTC(2026, 9, 5, 8), end: Date.UTC(2026, 9, 5, 9) }]);
  expect([repeated.busy.length, repeated.ownUids]).toEqual([2, [uid]]);
});
