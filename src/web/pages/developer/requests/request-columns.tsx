import { Badge, Group, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useSession } from '../../../app/session.ts';
import type { RequestRowFragment } from '../../../gql/requests.ts';
import { CopyIconButton } from '../../../kit/copy-buttons.tsx';
import type { Columns } from '../../../kit/list/columns.ts';

/** A request in the address: its id in the log, and its own, by which the server finds it. */
export const openOf = ({ id, requestId }: RequestRowFragment) => `${id}~${requestId}`;

export const requestColumns: Columns<RequestRowFragment> = {
  time: { title: 'Time', cell: ({ time }) => <Time at={time} />, className: 'number' },
  request: {
    title: 'Request',
    cell: (request) => <RequestText {...request} />,
    link: (request) => ({ to: '.', search: (shown) => ({ ...shown, open: openOf(request) }) }),
    hint: operationOf,
  },
  status: {
    title: 'Status',
    cell: (request) => <StatusBadge request={request} />,
    hint: ({ represents }) => represents > 1 && `stands for ${represents.toLocaleString('en')}`,
  },
  duration: { title: 'Duration', text: ({ durationMs }) => durationText(durationMs), className: 'number' },
  credential: { title: 'Key or app', text: credentialName, className: 'breaks' },
  requestId: {
    title: 'Request id',
    cell: ({ requestId }) => (
      <Group component="span" gap={4} wrap="nowrap" display="inline-flex">
        <Text component="code" inherit truncate maw={{ base: '14rem', sm: '7.5rem' }} title={requestId}>
          {requestId}
        </Text>
        <CopyIconButton value={requestId} label={`Copy the request id ${requestId}`} />
      </Group>
    ),
  },
};

function Time({ at }: { readonly at: string }) {
  const { user } = useSession();
  return <time dateTime={at}>{shortTime(at, user.timeZone)}</time>;
}

/** The method and the route, which a narrow place breaks before a slash and not in the middle of a word. */
export function RequestText({ method, route }: Pick<RequestRowFragment, 'method' | 'route'>) {
  return (
    <>
      <Text component="span" c="dimmed" ff="monospace" size="xs" fw={600}>
        {method}
      </Text>{' '}
      <span className="breaks">
        {[...route.matchAll(/\/?[^/]+/g)].map(({ 0: part, index: offset }) => (
          <Fragment key={offset}>
            {offset > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </span>
    </>
  );
}

export function StatusBadge({ request }: { readonly request: Outcome }) {
  return (
    <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
      {/* The number is never cut, however long its meaning is. */}
      <Badge flex="none" color={colorOf(request)}>
        {request.status}
      </Badge>
      <span>{meaningOf(request)}</span>
    </Group>
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

const errorChoices = [400, 401, 403, 404, 409, 429, 500, 503].map((status) => ({
  value: String(status),
  label: `${status} – ${(meanings[status] ?? '').toLowerCase()}`,
}));

/** For the filter. */
export const statusChoices = [
  { value: '', label: 'Any status' },
  { value: '2xx', label: '2xx – succeeded' },
  { value: '4xx,5xx', label: '4xx and 5xx – all errors' },
  { value: '4xx', label: '4xx – refused' },
  { value: '5xx', label: '5xx – failed on the server' },
  ...errorChoices,
];
