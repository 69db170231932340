import { Anchor, Badge, Group, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../app/session.ts';
import type { OAuthClientRowFragment } from '../../../gql/oauth-clients.ts';
import { CopyValue } from '../../../kit/copy-buttons.tsx';
import { countOf } from '../../../kit/counts.ts';
import type { Dialogs } from '../../../kit/dialogs.tsx';
import { RowMenu } from '../../../kit/list.tsx';
import { Moment } from '../../../kit/moment.tsx';
import { AppLogo } from '../../../parts/app-logo.tsx';
import { ScopeDisclosure } from '../../../parts/scopes.tsx';
import { clientList } from './client-view.tsx';

export type ClientDialogs = Dialogs<'delete', OAuthClientRowFragment>;

interface ClientRowProps {
  readonly client: OAuthClientRowFragment;
  readonly dialogs: ClientDialogs;
}

export function ClientRow({ client, dialogs }: ClientRowProps) {
  const { user, role } = useSession();
  const { id, name, clientId, allowedScopes, clientType, usage, createdAt, userId } = client;
  const isOwn = userId === user.id;
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
            <p className="hint">{clientType === 'PUBLIC' ? 'Public' : 'Confidential'}</p>
            <ScopeDisclosure scopes={allowedScopes} of={name} isOpen />
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
        <p className="hint">{isOwn ? 'by you' : 'by another member'}</p>
      </td>
      <td className="actions">
        {mayDelete(client, { user, role }) && (
          <RowMenu name={name}>
            {isOwn && (
              <Menu.Item renderRoot={(props) => <Link to={`${clientList.to}/${id}/edit`} {...props} />}>Edit</Menu.Item>
            )}
            <Menu.Item color="var(--error-ink)" onClick={() => dialogs.open('delete', client)}>
              Delete…
            </Menu.Item>
          </RowMenu>
        )}
      </td>
    </tr>
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
