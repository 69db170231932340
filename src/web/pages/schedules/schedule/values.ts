import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import type { AvailabilityDayInput, ScheduleRecordFragment } from '../../../gql/schedule.ts';
import { daysOf, hoursText, type Week, weekOf } from '../week.ts';

type Stored = Pick<ScheduleRecordFragment, 'name' | 'timeZone' | 'days'>;

/** What is typed of a schedule. */
export interface Values extends Record<string, unknown> {
  /** What it began with: what is stored may change meanwhile, in another tab or before a draft is taken up again. */
  readonly base: string;
  readonly name: string;
  readonly timeZone: string;
  readonly week: Week;
}

interface Input {
  readonly name: string;
  readonly timeZone: string;
  readonly days: AvailabilityDayInput[];
}

/** What is stored, in the form of the input, in which it can be compared. */
function inputOfStored({ name, timeZone, days }: Stored): Input {
  return { name, timeZone, days: daysOf(weekOf(days)) };
}

export function fingerprintOf(stored: Stored): string {
  return JSON.stringify(inputOfStored(stored));
}

export function valuesOf(stored: Stored): Values {
  const { name, timeZone, days } = stored;
  return { base: fingerprintOf(stored), name, timeZone, week: weekOf(days) };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What was changed of the schedule. What was left alone is not sent, so that it stays as it is now. */
export function changesOf({ base, name, timeZone, week }: Values): Partial<Input> {
  const before = JSON.parse(base) as Input;
  const now: Input = { name: name.trim(), timeZone, days: daysOf(week) };
  return {
    ...(!isSame(before.name, now.name) && { name: now.name }),
    ...(!isSame(before.timeZone, now.timeZone) && { timeZone: now.timeZone }),
    ...(!isSame(before.days, now.days) && { days: now.days }),
  };
}

/** What is typed, on top of what is stored now: what was left alone is as it is there. */
export function rebased(values: Values, stored: Stored): Values {
  const changes = changesOf(values);
  const now = valuesOf(stored);
  return {
    base: now.base,
    name: changes.name === undefined ? now.name : values.name,
    timeZone: changes.timeZone === undefined ? now.timeZone : values.timeZone,
    week: changes.days === undefined ? now.week : values.week,
  };
}

/** A sentence on each part that was changed elsewhere as well, and otherwise. */
export function changedElsewhere(values: Values, stored: Stored): string[] {
  const before = JSON.parse(values.base) as Input;
  const changes = changesOf(values);
  const current = inputOfStored(stored);
  const texts: Record<keyof Input, string> = {
    name: `The name is “${current.name}” now`,
    timeZone: `The time zone is ${readableZoneName(current.timeZone)} now`,
    days: `The hours are ${hoursText(stored.days)} now`,
  };
  return (Object.keys(changes) as (keyof Input)[])
    .filter((part) => !isSame(before[part], current[part]) && !isSame(current[part], changes[part]))
    .map((part) => texts[part]);
}
