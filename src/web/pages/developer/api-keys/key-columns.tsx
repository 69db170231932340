import { Badge, Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../app/session.ts';
import type { ApiKeyRowFragment } from '../../../gql/api-keys.ts';
import type { Columns } from '../../../kit/list/columns.ts';
import { Moment } from '../../../kit/moment.tsx';
import { memberName } from '../../../parts/members.ts';
import { ScopeDisclosure } from '../../../parts/scopes.tsx';

export const keyColumns: Columns<ApiKeyRowFragment> = {
  key: {
    title: 'Key',
    cell: ({ name, lastFour, scopes }) => (
      <>
        <Text fw={600} className="breaks">
          {name}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          <code>service_…{lastFour}</code>
        </Text>
        <ScopeDisclosure scopes={scopes} of={name} />
      </>
    ),
  },
  status: { title: 'Status', cell: (apiKey) => <KeyStatus apiKey={apiKey} /> },
  created: {
    title: 'Created',
    cell: (apiKey) => (
      <>
        <Moment at={apiKey.createdAt} />
        <Creator apiKey={apiKey} />
      </>
    ),
  },
  used: { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : 'Never') },
};

interface AboutKey {
  readonly apiKey: ApiKeyRowFragment;
}

function Creator({ apiKey: { userId, member } }: AboutKey) {
  const { user } = useSession();
  return member && <p className="hint">by {userId === user.id ? 'you' : memberName(member)}</p>;
}

interface KeyMenuProps extends AboutKey {
  readonly onOpen: (dialog: 'rotate' | 'revoke') => void;
}

/** What can be done with a key. Only the member who created it rotates it. */
export function KeyMenu({ apiKey: { id, status, userId }, onOpen }: KeyMenuProps) {
  const { user } = useSession();
  return (
    <>
      <Menu.Item
        renderRoot={(props) => <Link to="/settings/developer/requests" search={{ apiKeyId: id }} {...props} />}
      >
        Requests of this key
      </Menu.Item>
      {status === 'ACTIVE' && userId === user.id && <Menu.Item onClick={() => onOpen('rotate')}>Rotate…</Menu.Item>}
      {status === 'ACTIVE' && (
        <Menu.Item color="var(--error-ink)" onClick={() => onOpen('revoke')}>
          Revoke…
        </Menu.Item>
      )}
    </>
  );
}

const statusTexts = { ACTIVE: 'Active', REVOKED: 'Revoked', EXPIRED: 'Expired' };

function KeyStatus({ apiKey: { status, expiresAt, revokedAt } }: AboutKey) {
  const isActive = status === 'ACTIVE';
  const end = status === 'REVOKED' ? revokedAt : expiresAt;
  return (
    <>
      <Badge color={isActive ? 'green' : 'gray'}>{statusTexts[status]}</Badge>
      {end && (
        <p className="hint">
          {isActive && 'ends '}
          <Moment at={end} />
        </p>
      )}
    </>
  );
}
