import type { Goal } from '../goals/goal.ts';
import type { CallNumbers } from '../reports/call-numbers.ts';
import type { Period } from '../reports/report.ts';

/** The money of two weeks in one currency. */
export interface WeeklyCash {
  readonly currency: string;
  readonly value: string;
  readonly previous: string;
}

export interface NumbersOfCloser {
  readonly name: string;
  readonly numbers: CallNumbers;
}

/** What a weekly mail says. */
export interface WeeklyNumbers {
  /** The seven days of the numbers. */
  readonly week: Period;
  readonly numbers: CallNumbers;
  readonly previous: CallNumbers;
  readonly cash: readonly WeeklyCash[];
  /** The closers of the team, those with the most calls first; undefined for a member who sees only their own numbers. */
  readonly closers: readonly NumbersOfCloser[] | undefined;
  /** The goals of the present month of the team, and those of the member. */
  readonly goals: readonly Goal[];
}
