import { addedAmounts } from '#src/lib/decimal.ts';
import { moneyText } from '../money.ts';

export interface Amount {
  readonly currency: string;
  readonly value: string;
}

type Amounts = readonly Amount[];

const zero = '0.00';

interface MoneyOfPeriod {
  readonly cash: Amounts;
  readonly contractValue: Amounts;
  readonly averageDeal: Amounts;
}

interface MoneyReport {
  readonly total: MoneyOfPeriod;
  readonly previous?: MoneyOfPeriod | undefined;
  readonly groups?: readonly { readonly cash: Amounts }[];
}

/**
 * The currencies of a report, the currency of most deals first, everywhere on a page. Amounts do not decide: ¥150,000 is less than
 * $31,000. Of currencies with as many deals, the one in which more groups have cash is first, and then that of the first code.
 */
export function currenciesOf({ total, previous, groups = [] }: MoneyReport): string[] {
  const periods = previous ? [total, previous] : [total];
  const codes = [...new Set(periods.flatMap(({ cash }) => cash.map(({ currency }) => currency)))].sort();
  const dealsIn = (code: string) => periods.reduce((sum, period) => sum + dealsOf(period, code), 0);
  const groupsIn = (code: string) => groups.filter(({ cash }) => Number(amountIn(cash, code)) !== 0).length;
  return codes.toSorted((one, other) => dealsIn(other) - dealsIn(one) || groupsIn(other) - groupsIn(one));
}

/** How many deals are in a currency: their value by the average of a deal, because reports count deals in all currencies alone. */
function dealsOf({ contractValue, averageDeal }: MoneyOfPeriod, code: string): number {
  const average = Number(amountIn(averageDeal, code));
  return average === 0 ? 0 : Math.round(Number(amountIn(contractValue, code)) / average);
}

/** The amounts in the order of these currencies; others come last. */
export function inOrder(amounts: Amounts, currencies: readonly string[]): Amount[] {
  const at = ({ currency }: Amount) => (currencies.indexOf(currency) + currencies.length + 1) % (currencies.length + 1);
  return amounts.toSorted((one, other) => at(one) - at(other));
}

/** `$31,250.50`, or a dash without one. */
export function amountText(amount: Amount | undefined): string {
  return amount === undefined ? '–' : moneyText(amount.value, amount.currency);
}

/** The amount in a currency, 0 where there is none: amounts are never added across currencies. */
export function amountIn(amounts: Amounts, currency: string): string {
  return amounts.find((each) => each.currency === currency)?.value ?? zero;
}

/** The sums of a period, with a sum of 0 in each currency in which only the other period has one. */
export function sumsBeside(sums: Amounts, other: Amounts): Amount[] {
  const onlyThere = other.filter(
    ({ currency, value }) => Number(value) !== 0 && sums.every((sum) => sum.currency !== currency),
  );
  return [...sums, ...onlyThere.map(({ currency }) => ({ currency, value: zero }))];
}

/**
 * How an amount compares with that of the period before: `+$1,200.00 from $30,050.50`. Undefined where that period has none in the
 * currency, as an average of nothing.
 */
export function amountChangeText({ currency, value }: Amount, before: Amounts): string | undefined {
  const earlier = before.find((each) => each.currency === currency)?.value;
  if (earlier === undefined) return undefined;
  const change = addedAmounts(value, negative(earlier));
  const from = moneyText(earlier, currency);
  if (Number(change) === 0) return `unchanged from ${from}`;
  const sign = Number(change) > 0 ? '+' : '−';
  return `${sign}${moneyText(change.replace('-', ''), currency)} from ${from}`;
}

function negative(value: string): string {
  return value.startsWith('-') ? value.slice(1) : `-${value}`;
}
