import { Anchor, Badge, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../app/session.ts';
import type { OAuthClientRowFragment } from '../../../gql/oauth-clients.ts';
import { CopyValue } from '../../../kit/copy-buttons.tsx';
import { countOf } from '../../../kit/counts.ts';
import type { Columns } from '../../../kit/list/columns.ts';
import { Moment } from '../../../kit/moment.tsx';
import { AppLogo } from '../../../parts/app-logo.tsx';
import { ScopeDisclosure } from '../../../parts/scopes.tsx';
import { clientList } from './client-view.tsx';

export const clientColumns: Columns<OAuthClientRowFragment> = {
  client: {
    title: 'Client',
    cell: (client) => {
      const { id, name, clientId, allowedScopes, clientType } = client;
      return (
        <Group wrap="nowrap" align="flex-start" gap="sm">
          <AppLogo {...client} />
          <div>
            <Anchor component={Link} to={`${clientList.to}/${id}`} fw={600} className="breaks">
              {name}
            </Anchor>
            <CopyValue value={clientId} label={`Copy the client id of ${name}`} />
            <p className="hint">{clientType === 'PUBLIC' ? 'Public' : 'Confidential'}</p>
            <ScopeDisclosure scopes={allowedScopes} of={name} isOpen />
          </div>
        </Group>
      );
    },
  },
  status: { title: 'Status', cell: (client) => <ClientStatus {...client} /> },
  connections: {
    title: 'Connections',
    cell: ({ usage }) => (
      <>
        {usage.connectionCount === 0 ? 'None' : countOf(usage.connectionCount, 'connection')}
        {usage.lastUsedAt !== null && (
          <p className="hint">
            used <Moment at={usage.lastUsedAt} />
          </p>
        )}
      </>
    ),
  },
  created: { title: 'Created', cell: (client) => <Creation {...client} /> },
};

function Creation({ createdAt, userId }: OAuthClientRowFragment) {
  const { user } = useSession();
  return (
    <>
      <Moment at={createdAt} />
      <p className="hint">{userId === user.id ? 'by you' : 'by another member'}</p>
    </>
  );
}

/** The member who registered a client deletes it, and so does an owner of the workspace. */
export function mayDelete(
  { userId }: Pick<OAuthClientRowFragment, 'userId'>,
  { user, role }: Pick<ReturnType<typeof useSession>, 'user' | 'role'>,
): boolean {
  return userId === user.id || role === 'OWNER';
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
