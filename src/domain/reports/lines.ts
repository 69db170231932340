import type { Cell } from '#src/lib/csv.ts';
import type { Report } from './report.ts';

/**
 * A report as lines of a table: a head, a line for each group, and those of the total and of the period before. Of a rate it has the
 * value, whose two numbers are in columns of their own.
 */
export function linesOf<Numbers extends object>({ groups, total, previous }: Report<Numbers>): Cell[][] {
  const names = Object.keys(total) as (keyof Numbers & string)[];
  const cells = (numbers: Numbers) => names.map((name) => cellOf(numbers[name]));
  return [
    ['part', 'key', 'label', ...names],
    ...groups.map((group) => ['group', group.key, group.label, ...cells(group)]),
    ['total', null, '', ...cells(total)],
    ['previous', null, '', ...cells(previous)],
  ];
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'object' && value !== null && 'value' in value) return value.value as number | null;
  return value as Cell;
}
