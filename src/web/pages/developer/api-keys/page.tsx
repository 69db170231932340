import { Badge, Button, Menu } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../app/session.ts';
import { type ApiKeyRowFragment, ApiKeysDocument, RevokeApiKeyDocument } from '../../../gql/api-keys.ts';
import { ConfirmDialog, useDialogs } from '../../../kit/dialogs.tsx';
import { PlusIcon } from '../../../kit/icons.tsx';
import { PageHeader } from '../../../kit/layout.tsx';
import type { Columns } from '../../../kit/list/columns.ts';
import { List } from '../../../kit/list/list.tsx';
import { DangerItem } from '../../../kit/list/row-menu.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { Moment } from '../../../kit/moment.tsx';
import { SecretDialog } from '../../../kit/secret-dialog.tsx';
import { memberName } from '../../../parts/members.ts';
import { ScopeDisclosure } from '../../../parts/scopes.tsx';
import { CreateKeyDialog, RotateKeyDialog } from './key-dialogs.tsx';

const route = getRouteApi('/settings/developer/api-keys');

const statusTexts = { ACTIVE: 'Active', REVOKED: 'Revoked', EXPIRED: 'Expired' };

const columns: Columns<ApiKeyRowFragment> = {
  key: {
    title: 'Key',
    isName: true,
    text: ({ name }) => name,
    hint: ({ lastFour }) => <code>service_…{lastFour}</code>,
    below: ({ name, scopes }) => <ScopeDisclosure scopes={scopes} of={name} />,
  },
  status: {
    title: 'Status',
    cell: ({ status }) => <Badge color={status === 'ACTIVE' ? 'green' : 'gray'}>{statusTexts[status]}</Badge>,
    hint: ({ status, expiresAt, revokedAt }) => {
      const end = status === 'REVOKED' ? revokedAt : expiresAt;
      return end && <Moment before={status === 'ACTIVE' ? 'ends ' : ''} at={end} />;
    },
  },
  created: {
    title: 'Created',
    at: ({ createdAt }) => createdAt,
    hint: (apiKey) => apiKey.member && <Creator {...apiKey} />,
  },
  used: { title: 'Last used', at: ({ lastUsedAt }) => lastUsedAt },
};

function Creator({ userId, member }: ApiKeyRowFragment) {
  const { user } = useSession();
  return member && `by ${userId === user.id ? 'you' : memberName(member)}`;
}

export function ApiKeysPage() {
  const { user } = useSession();
  const dialogs = useDialogs<'rotate' | 'revoke', ApiKeyRowFragment>();
  const [secret, setSecret] = useState<string>();
  const navigate = useNavigate();
  const { create: scopes } = route.useSearch();
  const openForm = (create: string | undefined) => navigate({ to: '.', search: { create }, resetScroll: false });
  const issued = (newSecret: string) => {
    dialogs.close();
    openForm(undefined);
    setSecret(newSecret);
  };
  return (
    <>
      <PageHeader
        title="API keys"
        summary="For your own scripts and integrations. A key acts as the member who created it, and never does more than that member's role allows."
        actions={
          <Button leftSection={<PlusIcon />} onClick={() => openForm('')}>
            Create API key
          </Button>
        }
      />
      <List
        noun="key"
        document={ApiKeysDocument}
        of={({ apiKeys }) => apiKeys}
        columns={columns}
        nameOf={({ name }) => name}
        menu={(apiKey) => (
          <>
            <Menu.Item
              renderRoot={(props) => (
                <Link to="/settings/developer/requests" search={{ apiKeyId: `${apiKey.id}` }} {...props} />
              )}
            >
              Requests of this key
            </Menu.Item>
            {/* Only the member who created a key rotates it. */}
            {apiKey.status === 'ACTIVE' && apiKey.userId === user.id && (
              <Menu.Item onClick={() => dialogs.open('rotate', apiKey)}>Rotate…</Menu.Item>
            )}
            {apiKey.status === 'ACTIVE' && (
              <DangerItem onClick={() => dialogs.open('revoke', apiKey)}>Revoke…</DangerItem>
            )}
          </>
        )}
        empty={{
          title: 'No API keys yet',
          text: 'Create one to call the API from your own script or service.',
        }}
      />
      <CreateKeyDialog scopes={scopes} onClose={() => openForm(undefined)} onIssued={issued} />
      <RotateKeyDialog {...dialogs.of('rotate')} onIssued={issued} />
      <ConfirmDialog
        {...dialogs.of('revoke')}
        title={({ name }) => `Revoke “${name}”?`}
        action="Revoke the key"
        document={RevokeApiKeyDocument}
        variables={({ id }) => ({ input: { id } })}
        onDone={(_, { name }) => notifyDone(`The key “${name}” is revoked`)}
      >
        {({ lastFour, lastUsedAt }) => (
          <>
            Whatever uses <code>service_…{lastFour}</code> gets a 401 from its next request on. It was{' '}
            {lastUsedAt ? <Moment before="last used " at={lastUsedAt} /> : 'never used'}. A revoked key cannot be
            brought back.
          </>
        )}
      </ConfirmDialog>
      <SecretDialog secret={secret} title="Your new API key" label="API key" onSaved={() => setSecret(undefined)}>
        Send it with each request as <code>Authorization: Bearer …</code>. Store it like a password.
      </SecretDialog>
    </>
  );
}
