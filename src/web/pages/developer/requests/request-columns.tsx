import { Badge, Group, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useSession } from '../../../app/session.ts';
import type { RequestRowFragment } from '../../../gql/requests.ts';
import { CopyIconButton } from '../../../kit/copy-buttons.tsx';
import type { Columns } from '../../../kit/list/columns.ts';
import { statusMeaning } from './search.ts';

/** A request in the address: its id in the log, and its own, by which the server finds it. */
export const openOf = ({ id, requestId }: RequestRowFragment) => `${id}~${requestId}`;

export const requestColumns: Columns<RequestRowFragment> = {
  time: { title: 'Time', text: ({ time }) => time, cell: ({ time }) => <Time at={time} />, className: 'number' },
  request: {
    title: 'Request',
    text: ({ method, route }) => `${method} ${route}`,
    cell: (request) => <RequestText {...request} />,
    link: (request) => ({ to: '.', search: (shown) => ({ ...shown, open: openOf(request) }) }),
    hint: operationOf,
  },
  status: {
    title: 'Status',
    text: ({ status }) => `${status}`,
    cell: (request) => <StatusBadge request={request} />,
    hint: ({ represents }) => represents > 1 && `stands for ${represents.toLocaleString('en')}`,
  },
  operation: { title: 'Operation', text: operationOf, isOptional: true },
  represents: { title: 'Requests', text: ({ represents }) => `${represents}`, className: 'number', isOptional: true },
  duration: { title: 'Duration', text: ({ durationMs }) => durationText(durationMs), className: 'number' },
  credential: { title: 'Key or app', text: credentialName, className: 'breaks' },
  requestId: {
    title: 'Request id',
    text: ({ requestId }) => requestId,
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

/** How a request ended, in plain words. A GraphQL response with errors may have the status 200. */
export function meaningOf({ status, errorCode }: Outcome): string {
  if (status < 300 && errorCode !== null) return 'With errors';
  return statusMeaning(status);
}

function colorOf({ status, errorCode }: Outcome): string {
  if (status >= 500) return 'red';
  return status >= 400 || errorCode !== null ? 'orange' : 'green';
}
