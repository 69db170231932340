import type { CallGroupFragment, CallGroupsQuery, MoneyOverviewQuery } from '../../gql/overview.ts';
import { type Amount, currenciesOf, inOrder } from '../../parts/numbers/amounts.ts';
import type { CallGroup } from '../../parts/numbers/counted.ts';
import type { Rate } from '../../parts/numbers/texts.ts';
import type { Grouping } from './search.ts';

type Calls = CallGroupsQuery['callNumbers'];
type Money = MoneyOverviewQuery['moneyNumbers'];
type MoneyGroup = NonNullable<Money>['groups'][number];

/** The numbers of a group: those of its calls, and of its money where that is read. */
export type GroupRow = Omit<CallGroupFragment, '__typename'> & {
  readonly cash?: readonly Amount[];
  readonly cashPerHeldCall?: readonly Amount[];
};

/** The groups of calls with their money. Money without a call in the period, such as a late payment, is a group too. */
export function rowsOf(calls: Calls | undefined, money: Money | undefined): GroupRow[] {
  if (!calls) return [];
  if (!money) return [...calls.groups];
  const currencies = currenciesOf(money);
  const amountsOf = (group: MoneyGroup | undefined) => ({
    cash: inOrder(group?.cash ?? [], currencies),
    cashPerHeldCall: inOrder(group?.cashPerHeldCall ?? [], currencies),
  });
  const moneyOf = new Map(money.groups.map((group) => [group.key, group]));
  const keys = new Set(calls.groups.map(({ key }) => key));
  return [
    ...calls.groups.map((group) => ({ ...group, ...amountsOf(moneyOf.get(group.key)) })),
    ...money.groups
      .filter(({ key }) => !keys.has(key))
      .map((group) => ({ ...none(calls.total), key: group.key, label: group.label, ...amountsOf(group) })),
  ];
}

/** The same numbers of no calls. */
function none(total: NonNullable<Calls>['total']): Omit<GroupRow, 'key' | 'label'> {
  const nothing = { numerator: 0, denominator: 0, value: null };
  const entries = Object.entries(total).map(([name, value]) => [name, typeof value === 'number' ? 0 : nothing]);
  return { ...Object.fromEntries(entries), timeToOutcomeMinutes: null };
}

/** Filters of the list of calls with which it has the calls of a group; undefined where it cannot name the group. */
export function filtersOfGroup(by: Grouping, key: string | null): CallGroup | undefined {
  switch (by) {
    case 'closer':
      return key === null ? undefined : { hosts: key };
    case 'setter':
      return key === null ? { hasSetter: 'no' } : { setters: key };
    case 'event':
      return key === null ? undefined : { events: key };
    case 'callType':
      return key === null ? undefined : { types: key };
    case 'product':
      return key === null ? { hasProduct: 'no' } : { products: key };
    case 'source':
      if (key === null) return { hasSource: 'no' };
      // The address has commas between sources.
      return key.includes(',') || key.trim() !== key ? undefined : { sources: key };
  }
}

/**
 * Sorts by a column, and by amounts in the first currency, since they are not added. Groups without a rate or an amount come last,
 * whichever way the others are sorted.
 */
export function orderOf(sort: string, currency: string | undefined) {
  const name = sort.replace(/^-/, '') as keyof GroupRow;
  const sign = sort.startsWith('-') ? -1 : 1;
  return (one: GroupRow, other: GroupRow): number => {
    const [first, second] = [sortValue(one[name], currency), sortValue(other[name], currency)];
    if (typeof first === 'string' || typeof second === 'string') {
      return sign * String(first).localeCompare(String(second), 'en');
    }
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return sign * (first - second);
  };
}

function sortValue(value: GroupRow[keyof GroupRow], currency: string | undefined): number | string | null {
  if (Array.isArray(value)) {
    const amount = (value as Amount[]).find((each) => each.currency === currency);
    return amount === undefined ? null : Number(amount.value);
  }
  return typeof value === 'object' && value !== null ? (value as Rate).value : ((value as string | number) ?? null);
}
