import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import type { AvailabilityDayInput, ScheduleRecordFragment } from '../../../gql/schedule.ts';
import { type Day, daysOf, hasProblem, hoursText, type Week, weekdays, weekOf } from '../week.ts';

/** What is typed of a schedule. */
export type Values = {
  readonly name: string;
  readonly timeZone: string;
  readonly days: Week;
};

type Input = {
  readonly name: string;
  readonly timeZone: string;
  readonly days: AvailabilityDayInput[];
};

export function valuesOf({ name, timeZone, days }: ScheduleRecordFragment): Values {
  return { name, timeZone, days: weekOf(days) };
}

export function inputOf({ name, timeZone, days }: Values): Input {
  return { name: name.trim(), timeZone, days: daysOf(days) };
}

export const validate = {
  name: (name: string) => (name.trim() === '' ? 'Enter a name' : null),
  days: (days: Week) =>
    weekdays.some((weekday) => hasProblem(days[weekday]))
      ? 'Some hours cannot be saved: check the marked fields'
      : null,
};

/** What is stored now in the place of a value, in words. */
export function textOf(field: string, value: unknown): string {
  if (field === 'days') return hoursText(value as readonly Day[]);
  return field === 'timeZone' ? readableZoneName(String(value)) : `“${String(value)}”`;
}
