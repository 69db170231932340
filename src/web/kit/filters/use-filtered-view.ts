import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { dayOf } from '../days.ts';
import { now } from '../now.ts';
import { type FilterSearch, type Filters, filterVariables, sortVariables } from './filters.ts';

/** A tab of a list, which shows a part of its records. */
export interface Tab {
  readonly value: string;
  readonly label: string;
  /** What the tab shows, before the noun: "upcoming". Absent where the tab shows all. */
  readonly adjective?: string;
  /** The variables with which the server returns this part alone. */
  readonly variables?: object;
  /** The order of the tab where the address names none. */
  readonly sort?: string;
}

/** The filters of a list, as the address says them. */
export interface FilteredView {
  readonly filters: Filters;
  readonly search: FilterSearch;
  /** The day of the clock by which the list is filtered: YYYY-MM-DD. */
  readonly today: string;
  /** The time zone of the days in the filters, if it is not the viewer's. */
  readonly otherZone: string | undefined;
  /** The names of the filters that are set. */
  readonly set: readonly string[];
  readonly isFiltered: boolean;
  /** The variables of the filters, the tab and the order. */
  readonly variables: object;
  /** The order of the list, and its order where the address names none: `-createdAt` is the newest first. */
  readonly sort: string | undefined;
  readonly defaultSort: string | undefined;
  readonly tabs?: { readonly name: string; readonly all: readonly Tab[]; readonly shown: Tab } | undefined;
  /** Changes the address. What is undefined is taken out of it. */
  readonly show: (changed: Readonly<Record<string, string | undefined>>) => void;
  readonly clear: () => void;
}

interface ViewOptions {
  /** The name of the tab in the address. The first tab is shown where the address names none. */
  readonly tab?: { readonly name: string; readonly all: readonly Tab[] };
  /** Filters that this way to show the list does not have. */
  readonly without?: readonly string[];
  /** The order where neither the address nor the tab names one. */
  readonly sort?: string;
  /** Variables beside those of the filters. */
  readonly variables?: object | undefined;
}

/** The filters of the page that is shown. */
export function useFilteredView(filters: Filters, search: FilterSearch, options: ViewOptions = {}): FilteredView {
  const { tab, without = [] } = options;
  const session = useSession();
  const navigate = useNavigate();
  const isOffered = ([name]: readonly [string, unknown]) =>
    !without.includes(name) && (isTeamLead(session) || !filters[name]?.isForLeads);
  const offered = Object.fromEntries(Object.entries(filters).filter(isOffered));
  const set = Object.keys(offered).filter((name) => search[name] !== undefined);
  const { timeZone } = search.daysIn === 'workspace' ? session.workspace : session.user;
  const today = dayOf(now(), timeZone);
  const show = (changed: Readonly<Record<string, string | undefined>>) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, ...changed })) as never,
      replace: true,
      resetScroll: false,
    });
  const [first] = tab?.all ?? [];
  const shown = tab?.all.find(({ value }) => value === search[tab.name]) ?? first;
  const defaultSort = shown?.sort ?? options.sort;
  const sort = search.sort ?? defaultSort;
  return {
    filters: offered,
    search,
    today,
    otherZone: timeZone === session.user.timeZone ? undefined : timeZone,
    set,
    isFiltered: set.length > 0,
    variables: {
      ...filterVariables(offered, search, { today, timeZone }),
      ...shown?.variables,
      ...(sort !== undefined && sortVariables(sort)),
      ...options.variables,
    },
    sort,
    defaultSort,
    tabs: tab && shown && { ...tab, shown },
    show,
    clear: () => show({ ...Object.fromEntries(set.map((name) => [name, undefined])), daysIn: undefined }),
  };
}
