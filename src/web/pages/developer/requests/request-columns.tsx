import { Badge } from '@mantine/core';
import { useSession } from '../../../app/session.ts';
import type { RequestRowFragment } from '../../../gql/requests.ts';
import { CopyIconButton } from '../../../kit/copy-buttons.tsx';
import type { Columns } from '../../../kit/list/columns.ts';
import { RouteText } from '../../../parts/route-text.tsx';

/** A request in the address: its id in the log, and its own, by which the server finds it. */
export const openOf = ({ id, requestId }: RequestRowFragment) => `${id}~${requestId}`;

export const requestColumns: Columns<RequestRowFragment> = {
  time: { title: 'Time', cell: ({ time }) => <Time at={time} />, className: 'number' },
  request: {
    title: 'Request',
    cell: ({ method, route }) => (
      <>
        <span className="method">{method}</span>{' '}
        <span className="breaks">
          <RouteText route={route} />
        </span>
      </>
    ),
    link: (request) => ({ to: '.', search: (shown) => ({ ...shown, open: openOf(request) }) }),
    below: (request) => <p className="hint breaks">{operationOf(request)}</p>,
  },
  status: {
    title: 'Status',
    cell: (request) => (
      <>
        <StatusBadge request={request} />
        {request.represents > 1 && <p className="hint">stands for {request.represents.toLocaleString('en')}</p>}
      </>
    ),
  },
  duration: { title: 'Duration', text: ({ durationMs }) => durationText(durationMs), className: 'number' },
  credential: { title: 'Key or app', text: credentialName, className: 'breaks' },
  requestId: {
    title: 'Request id',
    cell: ({ requestId }) => (
      <span className="request-id">
        <code title={requestId}>{requestId}</code>
        <CopyIconButton value={requestId} label={`Copy the request id ${requestId}`} />
      </span>
    ),
  },
};

function Time({ at }: { readonly at: string }) {
  const { user } = useSession();
  return <time dateTime={at}>{shortTime(at, user.timeZone)}</time>;
}

export function StatusBadge({ request }: { readonly request: Outcome }) {
  return (
    <span className="status">
      <Badge color={colorOf(request)}>{request.status}</Badge> <span>{meaningOf(request)}</span>
    </span>
  );
}

/** What a GraphQL request was about. */
export function operationOf({ operationName, rootFields }: RequestRowFragment): string {
  const fields = rootFields.filter((field) => field !== operationName).join(', ');
  return [operationName, fields].filter(Boolean).join(': ');
}

export function credentialName({ apiKeyId, apiKeyName, clientId, clientName }: RequestRowFragment): string {
  if (apiKeyId !== null) return apiKeyName ?? `API key ${apiKeyId}`;
  return clientName ?? `Deleted app ${clientId ?? ''}`;
}

export function durationText(milliseconds: number): string {
  return milliseconds < 1000
    ? `${milliseconds} ms`
    : `${(milliseconds / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} s`;
}

/** The log goes back seven days, so a month and a day name each. */
function shortTime(at: string, timeZone: string): string {
  const parts = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  return new Intl.DateTimeFormat('en', { ...parts, hourCycle: 'h23', timeZone }).format(new Date(at));
}

type Outcome = Pick<RequestRowFragment, 'status' | 'errorCode'>;

const meanings: Readonly<Record<number, string>> = {
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

const classes: readonly string[] = ['', '', 'Succeeded', 'Redirected', 'Refused', 'Failed on the server'];

/** What a status means, in plain words. A GraphQL response with errors may have the status 200. */
export function meaningOf({ status, errorCode }: Outcome): string {
  if (status < 300 && errorCode !== null) return 'With errors';
  return meanings[status] ?? classes[Math.floor(status / 100)] ?? '';
}

function colorOf({ status, errorCode }: Outcome): string {
  if (status >= 500) return 'red';
  return status >= 400 || errorCode !== null ? 'orange' : 'green';
}

/** For the filter. */
export const statusChoices = [
  { value: '', label: 'Any status' },
  { value: '2xx', label: '2xx – succeeded' },
  { value: '4xx,5xx', label: '4xx and 5xx – all errors' },
  { value: '4xx', label: '4xx – refused' },
  { value: '5xx', label: '5xx – failed on the server' },
  ...[400, 401, 403, 404, 409, 429, 500, 503].map((status) => ({
    value: String(status),
    label: `${status} – ${(meanings[status] ?? '').toLowerCase()}`,
  })),
];
