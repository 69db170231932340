import { withoutUndefined } from '../without-undefined.ts';
import { type Frequency, isDefined, type RecurrenceRule, readParts } from './recurrence-rules.ts';
import type { WallTime } from './values.ts';

// `ical.js` 2.2 offers nothing like this: it throws, or guesses one meaning, such as INTERVAL=1 for INTERVAL=0. A rule that is not
// understood must block every time that it may mean, because unknown is never free.

export interface WiderRule {
  /** Undefined if only the end of the occurrences is known. */
  readonly rule: RecurrenceRule | undefined;
  readonly until: WallTime | undefined;
}

/**
 * A rule with every occurrence that a rule which `parseRule` does not understand may have, and with others.
 *
 * INTERVAL=0, COUNT=0 and an unreadable UNTIL are ignored: the rule repeats every time, without an end. A weekly `2MO` becomes
 * all Mondays, because a week has no second Monday. Any other rule becomes each day at its time of day.
 */
export function widerRule(text: string): WiderRule {
  const { freq, until, options, unread } = readParts(text);
  if (!freq || !wholeDays.has(freq) || unread.some((key) => !lasting.has(key))) return anyDayRule(text);
  const { count, ...endless } = options;
  // COUNT is dropped: at an unknown interval, that many occurrences may end later.
  if (isDefined(freq, options)) return { rule: { freq, until, options: endless }, until };
  const { interval, bySetPos, byDay, ...others } = endless;
  const days = [...new Set((byDay as string[] | undefined)?.map((day) => day.slice(-2)))];
  if (days.length === 0 || !isDefined(freq, others)) return anyDayRule(text);
  return { rule: { freq, until, options: { ...others, byDay: days } }, until };
}

/** Each day at its time of day, which is unknown for hourly and more frequent rules. */
export function anyDayRule(text: string): WiderRule {
  const { freq, until, options, unread } = readParts(text);
  const isOfHours = freq !== undefined && !wholeDays.has(freq);
  if (isOfHours || unread.some((key) => timesOfDay.has(key))) return { rule: undefined, until };
  const { byHour, byMinute, bySecond } = options;
  return { rule: { freq: 'DAILY', until, options: withoutUndefined({ byHour, byMinute, bySecond }) }, until };
}

const wholeDays: ReadonlySet<Frequency> = new Set(['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY']);
const timesOfDay: ReadonlySet<string> = new Set(['BYHOUR', 'BYMINUTE', 'BYSECOND']);
/** Without these parts, a rule has at least the same occurrences. */
const lasting: ReadonlySet<string> = new Set(['INTERVAL', 'COUNT', 'UNTIL']);
