import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type ApiKeyRowFragment, ApiKeysDocument } from '../../../gql/api-keys.ts';
import { SecretDialog, useDialogs } from '../../../kit/dialogs.tsx';
import { PlusIcon } from '../../../kit/icons.tsx';
import { PageHeader } from '../../../kit/layout.tsx';
import { List } from '../../../kit/list/list.tsx';
import { KeyMenu, keyColumns } from './key-columns.tsx';
import { CreateKeyDialog, RevokeKeyDialog, RotateKeyDialog } from './key-dialogs.tsx';

const route = getRouteApi('/settings/developer/api-keys');

export function ApiKeysPage() {
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
  const create = (
    <Button leftSection={<PlusIcon />} onClick={() => openForm('')}>
      Create API key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="API keys"
        summary="For your own scripts and integrations. A key acts as the member who created it, and never does more than that member's role allows."
        actions={create}
      />
      <List
        noun="key"
        document={ApiKeysDocument}
        of={({ apiKeys }) => apiKeys}
        columns={keyColumns}
        nameOf={({ name }) => name}
        menu={(apiKey) => <KeyMenu apiKey={apiKey} onOpen={(kind) => dialogs.open(kind, apiKey)} />}
        empty={{
          title: 'No API keys yet',
          text: 'Create one to call the API from your own script or service.',
        }}
      />
      <CreateKeyDialog scopes={scopes} onClose={() => openForm(undefined)} onIssued={issued} />
      <RotateKeyDialog {...dialogs.of('rotate')} onIssued={issued} />
      <RevokeKeyDialog {...dialogs.of('revoke')} />
      <SecretDialog secret={secret} title="Your new API key" label="API key" onSaved={() => setSecret(undefined)}>
        Send it with each request as <code>Authorization: Bearer …</code>. Store it like a password.
      </SecretDialog>
    </>
  );
}
