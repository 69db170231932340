import type { Transition } from './tz-file.ts';

/** A date of each year, `M3.5.0/1`: the last (5) Sunday (0) of March, at 1:00 on the clock that holds until then. */
interface YearlyDate {
  readonly month: number;
  readonly week: number;
  readonly weekday: number;
  readonly seconds: number;
}

/** When the clock of a zone changes in every year. */
export interface YearlyRule {
  /** Seconds to add to UTC. */
  readonly standard: number;
  readonly daylight: number;
  readonly start: YearlyDate;
  readonly end: YearlyDate;
}

const name = '(?:<[^>]+>|[A-Za-z]+)';
const date = '(?:,M(\\d+)\\.(\\d)\\.(\\d)(?:/([-+\\d:]+))?)';
const pattern = new RegExp(`^${name}([-+\\d:]+)${name}([-+\\d:]+)?${date}${date}$`);

/**
 * Reads a rule of a TZif file, `CET-1CEST,M3.5.0,M10.5.0/3`; undefined if the clock never changes. Zones of a permanent summer
 * time write dates as days of the year: they never change either.
 */
export function readYearlyRule(text: string): YearlyRule | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  const standard = -secondsOf(match[1] ?? '');
  const daylight = match[2] === undefined ? standard + 3600 : -secondsOf(match[2]);
  const dateAt = (index: number): YearlyDate => {
    const [month = 0, week = 0, weekday = 0] = match.slice(index, index + 3).map(Number);
    return { month, week, weekday, seconds: secondsOf(match[index + 3] ?? '2') };
  };
  const [start, end] = [dateAt(3), dateAt(7)];
  // Ireland and Morocco call the summer standard, and the winter or Ramadan a negative summer time. ICU has no such thing.
  return daylight > standard
    ? { standard, daylight, start, end }
    : { standard: daylight, daylight: standard, start: end, end: start };
}

function secondsOf(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[-+]/, '').split(':').map(Number);
  return (text.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds);
}

/** The changes of a year, in order. */
export function changesOf({ standard, daylight, start, end }: YearlyRule, year: number): Transition[] {
  const changes = [
    { at: secondsAt(start, year) - standard, isDst: true, offset: daylight },
    { at: secondsAt(end, year) - daylight, isDst: false, offset: standard },
  ];
  return changes.sort((one, other) => one.at - other.at);
}

function secondsAt({ month, week, weekday, seconds }: YearlyDate, year: number): number {
  const isLast = week === 5;
  const day = isLast ? new Date(Date.UTC(year, month, 0)) : new Date(Date.UTC(year, month - 1, 1 + 7 * (week - 1)));
  const distance = isLast ? -((day.getUTCDay() - weekday + 7) % 7) : (weekday - day.getUTCDay() + 7) % 7;
  return day.getTime() / 1000 + distance * 86_400 + seconds;
}

const lastDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * The rule as the eleven numbers of ICU (SimpleTimeZone): for each of the two dates the month from 0, the day, the weekday from
 * 1, the time and its clock (0 for the one that holds until then); then the seconds of summer time. A negative weekday is the
 * first one from the day on, or, with a negative day, the last one until it. Undefined for a rule whose shifted day is in
 * another month, or is the last of February: ICU cannot say it.
 */
export function icuRule({ standard, daylight, start, end }: YearlyRule): number[] | undefined {
  const dates = [icuDate(start), icuDate(end)];
  return dates.includes(undefined) ? undefined : [...dates.flatMap((each) => each ?? []), daylight - standard];
}

function icuDate({ month, week, weekday, seconds }: YearlyDate): number[] | undefined {
  // ICU takes times from 0:00 to 24:00. Others, such as 50:00 of Gaza and -1:00 of Nuuk, are times of another weekday.
  const days = seconds === 86_400 ? 0 : Math.floor(seconds / 86_400);
  const lastDay = lastDays[month - 1] as number;
  const day = (week === 5 ? lastDay : 1 + 7 * (week - 1)) + days;
  const hasLeapDay = week === 5 && month === 2;
  if (hasLeapDay || day < 1 || day > lastDay) return undefined;
  const icuWeekday = -((((weekday + days) % 7) + 7) % 7) - 1;
  return [month - 1, week === 5 ? -day : day, icuWeekday, seconds - days * 86_400, 0];
}
