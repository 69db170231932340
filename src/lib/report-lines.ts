import type { Cell } from './csv.ts';

/** Numbers of groups, of all of them together, and of the period before. */
interface Report {
  readonly groups: readonly { readonly key: string | null; readonly label: string }[];
  readonly total: object;
  readonly previous: object;
}

/**
 * A report as lines of a table: a head, a line for each group, and those of the total and of the period before. Of a rate it has the
 * value alone. A list of amounts has a column for each currency, and for each type in it; a
 * list of bands has columns for each band.
 */
export function reportLines({ groups, total, previous }: Report): Cell[][] {
  const rows = [total, previous, ...groups].map((numbers) => new Map(Object.entries(numbers).map(cellsOf)));
  const [ofTotal = new Map(), ofPrevious = new Map(), ...ofGroups] = rows;
  const heads = [...ofTotal.keys()].flatMap((name) => headsOf(rows.map((row) => row.get(name) ?? new Map())));
  const line = (cells: ReadonlyMap<string, Cells>) => {
    const byHead = new Map([...cells.values()].flatMap((each) => [...each]));
    return heads.map((head) => byHead.get(head) ?? null);
  };
  return [
    ['part', 'key', 'label', ...heads],
    ...groups.map(({ key, label }, index): Cell[] => ['group', key, label, ...line(ofGroups[index] ?? new Map())]),
    ['total', null, '', ...line(ofTotal)],
    ['previous', null, '', ...line(ofPrevious)],
  ];
}

/** The cells of one number by the heads of their columns. */
type Cells = ReadonlyMap<string, Cell>;

/** The heads of a number in any of the rows. Rows may have other currencies, whose columns are in the order of the codes. */
function headsOf(cells: readonly Cells[]): string[] {
  const [first = new Map(), ...others] = cells.map((each) => [...each.keys()].join());
  const heads = [...new Set(cells.flatMap((each) => [...each.keys()]))];
  return others.every((each) => each === first) ? heads : heads.sort();
}

function cellsOf([name, value]: readonly [string, unknown]): [string, Cells] {
  return [name, new Map(flat(name, value))];
}

/** What says which item of a list it is. */
const labels = ['currency', 'transactionType', 'minutes', 'days'];

function flat(head: string, value: unknown): [string, Cell][] {
  if (Array.isArray(value)) return value.flatMap((item) => flatItem(head, item));
  if (typeof value !== 'object' || value === null) return [[head, value as Cell]];
  // A number with more digits than a double holds is an object with its text.
  if ('rawJSON' in value) return [[head, String(value.rawJSON)]];
  if ('numerator' in value && 'value' in value) return flat(head, value.value);
  return Object.entries(value).flatMap(([name, inner]) => flat(`${head} ${name}`, inner));
}

function flatItem(head: string, item: Readonly<Record<string, unknown>>): [string, Cell][] {
  const named = labels.filter((label) => label in item).map((label) => item[label] ?? 'over');
  const ofItem = [head, ...named].join(' ');
  if ('value' in item) return flat(ofItem, item.value);
  if ('count' in item) return flat(ofItem, item.count);
  return Object.entries(item)
    .filter(([name]) => !labels.includes(name))
    .flatMap(([name, inner]) => flat(`${ofItem} ${name}`, inner));
}
