import { expect, test } from 'vitest';
import { packBusy, startsBesideBusy, unpackBusy } from '#src/domain/calendars/busy.ts';

const at = (text: string) => Date.parse(`2026-03-04T${text}Z`);
const time = (start: string, end: string) => ({ start: at(start), end: at(end) });

test('times are stored as whole minutes, rounded outward, joined where they touch, in their order', () => {
  const bytes = packBusy([
    time('12:00:00', '13:00:00'),
    time('09:00:30', '09:59:01'),
    time('13:00:00', '13:30:00'),
    time('12:10:00', '12:20:00'),
    time('15:00:00', '15:00:00'),
  ]);
  expect(bytes).toHaveLength(16);
  expect(unpackBusy(bytes)).toEqual([time('09:00:00', '10:00:00'), time('12:00:00', '13:30:00')]);
});

test('a range has the times that overlap it, and none that only touch it', () => {
  const times = [time('09:00:00', '10:00:00'), time('11:00:00', '12:00:00'), time('13:00:00', '14:00:00')];
  const bytes = packBusy(times);
  expect(unpackBusy(bytes, at('10:00:00'), at('13:00:00'))).toEqual([times[1]]);
  expect(unpackBusy(bytes, at('09:59:00'), at('13:01:00'))).toEqual(times);
  expect(unpackBusy(bytes, at('14:00:00'))).toEqual([]);
  expect(unpackBusy(packBusy([]))).toEqual([]);
});

test('a start is free where its time ends before the next busy time, and begins after the one before', () => {
  const bytes = packBusy([time('09:00:00', '10:00:00'), time('11:00:00', '12:00:00')]);
  const starts = ['08:00:00', '08:01:00', '09:59:00', '10:00:00', '10:01:00', '11:30:00', '12:00:00'].map(at);
  const free = ['08:00:00', '10:00:00', '12:00:00'].map(at);
  expect(startsBesideBusy(starts, bytes, 3_600_000)).toEqual(free);
});

test('a time that never ends, as far as a calendar can say, is kept to what can be stored', () => {
  expect(unpackBusy(packBusy([{ start: at('09:00:00'), end: 8.64e15 }]))).toEqual([
    { start: at('09:00:00'), end: (2 ** 31 - 1) * 60_000 },
  ]);
});
