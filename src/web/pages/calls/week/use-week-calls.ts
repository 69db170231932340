import { useRef } from 'react';
import { type CombinedError, type UseQueryExecute, useQuery } from 'urql';
import { CallsDocument, type CallsQuery, type CallsQueryVariables } from '../../../gql/calls.ts';
import { daysAfter, startOfDay } from '../../../kit/days.ts';
import { sortVariables } from '../../../kit/filters/filters.ts';
import type { FilteredView } from '../../../kit/filters/use-filtered-view.ts';
import type { Call } from '../list.tsx';

const pageSize = 100;
const maxPages = 10;
/** So many calls of a week are read. */
export const maxCalls = pageSize * maxPages;
/** No call lasts longer. */
const maxCallMs = 86_400_000;

interface Week {
  readonly key: string;
  readonly calls: readonly Call[];
  /** Whether the week has more calls than were read. */
  readonly isCut: boolean;
}

/** All calls of the week that fit the filters, page after page: undefined until the last is there. They follow what changes. */
export function useWeekCalls(view: FilteredView, firstDay: string, timeZone: string) {
  const from = startOfDay(firstDay, timeZone);
  const variables = {
    ...view.variables,
    ...(sortVariables('dateTime') as Pick<CallsQueryVariables, 'orderColumn' | 'orderBy'>),
    dateFrom: new Date(from - maxCallMs).toISOString(),
    dateTo: new Date(startOfDay(daysAfter(firstDay, 7), timeZone) - 1).toISOString(),
    limit: pageSize,
  };
  const key = JSON.stringify(variables);
  const calls: Call[] = [];
  let failed: { readonly error: CombinedError | undefined; readonly execute: UseQueryExecute } | undefined;
  /** Of the next page: null after the last one, undefined while one is missing. */
  let cursor: string | null | undefined = 'start';
  for (let page = 0; page < maxPages; page++) {
    const pause: boolean = typeof cursor !== 'string';
    const read = { ...variables, cursor: (cursor ?? 'start') as string };
    // biome-ignore lint/correctness/useHookAtTopLevel: the loop has the same turns each time; what is not needed is paused.
    const [result, execute] = useQuery({ query: CallsDocument, variables: read, pause });
    if (pause) continue;
    // Until there is an answer, the data is that of another week.
    const isAnswer = JSON.stringify(result.operation?.variables) === JSON.stringify(read);
    const found = (isAnswer ? result.data?.eventCalls : undefined) as CallsQuery['eventCalls'] | undefined;
    calls.push(...(found?.eventCalls ?? []));
    cursor = found ? found.nextCursor : undefined;
    // The server reads the first page alone: a document with more would come late.
    if (import.meta.env.SSR && cursor !== null) cursor = undefined;
    if (isAnswer && !found) failed = { error: result.fetching ? undefined : result.error, execute };
  }
  // Where a page is read again, what was there stays until it comes.
  const whole = useRef<Week>(undefined);
  if (cursor !== undefined) whole.current = { key, calls, isCut: cursor !== null };
  const shown = whole.current?.key === key ? whole.current : undefined;
  return {
    // One that began before the week may go on in it.
    calls: shown?.calls.filter(({ endTime }) => Date.parse(endTime) > from),
    isCut: shown?.isCut,
    error: failed?.error,
    retry: () => failed?.execute({ requestPolicy: 'network-only' }),
  };
}
