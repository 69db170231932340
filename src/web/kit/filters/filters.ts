import { type Clock, instantsOfPeriod, periodIn } from './periods.ts';
import { emailsIn, idForm, idsForm, maxTextLength, namesIn, textOf } from './search.ts';

interface Common {
  /** As its control and its chip have it: "Outcome". */
  readonly label: string;
  /** Closers and setters see no others, so they need no such filter. */
  readonly isForLeads?: boolean;
}

/** What a list can be filtered by: how the address says it, with which control it is chosen, and what the server gets. */
export type Filter<Variable> =
  | (Common & {
      readonly kind: 'search' | 'text';
      readonly placeholder: string;
      readonly variable: Variable;
      /** `maxTextLength` without it. */
      readonly maxLength?: number;
    })
  | (Common & {
      readonly kind: 'choice';
      readonly titles: Readonly<Record<string, string>>;
      readonly variable: Variable;
      /** How many the server takes; all without it. */
      readonly maxItems?: number;
    })
  | (Common & {
      readonly kind: 'oneChoice';
      readonly titles: Readonly<Record<string, string>>;
      readonly variable: Variable;
    })
  | (Common & {
      /** Whether there is one: both titles say the whole, such as "Without a source". */
      readonly kind: 'yesNo';
      readonly titles: { readonly yes: string; readonly no: string };
      readonly variable: Variable;
    })
  | (Common & { readonly kind: 'members' | 'events' | 'products' | 'emails' | 'ids'; readonly variable: Variable })
  /** Several texts, of which none has a comma. */
  | (Common & { readonly kind: 'texts'; readonly placeholder: string; readonly variable: Variable })
  /** Ids of options that the page knows; 0 stands for none of them. */
  | (Common & { readonly kind: 'options'; readonly variable: Variable })
  /** One of the options that the page knows: by its id, or by another text. */
  | (Common & { readonly kind: 'oneId'; readonly variable: Variable })
  | (Common & { readonly kind: 'oneText'; readonly variable: Variable; readonly maxLength?: number })
  | (Common & {
      readonly kind: 'days';
      /** The titles of the periods that are offered; the common ones without them. */
      readonly periods?: Readonly<Record<string, string>>;
      readonly variables: readonly [from: Variable, to: Variable];
    });

export type Filters = Readonly<Record<string, Filter<string>>>;

/**
 * What the address of a list says: a text for each filter, and how the list is shown. With `daysIn` its days
 * are those of the workspace, as the days of reports are; otherwise they are the viewer's.
 */
export type FilterSearch<Names extends string = string> = {
  readonly [Name in Names | 'sort' | 'columns']?: string | undefined;
} & { readonly daysIn?: 'workspace' | undefined };

/** The filters of a list whose variables the operation has. */
export function filtersFor<Variables>() {
  return <Names extends string>(filters: Readonly<Record<Names, Filter<keyof Variables & string>>>) => filters;
}

const textsForm = /^.{1,2000}$/;
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
    daysIn: search.daysIn === 'workspace' ? 'workspace' : undefined,
  };
}

function valueIn(filter: Filter<string>, value: unknown): string | undefined {
  switch (filter.kind) {
    case 'search':
    case 'text':
    case 'oneText':
      return textOf(value, new RegExp(`^.{1,${filter.maxLength ?? maxTextLength}}$`));
    case 'oneId':
      return textOf(value, idForm);
    case 'choice':
      return namesIn(value, filter.titles, filter.maxItems);
    case 'oneChoice':
    case 'yesNo':
      return namesIn(value, filter.titles, 1);
    case 'texts':
      return textOf(value, textsForm);
    case 'emails':
      return emailsIn(value);
    case 'days':
      return periodIn(value, filter.periods);
    case 'options':
      return textOf(value, /^0$/) ?? textOf(value, idsForm);
    default:
      return textOf(value, idsForm);
  }
}

/** What the server gets for the filters. */
export function filterVariables<Names extends string>(
  filters: Readonly<Record<Names, Filter<string>>>,
  search: FilterSearch<Names>,
  clock: Clock,
): object {
  const entries = Object.entries<Filter<string>>(filters).flatMap(([name, filter]): [string, unknown][] => {
    const value = search[name as Names];
    if (value === undefined) return [];
    if (filter.kind === 'days') {
      const { from, to } = instantsOfPeriod(value, clock);
      return [
        [filter.variables[0], from],
        [filter.variables[1], to],
      ];
    }
    return [[filter.variable, variableOf(filter, value)]];
  });
  return Object.fromEntries(entries);
}

function variableOf({ kind }: Filter<string>, value: string): unknown {
  switch (kind) {
    case 'search':
    case 'text':
    case 'oneText':
    case 'oneChoice':
      return value;
    case 'oneId':
      return Number(value);
    case 'yesNo':
      return value === 'yes';
    case 'choice':
    case 'emails':
    case 'texts':
      return value.split(',').filter(Boolean);
    default:
      return value.split(',').map(Number);
  }
}

/** What the server sorts by: `-createdAt` is the last first. */
export function sortVariables(sort: string) {
  return { orderColumn: sort.replace(/^-/, ''), orderBy: sort.startsWith('-') ? 'desc' : 'asc' } as const;
}
