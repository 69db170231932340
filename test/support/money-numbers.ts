import type { StoredCall, StoredDeal, StoredRows, StoredTransaction } from './report-workspace.ts';
import {
  dayOf,
  fits,
  isHeld,
  keyOf,
  names,
  type Origin,
  type OriginFilters,
  originOfCall,
  seesCall,
  sourceOf,
  type Viewer,
} from './reported-records.ts';

export interface MoneyFilters extends OriginFilters {
  readonly currency?: string;
}

type Placed<Row> = Row & { readonly origin: Origin };

/** The deals, transactions and calls of a set of days that a viewer sees and that fit the filters. */
export interface PlacedRows {
  readonly deals: readonly Placed<StoredDeal>[];
  readonly transactions: readonly Placed<StoredTransaction>[];
  readonly calls: readonly Placed<StoredCall>[];
}

export interface MoneyQuestion {
  readonly viewer: Viewer;
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly filters: MoneyFilters;
}

export function moneyRows(rows: StoredRows, { viewer, dateFrom, dateTo, filters }: MoneyQuestion): PlacedRows {
  const sees = seesCall(viewer);
  const contactSource = (contactId: number | null) => {
    const contact = rows.contacts.find(({ id }) => id === contactId);
    return contact ? sourceOf(contact) : null;
  };
  const originOfDeal = (deal: StoredDeal): Origin => {
    const call = rows.calls.find(({ id }) => id === deal.eventCallId);
    const seen = call && sees(call) ? call : undefined;
    return {
      at: deal.time,
      closer: deal.userId,
      setter: seen?.setterId ?? null,
      event: seen?.eventId ?? null,
      callType: seen?.callType ?? null,
      source: (seen && sourceOf(seen)) ?? contactSource(deal.contactId),
      product: deal.productId,
    };
  };
  const originOfPayment = (payment: StoredTransaction): Origin => {
    const deal = rows.deals.find(({ id }) => id === payment.dealId);
    if (deal && names(viewer, deal.userId)) return { ...originOfDeal(deal), at: payment.time };
    const none = { closer: null, setter: null, event: null, callType: null, product: null };
    return { ...none, at: payment.time, source: contactSource(payment.contactId) };
  };
  const isIn = ({ origin }: { origin: Origin }) =>
    dayOf(origin.at) >= dateFrom && dayOf(origin.at) <= dateTo && fits(origin, filters);
  const isOf = ({ currency }: { currency: string }) => filters.currency === undefined || filters.currency === currency;
  return {
    deals: rows.deals
      .filter((deal) => names(viewer, deal.userId) && isOf(deal))
      .map((deal) => ({ ...deal, origin: originOfDeal(deal) }))
      .filter(isIn),
    transactions: rows.transactions
      .filter((payment) => names(viewer, payment.userId) && isOf(payment))
      .map((payment) => ({ ...payment, origin: originOfPayment(payment) }))
      .filter(isIn),
    calls: rows.calls
      .filter(sees)
      .map((call) => ({ ...call, origin: originOfCall(rows, call, viewer) }))
      .filter(isIn),
  };
}

/** An amount in thousandths: no currency has smaller parts. */
const thousandths = (value: string) => Math.round(Number(value) * 1000);
const sumOf = (rows: readonly { value: string }[]) => rows.reduce((sum, { value }) => sum + thousandths(value), 0);

/** Divided and rounded to the smallest amount that the currency has, or to 0.01. */
function average(sum: number, count: number, currency: string): number {
  const unit = currency === 'KWD' ? 1 : 10;
  const size = Math.floor(Math.abs(sum) / (count * unit) + 0.5) * unit;
  return size === 0 ? 0 : (Math.sign(sum) * size) / 1000;
}

const codes = ['JPY', 'KWD', 'USD'];
const types = ['WON', 'RECURRING', 'DEPOSIT'];

/** The numbers of `/v1` by the definitions. `payments` are all transactions of the workspace. */
export function moneyNumbersOf(
  { deals, transactions, calls }: PlacedRows,
  payments: readonly StoredTransaction[],
): Record<string, unknown> {
  const held = calls.filter(isHeld).length;
  const used = codes.filter((code) => [...deals, ...transactions].some(({ currency }) => currency === code));
  const of = <Row extends { currency: string }>(rows: readonly Row[], code: string) =>
    rows.filter(({ currency }) => currency === code);
  const amounts = (sum: (code: string) => number) =>
    used.map((currency) => ({ currency, value: sum(currency) / 1000 }));
  const cash = (code: string) => sumOf(of(transactions, code));
  const sold = used.filter((code) => of(deals, code).length > 0);
  const perCall = (count: number) =>
    count === 0 ? [] : used.map((currency) => ({ currency, value: average(cash(currency), count, currency) }));
  return {
    cash: amounts(cash),
    contractValue: amounts((code) => sumOf(of(deals, code))),
    refunds: amounts((code) => sumOf(of(transactions, code).filter(({ refundOf }) => refundOf !== null))),
    deals: deals.length,
    averageDeal: sold.map((currency) => ({
      currency,
      value: average(sumOf(of(deals, currency)), of(deals, currency).length, currency),
    })),
    cashPerHeldCall: perCall(held),
    cashPerBookedCall: perCall(calls.length),
    collectionRate: sold.map((currency) => {
      const ids = of(deals, currency).map(({ id }) => id);
      const [numerator, denominator] = [
        sumOf(payments.filter(({ dealId }) => dealId !== null && ids.includes(dealId))) / 1000,
        sumOf(of(deals, currency)) / 1000,
      ];
      return { currency, numerator, denominator, value: denominator === 0 ? null : numerator / denominator };
    }),
    contractValueByType: used.flatMap((currency) =>
      types.flatMap((transactionType) => {
        const ofType = of(deals, currency).filter((deal) => deal.transactionType === transactionType);
        return ofType.length === 0 ? [] : [{ transactionType, currency, value: sumOf(ofType) / 1000 }];
      }),
    ),
  };
}

/** The rows of each group, by its key. */
export function moneyGroups(
  { deals, transactions, calls }: PlacedRows,
  groupBy: string,
): Map<string | null, PlacedRows> {
  const keys = new Set([...deals, ...transactions, ...calls].map(({ origin }) => keyOf(groupBy, origin)));
  const ofKey = <Row extends { origin: Origin }>(rows: readonly Row[], key: string | null) =>
    rows.filter(({ origin }) => keyOf(groupBy, origin) === key);
  return new Map(
    [...keys].map((key) => [
      key,
      { deals: ofKey(deals, key), transactions: ofKey(transactions, key), calls: ofKey(calls, key) },
    ]),
  );
}
