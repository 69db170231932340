import { z } from 'zod';
import type { Problem } from '#src/domain/field-errors.ts';
import { coded, customIssue, must, text } from '#src/domain/input.ts';

/** The database holds 16 digits before the point and 2 behind it. A double prints this as 1e16. */
const maxAmount = '9999999999999999.99';

/** An amount as decimal text: a number in `/v1`, the scalar Decimal in GraphQL. */
function amount(minAmount: string, limits: { minimum?: number; exclusiveMinimum?: number }) {
  return z
    .string(must('Must be a number'))
    .superRefine((value, check) => {
      const problem = amountProblem(value, minAmount);
      if (problem) check.addIssue(customIssue({ path: [], ...problem }));
    })
    .meta({ type: 'number', ...limits, exclusiveMaximum: Number(maxAmount) });
}

function amountProblem(value: string, minAmount: string): Omit<Problem, 'path'> | undefined {
  const size = Number(value);
  if (size > Number(maxAmount) || /^\d{17}/.test(value))
    return { code: 'too_big', message: `Must be at most ${maxAmount}` };
  if (size < Number(minAmount) || /^-\d{17}/.test(value))
    return { code: 'too_small', message: `Must be at least ${minAmount}` };
  if (/^-?\d{1,16}(\.\d{1,2})?$/.test(value)) return undefined;
  return { code: 'too_precise', message: 'Must have at most 2 decimals' };
}

export const price = () => amount('0', { minimum: 0 });

/** Money that went back to the payer is negative. */
export const payment = () => amount(`-${maxAmount}`, { exclusiveMinimum: -Number(maxAmount) });

const currencies = new Set(Intl.supportedValuesOf('currency'));

export const currency = () =>
  text(3).refine((code) => currencies.has(code), coded('unknown_value', 'Must be an ISO 4217 code such as USD'));
