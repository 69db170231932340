import { ActionIcon, Badge, Menu, Text } from '@mantine/core';
import { useSession } from '../../../app/session.ts';
import type { ApiKeyRowFragment } from '../../../gql/api-keys.ts';
import { DotsIcon } from '../../../parts/icons.tsx';
import { Moment } from '../../../parts/moment.tsx';

interface KeyRowProps {
  readonly apiKey: ApiKeyRowFragment;
  readonly onAct: (kind: 'rotate' | 'revoke', apiKey: ApiKeyRowFragment) => void;
}

export function KeyRow({ apiKey, onAct }: KeyRowProps) {
  const { user } = useSession();
  const { name, lastFour, status, scopes, createdAt, lastUsedAt, member } = apiKey;
  return (
    <tr>
      <td>
        <Text fw={600} className="breaks">
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          <code>service_…{lastFour}</code> · {scopes.length} {scopes.length === 1 ? 'scope' : 'scopes'}
        </Text>
      </td>
      <td data-label="Status">
        <KeyStatus apiKey={apiKey} />
      </td>
      <td data-label="Created">
        <Moment at={createdAt} />
        {member && (
          <Text size="sm" c="dimmed">
            by {apiKey.userId === user.id ? 'you' : `${member.firstName} ${member.lastName}`.trim()}
          </Text>
        )}
      </td>
      <td data-label="Last used">{lastUsedAt ? <Moment at={lastUsedAt} /> : 'Never'}</td>
      <td className="actions">
        {status === 'ACTIVE' && (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
                <DotsIcon />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {apiKey.userId === user.id && <Menu.Item onClick={() => onAct('rotate', apiKey)}>Rotate…</Menu.Item>}
              <Menu.Item color="var(--error-ink)" onClick={() => onAct('revoke', apiKey)}>
                Revoke…
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </td>
    </tr>
  );
}

function KeyStatus({ apiKey: { status, expiresAt, revokedAt } }: { readonly apiKey: ApiKeyRowFragment }) {
  if (status === 'REVOKED') return <Ended text="Revoked" at={revokedAt} />;
  if (status === 'EXPIRED') return <Ended text="Expired" at={expiresAt} />;
  return (
    <>
      <Badge variant="light" color="green">
        Active
      </Badge>
      {expiresAt && (
        <Text size="sm" c="dimmed">
          ends <Moment at={expiresAt} />
        </Text>
      )}
    </>
  );
}

function Ended({ text, at }: { readonly text: string; readonly at: string | null }) {
  return (
    <>
      <Badge variant="light" color="gray">
        {text}
      </Badge>
      {at && (
        <Text size="sm" c="dimmed">
          <Moment at={at} />
        </Text>
      )}
    </>
  );
}
