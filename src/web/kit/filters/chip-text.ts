import type { Filter } from './filters.ts';
import { periodText } from './periods.ts';

const shownItems = 3;

/** A filter that is set, in words: `Outcome is Won or No sale`, `Booked last 7 days`, `“kim”`. */
export function chipText(filter: Filter<string>, value: string, nameOf: (item: string) => string | undefined): string {
  if (filter.kind === 'search') return `“${value}”`;
  if (filter.kind === 'text') return `${filter.label} is ${value}`;
  if (filter.kind === 'yesNo') return value === 'yes' ? filter.titles.yes : filter.titles.no;
  if (filter.kind === 'days') return `${filter.label}: ${periodText(value)}`;
  const titles = filter.kind === 'choice' || filter.kind === 'oneChoice' ? filter.titles : {};
  const items = value.split(',').map((item) => titles[item] ?? nameOf(item) ?? item);
  const rest = items.length - shownItems;
  const shown = rest > 0 ? [...items.slice(0, shownItems), `${rest} more`] : items;
  const last = shown.pop();
  return `${filter.label} is ${shown.length > 0 ? `${shown.join(', ')} or ${last}` : last}`;
}
