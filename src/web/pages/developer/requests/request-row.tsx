import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../app/session.ts';
import type { RequestRowFragment } from '../../../gql/requests.ts';
import { CopyIconButton } from '../../../parts/copy-buttons.tsx';
import { colorOf, meaningOf, type Outcome } from './statuses.ts';

/** All of the row opens the request; the link in it is for keyboards and for another tab. */
export function RequestRow({ request, isOpen }: { readonly request: RequestRowFragment; readonly isOpen: boolean }) {
  const { user } = useSession();
  const { id, time, method, route, durationMs, requestId, represents } = request;
  return (
    <tr className="row-with-link" data-open={isOpen || undefined}>
      <td className="number">
        <time dateTime={time}>{shortTime(time, user.timeZone)}</time>
      </td>
      <td>
        <Link
          className="row-link"
          to="."
          search={(search) => ({ ...search, open: `${id}~${requestId}` })}
          resetScroll={false}
        >
          <span className="method">{method}</span> <span className="breaks">{route}</span>
        </Link>
        <p className="hint breaks">{operationOf(request)}</p>
      </td>
      <td data-label="Status">
        <StatusBadge request={request} />
        {represents > 1 && <p className="hint">stands for {represents.toLocaleString('en')}</p>}
      </td>
      <td data-label="Duration" className="number">
        {durationText(durationMs)}
      </td>
      <td data-label="With" className="breaks">
        {credentialName(request)}
      </td>
      <td data-label="Request id">
        <span className="request-id">
          <code title={requestId}>{requestId}</code>
          <CopyIconButton value={requestId} label={`Copy the request id ${requestId}`} />
        </span>
      </td>
    </tr>
  );
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
