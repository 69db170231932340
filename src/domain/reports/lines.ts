import type { Cell } from '#src/lib/csv.ts';
import type { Report } from './report.ts';

/**
 * A report as lines of a table: a head, a line for each group, and those of the total and of the period before. Of a rate it has the
 * value, whose two numbers are in columns of their own. A list of amounts has a column for each currency, and for each type in it.
 */
export function linesOf<Numbers extends object>({ groups, total, previous }: Report<Numbers>): Cell[][] {
  const columns = columnsOf([total, previous, ...groups], Object.keys(total));
  const cells = (numbers: object) => columns.map(({ cellOf }) => cellOf(numbers as Row));
  return [
    ['part', 'key', 'label', ...columns.map(({ head }) => head)],
    ...groups.map((group) => ['group', group.key, group.label, ...cells(group)]),
    ['total', null, '', ...cells(total)],
    ['previous', null, '', ...cells(previous)],
  ];
}

type Row = Readonly<Record<string, unknown>>;

interface Column {
  readonly head: string;
  readonly cellOf: (numbers: Row) => Cell;
}

interface ListedAmount {
  readonly currency: string;
  readonly transactionType?: string;
}

function columnsOf(rows: readonly object[], names: readonly string[]): Column[] {
  return names.flatMap((name) => {
    const values = rows.map((row) => (row as Row)[name]);
    if (!values.some(Array.isArray)) return [{ head: name, cellOf: (row) => cellOf(row[name]) }];
    const kinds = new Set((values as ListedAmount[][]).flat().map(kindOf));
    return [...kinds].sort().map((kind) => ({
      head: `${name} ${kind}`,
      cellOf: (row) => cellOf((row[name] as readonly ListedAmount[]).find((each) => kindOf(each) === kind) ?? null),
    }));
  });
}

/** `EUR`, or `EUR WON` of an amount of deals of one type. */
function kindOf({ currency, transactionType }: ListedAmount): string {
  return transactionType === undefined ? currency : `${currency} ${transactionType}`;
}

function cellOf(value: unknown): Cell {
  if (typeof value !== 'object' || value === null) return value as Cell;
  // A number with more digits than a double holds is an object with its text.
  if ('rawJSON' in value) return String(value.rawJSON);
  return 'value' in value ? cellOf(value.value) : null;
}
