import { Anchor, Badge, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../app/session.ts';
import type { OAuthClientRowFragment } from '../../../gql/oauth-clients.ts';
import { AppLogo } from '../../../parts/app-logo.tsx';
import { CopyValue } from '../../../parts/copy-buttons.tsx';
import { countOf } from '../../../parts/counts.ts';
import { Moment } from '../../../parts/moment.tsx';
import { clientList } from './client-view.tsx';

export function ClientRow({ client }: { readonly client: OAuthClientRowFragment }) {
  const { user } = useSession();
  const { id, name, clientId, allowedScopes, clientType, usage, createdAt, userId } = client;
  return (
    <tr>
      <td>
        <Group wrap="nowrap" align="flex-start" gap="sm">
          <AppLogo {...client} />
          <div>
            <Anchor component={Link} to={`${clientList.to}/${id}`} fw={600} className="breaks">
              {name}
            </Anchor>
            <CopyValue value={clientId} label={`Copy the client id of ${name}`} />
            <p className="hint">
              {clientType === 'PUBLIC' ? 'Public' : 'Confidential'} · {countOf(allowedScopes.length, 'scope')}
            </p>
          </div>
        </Group>
      </td>
      <td data-label="Status">
        <ClientStatus {...client} />
      </td>
      <td data-label="Connections">
        {usage.connectionCount === 0 ? 'None' : countOf(usage.connectionCount, 'connection')}
        {usage.lastUsedAt !== null && (
          <p className="hint">
            used <Moment at={usage.lastUsedAt} />
          </p>
        )}
      </td>
      <td data-label="Created">
        <Moment at={createdAt} />
        <p className="hint">{userId === user.id ? 'by you' : 'by another member'}</p>
      </td>
    </tr>
  );
}

type Status = Pick<OAuthClientRowFragment, 'status' | 'approvalRequestedAt'>;

const badges = {
  PENDING: { label: 'Pending', color: 'yellow' },
  REJECTED: { label: 'Not approved', color: 'red' },
  APPROVED: { label: 'Approved', color: 'green' },
  ACTIVE: { label: 'Active', color: 'green' },
} as const;

export function StatusBadge({ status }: Pick<Status, 'status'>) {
  const { label, color } = badges[status];
  return <Badge color={color}>{label}</Badge>;
}

/** The state of a client with who can connect it, in a few words. */
function ClientStatus({ status, approvalRequestedAt }: Status) {
  const isWaiting = status === 'PENDING' && approvalRequestedAt !== null;
  const isOpen = status === 'APPROVED' || status === 'ACTIVE';
  return (
    <>
      <StatusBadge status={status} />
      <p className="hint">
        {isOpen ? 'For every workspace' : 'Only for this workspace'}
        {isWaiting && (
          <>
            <br />
            Approval requested <Moment at={approvalRequestedAt} />
          </>
        )}
      </p>
    </>
  );
}
