import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../../app/client.ts';
import { type Problem, problemOf } from '../../../app/problem.ts';
import { type RequestRowFragment, RequestsDocument } from '../../../gql/requests.ts';
import { type Filters, variablesOf } from './search.ts';

interface RequestList {
  readonly rows: readonly RequestRowFragment[];
  readonly nextCursor: string | null;
}

const pollMs = 3000;

/** The list for these filters. It grows at both ends: newer requests come in at its head, older ones are added on demand. */
export function useRequests(filters: Filters, isLive: boolean) {
  // Undefined until the first answer. With other filters it is the list before until the new one is there.
  const [list, setList] = useState<RequestList>();
  const [problem, setProblem] = useState<Problem>();
  const [isLoading, setIsLoading] = useState(true);
  const shown = useRef<RequestList>(undefined);
  const newest = useRef(0);
  const key = JSON.stringify(filters);

  const load = useCallback(
    async (part: 'all' | 'head' | 'more') => {
      const known = part === 'all' ? undefined : shown.current;
      newest.current += 1;
      const turn = newest.current;
      setIsLoading(true);
      const cursor = part === 'more' ? known?.nextCursor : 'start';
      const variables = part === 'more' ? {} : variablesOf(JSON.parse(key));
      const { data, error } = await client
        .query(RequestsDocument, { cursor: cursor ?? 'start', ...variables }, { requestPolicy: 'network-only' })
        .toPromise();
      // The filters have changed meanwhile.
      if (turn !== newest.current) return;
      setIsLoading(false);
      setProblem(error && problemOf(error));
      if (!data?.requests) return;
      const page = { rows: data.requests.requests, nextCursor: data.requests.nextCursor };
      shown.current = part === 'more' ? withOlder(known, page) : withNewer(known, page);
      setList(shown.current);
    },
    [key],
  );

  useEffect(() => {
    load('all');
  }, [load]);
  usePolling(() => load('head'), isLive && !isLoading);
  return {
    list,
    problem,
    isLoading,
    refresh: useCallback(() => load('head'), [load]),
    showMore: useCallback(() => load('more'), [load]),
  };
}

/** The head of the list as it is now, before what is known after it. Where they do not meet, the list begins anew. */
function withNewer(known: RequestList | undefined, head: RequestList): RequestList {
  const last = head.rows.at(-1);
  const meetAt = known?.rows.findIndex(({ id }) => id === last?.id) ?? -1;
  if (!known || head.nextCursor === null || meetAt === -1) return head;
  return { rows: [...head.rows, ...known.rows.slice(meetAt + 1)], nextCursor: known.nextCursor };
}

function withOlder(known: RequestList | undefined, page: RequestList): RequestList {
  return { rows: [...(known?.rows ?? []), ...page.rows], nextCursor: page.nextCursor };
}

/** Calls again and again while the tab is visible, and at once when it becomes so. */
function usePolling(poll: () => void, isOn: boolean): void {
  const latest = useRef(poll);
  latest.current = poll;
  useEffect(() => {
    if (!isOn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedule = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(() => latest.current(), pollMs);
    };
    const resume = () => (document.visibilityState === 'visible' ? latest.current() : clearTimeout(timer));
    schedule();
    document.addEventListener('visibilitychange', resume);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', resume);
    };
  }, [isOn]);
}
