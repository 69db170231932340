import { z } from 'zod';
import type { Problem } from '#src/domain/field-errors.ts';
import { coded, customIssue, must, text } from '#src/domain/input.ts';
import { decimalsOf } from '#src/lib/currency.ts';

/** An amount has at most 16 digits before the point. A double prints this as 1e16. */
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
  // Which currency it is in may be stored with the record, so `requireFittingDecimals` compares them.
  if (/^-?\d{1,16}(\.\d{1,3})?$/.test(value)) return undefined;
  return { code: 'too_precise', message: 'Must have at most 2 decimals, or 3 in a currency that has 3' };
}

/** Amounts in currencies without decimals may have two as well, as other programs send them. */
const minDecimals = 2;

/** The most decimals that an amount in a currency may have. */
export function maxDecimalsOf(currency: string): number {
  return Math.max(minDecimals, decimalsOf(currency));
}

/** True if an amount has no more decimals than its currency allows. */
export function fitsCurrency(value: string, currency: string): boolean {
  return (value.split('.')[1] ?? '').length <= maxDecimalsOf(currency);
}

export const price = () => amount('0', { minimum: 0 });

/** Money that went back to the payer is negative. */
export const payment = () => amount(`-${maxAmount}`, { exclusiveMinimum: -Number(maxAmount) });

const currencies = new Set(Intl.supportedValuesOf('currency'));

export const currency = () =>
  text(3).refine((code) => currencies.has(code), coded('unknown_value', 'Must be an ISO 4217 code such as USD'));
