import { type Cell, csvText } from '#src/lib/csv.ts';
import type { CallGroupsQuery, MoneyOverviewQuery } from '../../gql/overview.ts';
import { type Amount, amountIn } from '../../parts/numbers/amounts.ts';
import type { Rate } from '../../parts/numbers/texts.ts';
import { rowsOf } from './group-rows.ts';

type Numbers = Readonly<Record<string, unknown>>;

/**
 * The table as `GET /v1/reports/…` has it for `Accept: text/csv`: a line for each group, one for the total, one for the period before.
 * Of a rate it has the value, and of amounts a column for each currency.
 */
export function reportCsv(
  calls: NonNullable<CallGroupsQuery['callNumbers']>,
  money: MoneyOverviewQuery['moneyNumbers'] | undefined,
): string {
  const groups = rowsOf(calls, money) as (Numbers & { readonly key: string | null; readonly label: string })[];
  const amountsOf = (of: NonNullable<typeof money>['total'] | undefined) =>
    of && { cash: of.cash, cashPerHeldCall: of.cashPerHeldCall };
  const total: Numbers = { ...calls.total, ...amountsOf(money?.total) };
  const previous: Numbers = { ...calls.previous, ...amountsOf(money?.previous) };
  const columns = Object.keys(total)
    .filter((name) => name !== '__typename')
    .flatMap((name) => columnsOf(name, [total, previous, ...groups]));
  const cells = (numbers: Numbers) => columns.map(({ cellOf }) => cellOf(numbers));
  return csvText([
    ['part', 'key', 'label', ...columns.map(({ head }) => head)],
    ...groups.map((group) => ['group', group.key, group.label, ...cells(group)]),
    ['total', null, '', ...cells(total)],
    ['previous', null, '', ...cells(previous)],
  ]);
}

interface Column {
  readonly head: string;
  readonly cellOf: (numbers: Numbers) => Cell;
}

function columnsOf(name: string, rows: readonly Numbers[]): Column[] {
  const lists = rows.map((row) => row[name]).filter(Array.isArray) as Amount[][];
  if (lists.length === 0) return [{ head: name, cellOf: (numbers) => cellOf(numbers[name]) }];
  const currencies = [...new Set(lists.flat().map(({ currency }) => currency))].sort();
  return currencies.map((currency) => ({
    head: `${name} ${currency}`,
    cellOf: (numbers) => {
      const amounts = (numbers[name] ?? []) as Amount[];
      return amounts.some((each) => each.currency === currency) ? amountIn(amounts, currency) : null;
    },
  }));
}

function cellOf(value: unknown): Cell {
  return typeof value === 'object' && value !== null ? (value as Rate).value : (value as Cell);
}
