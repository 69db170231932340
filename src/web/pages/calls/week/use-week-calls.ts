import { useEffect, useState } from 'react';
import { type CombinedError, useClient, useQuery } from 'urql';
import { CallsDocument, type CallsQuery } from '../../../gql/calls.ts';
import { daysAfter, startOfDay } from '../../../kit/days.ts';
import type { FilteredView } from '../../../kit/filters/use-filtered-view.ts';
import type { Call } from '../list.tsx';
import { type CallsSearch, type Variables, variablesOf } from '../search.ts';

const pageSize = 100;
const maxPages = 10;
/** So many calls of a week are read. */
export const maxCalls = pageSize * maxPages;
/** No call lasts longer. */
const maxCallMs = 86_400_000;

type Page = NonNullable<CallsQuery['eventCalls']>;

interface Shown {
  /** What was read. */
  readonly key: string;
  readonly calls?: readonly Call[];
  /** Whether the week has more calls than were read. */
  readonly isCut?: boolean;
  readonly error?: CombinedError | undefined;
}

interface WeekCalls extends Omit<Shown, 'key'> {
  readonly retry: () => void;
}

/** All calls of the week that fit the filters, page after page: undefined until the last is there. They follow what changes. */
export function useWeekCalls(
  { today }: FilteredView,
  search: CallsSearch,
  firstDay: string,
  timeZone: string,
): WeekCalls {
  const client = useClient();
  const from = startOfDay(firstDay, timeZone);
  const key = JSON.stringify(
    variablesOfWeek(search, today, { from, to: startOfDay(daysAfter(firstDay, 7), timeZone) }),
  );
  // The first page is mostly all, and is there before the effect runs.
  const [{ data }] = useQuery({ query: CallsDocument, variables: pageOf(key, 'start') });
  const first = data?.eventCalls?.nextCursor === null ? data.eventCalls.eventCalls : undefined;
  const [shown, setShown] = useState<Shown>({ key });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const pages: Page[] = [];
    const reads: { unsubscribe: () => void }[] = [];
    const read = (index: number, cursor: string) => {
      const context = tries > 0 ? { requestPolicy: 'network-only' as const } : {};
      reads[index] = client.query(CallsDocument, pageOf(key, cursor), context).subscribe(({ data, error }) => {
        const page = data?.eventCalls;
        if (!page) {
          if (error) setShown((before) => ({ ...(before.key === key ? before : { key }), error }));
          return;
        }
        const isContinuedAsBefore = pages[index]?.nextCursor === page.nextCursor;
        pages[index] = page;
        if (!isContinuedAsBefore) {
          // What follows is read anew, so that no call is lost or twice.
          for (const { unsubscribe } of reads.splice(index + 1)) unsubscribe();
          pages.splice(index + 1);
          if (page.nextCursor !== null && index + 1 < maxPages) read(index + 1, page.nextCursor);
        }
        const isCut = pages.at(-1)?.nextCursor !== null;
        if (isCut && pages.length < maxPages) return;
        setShown({ key, calls: pages.flatMap(({ eventCalls }) => eventCalls), isCut });
      });
    };
    read(0, 'start');
    return () => {
      for (const { unsubscribe } of reads) unsubscribe();
    };
  }, [client, key, tries]);
  const retry = () => {
    setShown(({ error: _, ...before }) => before);
    setTries(tries + 1);
  };
  const { calls: read = first, ...rest } = shown.key === key ? shown : { key };
  // One that began before the week may go on in it.
  const calls = read?.filter(({ endTime }) => Date.parse(endTime) > from);
  return { ...rest, ...(calls && { calls }), retry };
}

function pageOf(key: string, cursor: string) {
  return { ...(JSON.parse(key) as Variables), limit: pageSize, cursor };
}

function variablesOfWeek(search: CallsSearch, today: string, { from, to }: { from: number; to: number }): Variables {
  return {
    ...variablesOf({ ...search, when: 'all', sort: 'dateTime', date: undefined }, today),
    dateFrom: new Date(from - maxCallMs).toISOString(),
    dateTo: new Date(to - 1).toISOString(),
  };
}
