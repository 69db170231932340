import { RRuleTemporal } from 'rrule-temporal';
import { dayMs } from '#src/lib/time/zone-offsets.ts';
import { parseWallTime, type WallTime } from './values.ts';

// Rules are expanded on the wall clock of the entry, as if it were UTC. Each occurrence is converted to its zone afterwards, which
// settles what the clock skips or repeats.
//
// `rrule-temporal` expands the rules, because `ical.js` 2.2 fails for one in ten rules of the tests: it repeats February 29 on
// March 1, takes FREQ=YEARLY;BYWEEKNO=41;BYDAY=WE for every Wednesday, and never returns from FREQ=DAILY;BYMONTHDAY=-1. Rules are
// parsed here because `ical.js` accepts INTERVAL=0, COUNT=-3, BYMONTHDAY=0 and unknown parts.

/** A RRULE whose every part is understood. */
export interface RecurrenceRule {
  readonly freq: Frequency;
  readonly until: WallTime | undefined;
  readonly options: Readonly<Record<string, unknown>>;
}

const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const;
export type Frequency = (typeof frequencies)[number];

type ReadPart = (text: string) => unknown;

const weekday = /^(?:MO|TU|WE|TH|FR|SA|SU)$/;

/** The library's name for each part, and its reader. The reader returns undefined for a value that is not understood. */
const parts: Readonly<Record<string, readonly [name: string, read: ReadPart]>> = {
  INTERVAL: ['interval', wholeNumber(1, 1_000_000)],
  COUNT: ['count', wholeNumber(1, 1_000_000_000)],
  WKST: ['wkst', (text) => (weekday.test(text) ? text : undefined)],
  BYSECOND: ['bySecond', listOf(wholeNumber(0, 60))],
  BYMINUTE: ['byMinute', listOf(wholeNumber(0, 59))],
  BYHOUR: ['byHour', listOf(wholeNumber(0, 23))],
  BYDAY: ['byDay', listOf(weekdayOf)],
  BYMONTHDAY: ['byMonthDay', listOf(position(31))],
  BYYEARDAY: ['byYearDay', listOf(position(366))],
  BYWEEKNO: ['byWeekNo', listOf(position(53))],
  BYMONTH: ['byMonth', listOf(wholeNumber(1, 12))],
  BYSETPOS: ['bySetPos', listOf(position(366))],
};

/** `MO`, or with an ordinal: `2MO` is the second Monday. */
function weekdayOf(text: string): string | undefined {
  const match = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(text);
  const ordinal = Number(match?.[1] ?? 1);
  if (!match || ordinal === 0 || Math.abs(ordinal) > 53) return undefined;
  return match[1] === undefined ? text : `${ordinal}${match[2]}`;
}

function wholeNumber(min: number, max: number): (text: string) => number | undefined {
  return (text) => {
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  };
}

/** 1 to `max`, or counted from the end. */
function position(max: number): (text: string) => number | undefined {
  return (text) => {
    const number = /^[+-]?\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
    return number !== 0 && Math.abs(number) <= max ? number : undefined;
  };
}

/** Drops duplicates, so that a hostile list is no longer than its different values. */
function listOf(read: ReadPart): ReadPart {
  return (text) => {
    const values = new Set(text.split(',').map((each) => read(each.trim())));
    return values.has(undefined) ? undefined : [...values];
  };
}

/** Undefined if a part is not understood: the occurrences are unknown then. */
export function parseRule(text: string): RecurrenceRule | undefined {
  const { freq, until, options, unread } = readParts(text);
  return freq && unread.length === 0 && isDefined(freq, options) ? { freq, until, options } : undefined;
}

interface RuleParts {
  readonly freq: Frequency | undefined;
  readonly until: WallTime | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  /** The names of the parts whose name or value is not understood. */
  readonly unread: readonly string[];
}

export function readParts(text: string): RuleParts {
  const pairs = text
    .toUpperCase()
    .split(';')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => pair.split('=').map((each) => each.trim()));
  const values = new Map(pairs.map(([key = '', value = '']) => [key, value]));
  // The Gregorian calendar and no skipping are the defaults of these parts (RFC 7529).
  if (values.get('RSCALE') === 'GREGORIAN') values.delete('RSCALE');
  if (values.get('SKIP') === 'OMIT') values.delete('SKIP');
  const freq = frequencies.find((each) => each === values.get('FREQ'));
  const until = parseWallTime(values.get('UNTIL') ?? '');
  const options: Record<string, unknown> = {};
  const unread = values.has('UNTIL') && !until ? ['UNTIL'] : [];
  for (const [key, value] of values) {
    if (key === 'FREQ' || key === 'UNTIL' || key.startsWith('X-')) continue;
    const part = Object.hasOwn(parts, key) ? parts[key] : undefined;
    const read = part?.[1](value);
    if (part && read !== undefined) options[part[0]] = read;
    else unread.push(key);
  }
  return { freq, until, options, unread };
}

/** True if the standard defines what these parts mean together. */
export function isDefined(
  freq: Frequency,
  { byDay, byWeekNo, byYearDay, byMonthDay }: Record<string, unknown>,
): boolean {
  const hasOrdinal = Array.isArray(byDay) && byDay.some((day: string) => day.length > 2);
  if (hasOrdinal && freq !== 'MONTHLY' && (freq !== 'YEARLY' || byWeekNo !== undefined)) return false;
  if (byWeekNo !== undefined && freq !== 'YEARLY') return false;
  if (byYearDay !== undefined && ['DAILY', 'WEEKLY', 'MONTHLY'].includes(freq)) return false;
  return byMonthDay === undefined || freq !== 'WEEKLY';
}

/** The rule of a whole day, without the parts that are ignored for dates (RFC 5545, section 3.3.10). */
export function ruleOfDates(text: string): string {
  return text.replace(/(?:^|;)\s*BY(?:HOUR|MINUTE|SECOND)=[^;]*/gi, '');
}

/**
 * How many steps the library takes before it gives up. Other limits than its own disable its fast path for most rules, so they
 * are raised only for rules that exceed its own.
 */
const raisedLimits = { maxIterations: 500_000, maxCandidateEvaluations: 2_000_000 };

interface Occurring {
  readonly start: number;
  /** The time of UNTIL. */
  readonly end: number | undefined;
  /** The requested range is `[from, until]`. */
  readonly from: number;
  readonly until: number;
}

/** The length of a period, for frequencies whose periods have one length on a clock without changes. */
const periodMs: Partial<Record<Frequency, number>> = {
  SECONDLY: 1_000,
  MINUTELY: 60_000,
  HOURLY: 3_600_000,
  DAILY: dayMs,
  WEEKLY: 7 * dayMs,
};

/**
 * The library expands a rule from its start, which may lie centuries ago. A start that is later by whole intervals gives the
 * same occurrences from then on, unless COUNT limits them. With BYSETPOS the first period is special, so the start stays.
 */
function laterStart({ freq, options }: RecurrenceRule, { start, from }: Pick<Occurring, 'start' | 'from'>): number {
  const period = periodMs[freq];
  if (period === undefined || options.count !== undefined || options.bySetPos !== undefined) return start;
  const interval = period * ((options.interval as number | undefined) ?? 1);
  return start + Math.max(0, Math.floor((from - 1 - start) / interval)) * interval;
}

/** The wall-clock times of a rule's occurrences from `start` on; undefined if they take too many steps. */
export function occurrences(rule: RecurrenceRule, { start, end, from, until }: Occurring): number[] | undefined {
  if (until < start || (end !== undefined && (end < start || end < from))) return [];
  const options = {
    ...rule.options,
    freq: rule.freq,
    dtstart: utc(laterStart(rule, { start, from })),
    ...(end === undefined ? {} : { until: utc(end) }),
  };
  for (const limits of [{}, raisedLimits]) {
    try {
      const found = new RRuleTemporal({ ...options, ...limits }).between(
        new Date(Math.max(from, start)),
        new Date(until),
        true,
      );
      return found.map(({ epochMilliseconds }) => epochMilliseconds);
    } catch {
      // The library gives up on a rule that takes more steps than any calendar needs.
    }
  }
  return undefined;
}

function utc(wall: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO('UTC');
}
