import { amountProblem, installmentOf, typedAmount } from '../money.ts';
import {
  type CallForOutcome,
  type NoSaleReason,
  needsReason,
  type ObjectionKind,
  outcomeOf,
  type Result,
  resultOf,
} from './outcomes.ts';
import type { FinishInput } from './use-finish-call.ts';

/** How a sale is paid, and the type of its deal. */
const payTypes = { FULL: 'WON', DEPOSIT: 'DEPOSIT', PLAN: 'RECURRING', LATER: 'WON' } as const;
type Pay = keyof typeof payTypes;

/** What the sheet of a call's outcome holds. */
export interface OutcomeValues extends Record<string, unknown> {
  readonly result: string;
  readonly noSaleReason: string;
  readonly objectionKind: string;
  readonly objection: string;
  readonly notes: string;
  readonly productName: string;
  /** Empty where no deal is entered. */
  readonly value: string;
  readonly currency: string;
  readonly pay: string;
  /** The deposit, or the first payment of a plan. */
  readonly paid: string;
  readonly installments: string;
  /** The start of the next call; empty for none. */
  readonly next: string;
  /** The hosts who are free then, and the chosen one; empty for whoever is free. */
  readonly nextHostIds: readonly number[];
  readonly nextHostId: string;
}

export function valuesOf(call: CallForOutcome, chosen: Result | undefined): OutcomeValues {
  const result = chosen ?? resultOf(call) ?? '';
  return {
    result,
    // No-show and follow-up are reasons too, but results of their own.
    noSaleReason: result === resultOf(call) && needsReason(result) ? (call.noSaleReason ?? '') : '',
    objectionKind: call.objectionKind ?? '',
    objection: call.objection ?? '',
    notes: call.notes ?? '',
    productName: '',
    value: '',
    currency: '',
    pay: 'FULL',
    paid: '',
    installments: '3',
    next: '',
    nextHostIds: [],
    nextHostId: '',
  };
}

/** What is sent. What is not in it stays as it is; an empty text clears it. */
export function inputOf(call: CallForOutcome, values: OutcomeValues): FinishInput {
  const result = values.result as Result;
  const { outcome, noSaleReason = values.noSaleReason as NoSaleReason } = outcomeOf(result, call.callType);
  const { objectionKind, objection, notes, next, nextHostId } = values;
  const isUnsold = needsReason(outcome);
  return {
    outcome,
    ...(isUnsold && { noSaleReason }),
    ...(isUnsold && objectionKind !== (call.objectionKind ?? '') && { objectionKind: kindOf(objectionKind) }),
    ...(isUnsold && objection !== (call.objection ?? '') && { objection }),
    ...(notes !== (call.notes ?? '') && { notes }),
    ...(result === 'WON' && saleOf(values)),
    ...(result === 'FOLLOW_UP' &&
      next !== '' && { followUp: { dateTime: next, ...(nextHostId !== '' && { userId: Number(nextHostId) }) } }),
  };
}

function kindOf(text: string): ObjectionKind | null {
  return text === '' ? null : (text as ObjectionKind);
}

/** The deal and what is paid of it now; nothing where no amount was entered. */
function saleOf({ value, currency, productName, pay, paid, installments }: OutcomeValues) {
  const amount = typedAmount(value, currency);
  if (amount === undefined) return undefined;
  const now = { FULL: amount, DEPOSIT: typedAmount(paid, currency), LATER: undefined, PLAN: undefined }[pay as Pay];
  const first = pay === 'PLAN' ? (typedAmount(paid, currency) ?? installmentOf(amount, installments, currency)) : now;
  const product = productName.trim();
  return {
    deal: {
      value: amount,
      currency,
      transactionType: payTypes[pay as Pay],
      ...(product !== '' && { productName: product }),
      ...(pay === 'PLAN' && { installments: Number(installments) }),
    },
    payments: first === undefined || Number(first) === 0 ? [] : [{ value: first }],
  };
}

/** What the form says before the server does. */
export const validate = {
  result: (result: string) => (result === '' ? 'Choose how the call ended' : null),
  noSaleReason: (reason: string, { result }: OutcomeValues) =>
    (result === 'NO_SALE' || result === 'REJECTED') && reason === '' ? 'Choose why' : null,
  value: (value: string, values: OutcomeValues) => (isSale(values) ? amountProblem(value, values.currency) : null),
  paid: (paid: string, values: OutcomeValues) => {
    const { pay, value, currency } = values;
    const isOptional = pay === 'PLAN' && paid.trim() === '';
    if (!isSale(values) || isOptional || (pay !== 'DEPOSIT' && pay !== 'PLAN')) return null;
    const problem = amountProblem(paid, currency);
    if (problem) return problem;
    const isMore = Number(typedAmount(paid, currency)) > Number(typedAmount(value, currency));
    return isMore ? 'Cannot be more than the amount' : null;
  },
  installments: (count: string, values: OutcomeValues) => {
    if (!isSale(values) || values.pay !== 'PLAN') return null;
    return /^\d+$/.test(count) && Number(count) >= 2 && Number(count) <= 120 ? null : 'Enter a number from 2 to 120';
  },
};

function isSale({ result, value }: OutcomeValues): boolean {
  return result === 'WON' && value.trim() !== '';
}

const places: Readonly<Record<string, keyof OutcomeValues>> = {
  outcome: 'result',
  'deal.value': 'value',
  'deal.currency': 'currency',
  'deal.productName': 'productName',
  'deal.installments': 'installments',
  'payments[0].value': 'paid',
  'followUp.dateTime': 'next',
  'followUp.userId': 'nextHostId',
};

/** The errors of the server by the fields of the sheet. */
export function fieldErrors(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([path, text]) => [places[path] ?? path, text]));
}
