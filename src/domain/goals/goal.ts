import { z } from 'zod';
import { calendarDay, coded, crossFieldRule, enumeration, id, timeScalars } from '#src/domain/input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { currency, price } from '#src/domain/sales/money.ts';

/** The numbers of reports that a goal can be about. */
export const goalNumbers = ['BOOKED', 'HELD', 'WON', 'CASH', 'CONTRACT_VALUE'] as const;
export type GoalNumber = (typeof goalNumbers)[number];

/** The numbers that are amounts in a currency; the others count calls. */
export const amountNumbers = ['CASH', 'CONTRACT_VALUE'] as const satisfies readonly GoalNumber[];
export type AmountNumber = (typeof amountNumbers)[number];

export function isAmount(number: GoalNumber): number is AmountNumber {
  return (amountNumbers as readonly GoalNumber[]).includes(number);
}

/** A goal as it is stored. */
const storedFields = {
  id: field.int('Goal id.'),
  userId: field.int('User id of the member whose goal it is; null for the goal of the team.').nullable(),
  month: field.date('First day of the month, in the time zone of the workspace.'),
  number: field.oneOf(goalNumbers, 'The number that is to reach the target.'),
  currency: field.string('Currency of an amount as an ISO 4217 code; null for a number of calls.').nullable(),
  target: field.decimal('What the number is to be at the end of the month: calls, or an amount in `currency`.'),
};

export const storedGoalRecord = {
  ...storedFields,
  createdAt: field.dateTime('When the goal was set first.'),
  updatedAt: field.dateTime('When the goal was last set.'),
};
export interface StoredGoal extends RecordOf<typeof storedGoalRecord> {}

export const goalRecord = {
  ...storedFields,
  reached: field.decimal(
    'What the number is so far: from the first day of the month until today, or until its last day. 0 for a month to come.',
  ),
  createdAt: storedGoalRecord.createdAt,
  updatedAt: storedGoalRecord.updatedAt,
};
export interface Goal extends RecordOf<typeof goalRecord> {}

/** The most goals of one month of a workspace. */
export const maxGoals = 500;

const month = () =>
  calendarDay()
    .refine(
      (day) => !/^\d{4}-\d{2}-\d{2}$/.test(day) || day.endsWith('-01'),
      coded('invalid_format', 'Must be the first day of a month, such as 2026-03-01'),
    )
    .register(timeScalars, { scalar: 'Date' })
    .describe('First day of the month (YYYY-MM-DD).');

export const goalListInput = z.object({
  month: month()
    .optional()
    .describe("First day of the month (YYYY-MM-DD). Default: the present month in the workspace's time zone."),
});

export const setGoalInput = z
  .object({
    month: month(),
    userId: id().nullish().describe('User id of a member of the workspace. Null or absent for the goal of the team.'),
    number: enumeration(goalNumbers).describe('The number that is to reach the target.'),
    currency: currency()
      .nullish()
      .describe('Currency as an ISO 4217 code in capital letters: required for CASH and CONTRACT_VALUE only.'),
    target: price().describe(
      'More than 0: a whole number of calls, or an amount with at most 2 decimals, or 3 if its currency has 3.',
    ),
  })
  .refine(({ number, currency: code }) => !isAmount(number) || code != null, {
    path: ['currency'],
    ...crossFieldRule('required', 'Is required for an amount', 'number', 'currency'),
  })
  .refine(({ number, currency: code }) => isAmount(number) || code == null, {
    path: ['currency'],
    ...crossFieldRule('conflict', 'Must be null for a number of calls', 'number', 'currency'),
  })
  .refine(({ target }) => Number(target) > 0, {
    path: ['target'],
    ...crossFieldRule('too_small', 'Must be more than 0', 'target'),
  })
  .refine(({ number, target }) => isAmount(number) || /^\d+(\.0+)?$/.test(target), {
    path: ['target'],
    ...crossFieldRule('too_precise', 'Must be a whole number of calls', 'number', 'target'),
  });

export const deleteGoalInput = z.object({ id: id().describe('Goal id.') });

export type GoalListInput = z.output<typeof goalListInput>;
export type SetGoalInput = z.output<typeof setGoalInput>;
