import { now } from '../../../app/beginning.ts';
import type { RequestsQueryVariables } from '../../../gql/requests.ts';

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

const maxKeyId = 2 ** 31 - 1;

/** Leaves out what the address has no business saying, so that a mistyped address shows a list. */
export function requestSearch(search: Readonly<Record<string, unknown>>): RequestSearch {
  const key = Number(search.apiKeyId);
  return {
    apiKeyId: Number.isInteger(key) && key > 0 && key <= maxKeyId ? key : undefined,
    connectionId: textOf(search.connectionId, 64),
    clientId: textOf(search.clientId, 64),
    status: textOf(search.status, 39, /^[2-5](xx|\d\d)(,[2-5](xx|\d\d))*$/),
    route: textOf(search.route, 100),
    requestId: textOf(search.requestId, 128),
    span: Object.keys(spans).find((span): span is Span => span === search.span),
    from: textOf(search.from, 10, /^\d{4}-\d\d-\d\d$/),
    to: textOf(search.to, 10, /^\d{4}-\d\d-\d\d$/),
    live: search.live === true ? true : undefined,
    open: textOf(search.open, 160, /^req_\d+~./),
  };
}

/** A text of digits comes out of the address as a number. */
function textOf(value: unknown, maxLength: number, form = /./): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.length > maxLength || !form.test(text)) return undefined;
  return text;
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
export function variablesOf({
  status,
  span,
  from,
  ...filters
}: Filters): Omit<RequestsQueryVariables, 'cursor' | 'limit'> {
  const since = span && new Date(Math.floor((now() - spanMs[span]) / minuteMs) * minuteMs).toISOString();
  return { ...filters, status: status?.split(','), from: since ?? from };
}
