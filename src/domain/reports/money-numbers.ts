import { z } from 'zod';
import { dealTransactionTypes } from '#src/domain/deals/deal.ts';
import { callTypes } from '#src/domain/event-calls/call-types.ts';
import { enumeration, filterList, idList } from '#src/domain/input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { currency, maxDecimalsOf } from '#src/domain/sales/money.ts';
import { addedAmounts, dividedAmount } from '#src/lib/decimal.ts';
import { originFilters } from './origin-filters.ts';
import { groupFields, reportFields } from './report.ts';

export const moneyNumbersInput = z.object({
  ...reportFields('the deals, payments and calls'),
  userIds: idList()
    .optional()
    .describe('Only deals of these closers, payments of such deals, and their calls, by user id.'),
  setterIds: idList().optional().describe('Only deals whose call these setters set, and such calls, by user id.'),
  eventIds: idList()
    .optional()
    .describe('Only deals whose call is of these events (templates), and such calls, by event id.'),
  callTypes: filterList(enumeration(callTypes))
    .optional()
    .describe('Only deals whose call is of these types, and such calls.'),
  currency: currency().optional().describe('Only amounts in this currency, an ISO 4217 code in capital letters.'),
  ...originFilters({
    records: 'deals, payments and calls',
    source: 'The source of a deal is utm_source of its call, or else of its contact.',
    product:
      'The product of a payment is that of its deal, the product of a call that of the first deal that names it.',
  }),
});

export type MoneyNumbersInput = z.output<typeof moneyNumbersInput>;

export const amountRecord = {
  currency: field.string('Currency as an ISO 4217 code.'),
  value: field.decimal('The amount: decimal text in GraphQL, a number in `/v1`.'),
};
export type Amount = RecordOf<typeof amountRecord>;

export const amountOfTypeRecord = {
  transactionType: field.oneOf(dealTransactionTypes, 'Type of the deals.'),
  ...amountRecord,
};
export type AmountOfType = RecordOf<typeof amountOfTypeRecord>;

export const amountRateRecord = {
  currency: field.string('Currency as an ISO 4217 code.'),
  numerator: field.decimal('What was paid.'),
  denominator: field.decimal('Of which amount.'),
  value: field.float('The numerator divided by the denominator; null if that is 0.').nullable(),
};
export type AmountRate = RecordOf<typeof amountRateRecord>;

const perCall = 'With 2 decimals, or 3 if its currency has 3. Empty without such calls.';

export const moneyNumbersRecord = {
  cash: field.objects(amountRecord, 'The sum of all transactions, by currency; refunds are negative.'),
  contractValue: field.objects(amountRecord, 'The sum of the values of the deals, by currency.'),
  refunds: field.objects(amountRecord, 'The sum of the refunds among the transactions, by currency: 0 or negative.'),
  deals: field.int('Deals in all currencies.'),
  averageDeal: field.objects(
    amountRecord,
    'contractValue ÷ the deals in this currency. With 2 decimals, or 3 if its currency has 3. Only currencies with deals.',
  ),
  cashPerHeldCall: field.objects(amountRecord, `cash ÷ the held calls, as callNumbers counts them. ${perCall}`),
  cashPerBookedCall: field.objects(amountRecord, `cash ÷ the booked calls, as callNumbers counts them. ${perCall}`),
  collectionRate: field.objects(
    amountRateRecord,
    'What was paid of the deals, at any time, ÷ contractValue. Only currencies with deals.',
  ),
  contractValueByType: field.objects(amountOfTypeRecord, 'contractValue by the type of the deals.'),
};
export type MoneyNumbers = RecordOf<typeof moneyNumbersRecord>;

export const moneyNumbersGroupRecord = { ...groupFields, ...moneyNumbersRecord };

/** What is added of a group. */
export interface CountedMoney {
  readonly deals: readonly (AmountOfType & { readonly count: number })[];
  /** What was paid of the deals. */
  readonly paid: readonly Amount[];
  readonly transactions: readonly (Amount & { readonly refunds: string })[];
  readonly booked: number;
  readonly held: number;
}

export const noMoney: CountedMoney = { deals: [], paid: [], transactions: [], booked: 0, held: 0 };

const zero = '0.00';

/** The numbers that follow from the sums. The currencies are in the order of their codes. */
export function moneyNumbersOf({ deals, paid, transactions, booked, held }: CountedMoney): MoneyNumbers {
  const currencies = [...new Set([...deals, ...transactions].map((each) => each.currency))].sort();
  const amounts = (amountOf: (code: string) => string) =>
    currencies.map((code) => ({ currency: code, value: amountOf(code) }));
  const cashOf = (code: string) => transactions.find((each) => each.currency === code)?.value ?? zero;
  const dealsOf = (code: string) => deals.filter((each) => each.currency === code);
  const contractOf = (code: string) => dealsOf(code).reduce((sum, { value }) => addedAmounts(sum, value), zero);
  const countOf = (of: typeof deals) => of.reduce((sum, { count }) => sum + count, 0);
  const averages = (amountOf: (code: string) => string, divisorOf: (code: string) => number) =>
    currencies
      .filter((code) => divisorOf(code) > 0)
      .map((code) => ({ currency: code, value: dividedAmount(amountOf(code), divisorOf(code), maxDecimalsOf(code)) }));
  return {
    cash: amounts(cashOf),
    contractValue: amounts(contractOf),
    refunds: amounts((code) => transactions.find((each) => each.currency === code)?.refunds ?? zero),
    deals: countOf(deals),
    averageDeal: averages(contractOf, (code) => countOf(dealsOf(code))),
    cashPerHeldCall: averages(cashOf, () => held),
    cashPerBookedCall: averages(cashOf, () => booked),
    collectionRate: currencies
      .filter((code) => dealsOf(code).length > 0)
      .map((code) => amountRate(code, paid.find((each) => each.currency === code)?.value ?? zero, contractOf(code))),
    contractValueByType: currencies.flatMap((code) =>
      dealTransactionTypes.flatMap((transactionType) => {
        const ofType = dealsOf(code).find((each) => each.transactionType === transactionType);
        return ofType ? [{ transactionType, currency: code, value: ofType.value }] : [];
      }),
    ),
  };
}

function amountRate(code: string, numerator: string, denominator: string): AmountRate {
  const of = Number(denominator);
  return { currency: code, numerator, denominator, value: of === 0 ? null : Number(numerator) / of };
}
