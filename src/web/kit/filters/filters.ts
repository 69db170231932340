import { daysOfPeriod, periodIn } from './periods.ts';
import { emailsIn, idsForm, namesIn, searchForm, textOf } from './search.ts';

interface Common {
  /** As its control and its chip have it: "Outcome". */
  readonly label: string;
  /** Closers and setters see no others, so they need no such filter. */
  readonly isForLeads?: boolean;
}

/** What a list can be filtered by: how the address says it, with which control it is chosen, and what the server gets. */
export type Filter<Variable> =
  | (Common & { readonly kind: 'search'; readonly placeholder: string; readonly variable: Variable })
  | (Common & {
      readonly kind: 'choice';
      readonly titles: Readonly<Record<string, string>>;
      readonly variable: Variable;
    })
  | (Common & { readonly kind: 'members' | 'events' | 'emails' | 'ids'; readonly variable: Variable })
  /** Ids of options that the page knows; 0 stands for none of them. */
  | (Common & { readonly kind: 'options'; readonly variable: Variable })
  | (Common & { readonly kind: 'days'; readonly variables: readonly [from: Variable, to: Variable] });

export type Filters = Readonly<Record<string, Filter<string>>>;

/** What the address of a list says: a text for each filter, and how the list is shown. */
export type FilterSearch<Names extends string = string> = {
  readonly [Name in Names | 'sort' | 'columns']?: string | undefined;
};

/** The filters of a list whose variables the operation has. */
export function filtersFor<Variables>() {
  return <Names extends string>(filters: Readonly<Record<Names, Filter<keyof Variables & string>>>) => filters;
}

const columnsForm = /^\w{1,40}(,\w{1,40}){0,39}$/;

/**
 * Leaves out what the address has no business saying, so that a mistyped address shows a list. `sorts` are the columns of the
 * server that sort the list.
 */
export function searchOf<Names extends string>(
  filters: Readonly<Record<Names, Filter<string>>>,
  search: Readonly<Record<string, unknown>>,
  sorts: readonly string[] = [],
): FilterSearch<Names> {
  const entries = Object.entries<Filter<string>>(filters).map(([name, filter]) => [
    name,
    valueIn(filter, search[name]),
  ]);
  // The router keeps what is left out: what is undefined replaces it.
  return {
    ...Object.fromEntries(entries),
    sort: sorts.flatMap((by) => [by, `-${by}`]).find((sort) => sort === search.sort),
    columns: textOf(search.columns, columnsForm),
  };
}

function valueIn(filter: Filter<string>, value: unknown): string | undefined {
  switch (filter.kind) {
    case 'search':
      return textOf(value, searchForm);
    case 'choice':
      return namesIn(value, filter.titles);
    case 'emails':
      return emailsIn(value);
    case 'days':
      return periodIn(value);
    case 'options':
      return textOf(value, /^0$/) ?? textOf(value, idsForm);
    default:
      return textOf(value, idsForm);
  }
}

/** What the server gets for the filters. `today` is the viewer's day: YYYY-MM-DD. */
export function filterVariables<Names extends string>(
  filters: Readonly<Record<Names, Filter<string>>>,
  search: FilterSearch<Names>,
  today: string,
): object {
  const entries = Object.entries<Filter<string>>(filters).flatMap(([name, filter]): [string, unknown][] => {
    const value = search[name as Names];
    if (value === undefined) return [];
    if (filter.kind === 'days') {
      const { from, to } = daysOfPeriod(value, today);
      return [
        [filter.variables[0], from],
        [filter.variables[1], to],
      ];
    }
    return [[filter.variable, filter.kind === 'search' ? value : itemsOf(filter, value)]];
  });
  return Object.fromEntries(entries);
}

function itemsOf({ kind }: Filter<string>, value: string): readonly (string | number)[] {
  const items = value.split(',');
  return kind === 'choice' || kind === 'emails' ? items : items.map(Number);
}

/** What the server sorts by: `-createdAt` is the last first. */
export function sortVariables(sort: string) {
  return { orderColumn: sort.replace(/^-/, ''), orderBy: sort.startsWith('-') ? 'desc' : 'asc' } as const;
}
