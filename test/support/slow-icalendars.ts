import { entry, iCalendar } from './icalendars.ts';

/**
 * A small text that takes minutes to read: its rules are counted from their start. Each alone is short enough to be followed, so
 * that the reading does not end sooner on a fast machine.
 */
export const slowICalendar = iCalendar(
  ...Array.from({ length: 2_000 }, (_, index) =>
    entry(
      `UID:${index}`,
      'DTSTART:20260101T100000Z',
      'DURATION:PT1M',
      'RRULE:FREQ=MINUTELY;BYHOUR=10;COUNT=1000000000',
    ),
  ),
);

/** One entry, and the time that it takes. */
export const smallICalendar = iCalendar(entry('DTSTART:20261005T080000Z', 'DURATION:PT1H'));
export const smallTimes = ['2026-10-05T08:00/09:00'];
