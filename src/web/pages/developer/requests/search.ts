import type { RequestsQueryVariables } from '../../../gql/requests.ts';
import { type FilterSearch, filtersFor, searchOf } from '../../../kit/filters/filters.ts';
import { periodTitles, recentTitles } from '../../../kit/filters/periods.ts';
import { textOf } from '../../../kit/filters/search.ts';
import { type Option, optionsOf } from '../../../kit/options.ts';

const meanings: Readonly<Record<string, string>> = {
  200: 'Succeeded',
  201: 'Created',
  304: 'Not changed',
  400: 'Invalid input',
  401: 'Credential refused',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Wrong method',
  406: 'Wrong Accept header',
  409: 'Conflict',
  413: 'Body too large',
  415: 'Wrong content type',
  429: 'Too many at once',
  500: 'Failed on the server',
  503: 'Not available',
};

const classes: Readonly<Record<string, string>> = {
  '2xx': 'Succeeded',
  '3xx': 'Not changed, or redirected',
  '4xx': 'Refused',
  '5xx': 'Failed on the server',
};

/** What a status means, in plain words. */
export function statusMeaning(status: number): string {
  return meanings[status] ?? classes[`${Math.floor(status / 100)}xx`] ?? '';
}

/** Classes of statuses, and statuses. */
const statusTitles: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ ...classes, ...meanings }).map(([status, meaning]) => [
    status,
    `${status} – ${meaning.toLowerCase()}`,
  ]),
);

const rankOf = ({ value }: Option) => (value.endsWith('xx') ? 0 : 1);

/** JavaScript orders numeric keys before others, so the classes are sorted to the front. */
export const statusOptions = optionsOf(statusTitles).sort((one, other) => rankOf(one) - rankOf(other));

/** The log goes back seven days. */
const periods = { ...recentTitles, today: periodTitles.today, yesterday: periodTitles.yesterday };

export const requestFilters = filtersFor<RequestsQueryVariables>()({
  requestId: { kind: 'search', label: 'Request id', placeholder: 'Request id', variable: 'requestId', maxLength: 128 },
  apiKeyId: { kind: 'oneId', label: 'API key', variable: 'apiKeyId' },
  clientId: { kind: 'oneText', label: 'App', variable: 'clientId', maxLength: 64 },
  connectionId: { kind: 'text', label: 'Connection', placeholder: 'con_…', variable: 'connectionId', maxLength: 64 },
  status: { kind: 'choice', label: 'Status', titles: statusTitles, variable: 'status', maxItems: 10 },
  route: { kind: 'text', label: 'Route', placeholder: '/v1/contacts', variable: 'route', maxLength: 100 },
  time: { kind: 'days', label: 'Time', periods, variables: ['from', 'to'] },
});

/** The filters, what is open, and whether the list follows along: all of the page's state is in its address. */
interface RequestSearch extends FilterSearch<keyof typeof requestFilters> {
  readonly live?: true | undefined;
  /** The entry that is shown, and its request id, by which the server finds it: `req_1~<request id>`. */
  readonly open?: string | undefined;
}

export function requestSearch(search: Readonly<Record<string, unknown>>): RequestSearch {
  return {
    ...searchOf(requestFilters, search),
    live: search.live === true ? true : undefined,
    open: textOf(search.open, /^req_\d+~.{1,150}$/),
  };
}
