import type { RequestsQueryVariables } from '../../../gql/requests.ts';
import { dayIn, idOf, textOf } from '../../../kit/filters/search.ts';
import { now } from '../../../kit/now.ts';

export const spans = { '15m': 'Last 15 minutes', '1h': 'Last hour', '24h': 'Last 24 hours' } as const;
type Span = keyof typeof spans;

/** The filters, what is open, and whether the list follows along: all of the page's state is in its address. */
interface RequestSearch {
  readonly apiKeyId?: number | undefined;
  readonly connectionId?: string | undefined;
  readonly clientId?: string | undefined;
  /** Statuses and classes of them, with commas between: `4xx,5xx`. */
  readonly status?: string | undefined;
  readonly route?: string | undefined;
  readonly requestId?: string | undefined;
  readonly span?: Span | undefined;
  /** Days of the workspace: YYYY-MM-DD. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly live?: true | undefined;
  /** The entry that is shown, and its request id, by which the server finds it: `req_1~<request id>`. */
  readonly open?: string | undefined;
}

/** Leaves out what the address has no business saying, so that a mistyped address shows a list. */
export function requestSearch(search: Readonly<Record<string, unknown>>): RequestSearch {
  return {
    apiKeyId: idOf(search.apiKeyId),
    connectionId: textOf(search.connectionId, /^.{1,64}$/),
    clientId: textOf(search.clientId, /^.{1,64}$/),
    status: textOf(search.status, /^(?=.{3,39}$)[2-5](xx|\d\d)(,[2-5](xx|\d\d))*$/),
    route: textOf(search.route, /^.{1,100}$/),
    requestId: textOf(search.requestId, /^.{1,128}$/),
    span: Object.keys(spans).find((span): span is Span => span === search.span),
    from: dayIn(search.from),
    to: dayIn(search.to),
    live: search.live === true ? true : undefined,
    open: textOf(search.open, /^req_\d+~.{1,150}$/),
  };
}

export type Filters = Omit<RequestSearch, 'live' | 'open'>;

export function filtersOf({ live, open, ...filters }: RequestSearch): Filters {
  return filters;
}

export function hasFilters(filters: Filters): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

const minuteMs = 60_000;
const spanMs: Readonly<Record<Span, number>> = { '15m': 15 * minuteMs, '1h': 60 * minuteMs, '24h': 24 * 60 * minuteMs };

/** A span of time ends now. It begins at a whole minute, so that the cache has one entry a minute, not one a request. */
export function variablesOf(shown: Filters): Omit<RequestsQueryVariables, 'cursor' | 'limit'> {
  const { status, span, from, ...filters } = shown;
  const since = span && new Date(Math.floor((now() - spanMs[span]) / minuteMs) * minuteMs).toISOString();
  return { ...filters, status: status?.split(','), from: since ?? from };
}
