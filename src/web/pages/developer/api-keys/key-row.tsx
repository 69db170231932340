import { Badge, Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../app/session.ts';
import type { ApiKeyRowFragment } from '../../../gql/api-keys.ts';
import type { Dialogs } from '../../../kit/dialogs.tsx';
import { RowMenu } from '../../../kit/list.tsx';
import { Moment } from '../../../kit/moment.tsx';
import { memberName } from '../../../parts/members.ts';
import { ScopeDisclosure } from '../../../parts/scopes.tsx';

export type KeyDialogs = Dialogs<'rotate' | 'revoke', ApiKeyRowFragment>;

interface KeyRowProps {
  readonly apiKey: ApiKeyRowFragment;
  readonly dialogs: KeyDialogs;
}

export function KeyRow({ apiKey, dialogs }: KeyRowProps) {
  const { user } = useSession();
  const { name, lastFour, status, scopes, createdAt, lastUsedAt, member } = apiKey;
  return (
    <tr>
      <td>
        <Text fw={600} className="breaks">
          {name}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          <code>service_…{lastFour}</code>
        </Text>
        <ScopeDisclosure scopes={scopes} of={name} />
      </td>
      <td data-label="Status">
        <KeyStatus apiKey={apiKey} />
      </td>
      <td data-label="Created">
        <Moment at={createdAt} />
        {member && <p className="hint">by {apiKey.userId === user.id ? 'you' : memberName(member)}</p>}
      </td>
      <td data-label="Last used">{lastUsedAt ? <Moment at={lastUsedAt} /> : 'Never'}</td>
      <td className="actions">
        <RowMenu name={name}>
          <Menu.Item
            renderRoot={(props) => (
              <Link to="/settings/developer/requests" search={{ apiKeyId: apiKey.id }} {...props} />
            )}
          >
            Requests of this key
          </Menu.Item>
          {status === 'ACTIVE' && apiKey.userId === user.id && (
            <Menu.Item onClick={() => dialogs.open('rotate', apiKey)}>Rotate…</Menu.Item>
          )}
          {status === 'ACTIVE' && (
            <Menu.Item color="var(--error-ink)" onClick={() => dialogs.open('revoke', apiKey)}>
              Revoke…
            </Menu.Item>
          )}
        </RowMenu>
      </td>
    </tr>
  );
}

const statusTexts = { ACTIVE: 'Active', REVOKED: 'Revoked', EXPIRED: 'Expired' };

function KeyStatus({ apiKey: { status, expiresAt, revokedAt } }: { readonly apiKey: ApiKeyRowFragment }) {
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
