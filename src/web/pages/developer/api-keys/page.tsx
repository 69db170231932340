import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { ApiKeysDocument } from '../../../gql/api-keys.ts';
import { SecretDialog, useDialogs } from '../../../kit/dialogs.tsx';
import { PlusIcon } from '../../../kit/icons.tsx';
import { PageHeader, Panel } from '../../../kit/layout.tsx';
import { EmptyState, type ListPage, PagedList, QueryView, RecordTable, useReportedCursor } from '../../../kit/list.tsx';
import { CreateKeyDialog, RevokeKeyDialog, RotateKeyDialog } from './key-dialogs.tsx';
import { type KeyDialogs, KeyRow } from './key-row.tsx';

const route = getRouteApi('/settings/developer/api-keys');

export function ApiKeysPage() {
  const dialogs: KeyDialogs = useDialogs();
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
        summary="For scripts and integrations of your own. A key acts as the member who created it, and never does more than that member's role allows."
        actions={create}
      />
      <Panel padded={false}>
        <PagedList>{(page) => <KeysPage page={page} dialogs={dialogs} />}</PagedList>
      </Panel>
      <CreateKeyDialog scopes={scopes} onClose={() => openForm(undefined)} onIssued={issued} />
      <RotateKeyDialog {...dialogs.of('rotate')} onIssued={issued} />
      <RevokeKeyDialog {...dialogs.of('revoke')} />
      <SecretDialog secret={secret} title="Your new API key" label="API key" onSaved={() => setSecret(undefined)}>
        Send it with each request as <code>Authorization: Bearer …</code>. Store it like a password.
      </SecretDialog>
    </>
  );
}

function KeysPage({ page, dialogs }: { readonly page: ListPage; readonly dialogs: KeyDialogs }) {
  const query = useQuery({ query: ApiKeysDocument, variables: { cursor: page.cursor } });
  useReportedCursor(page, query[0].data?.apiKeys?.nextCursor);
  return (
    <QueryView query={query}>
      {({ apiKeys }) => (
        <RecordTable
          columns={['Key', 'Status', 'Created', 'Last used']}
          hasActions
          isContinued={page.index > 0}
          rows={apiKeys?.apiKeys ?? []}
          empty={
            <EmptyState title="No API keys yet">
              Create one to call the API from a script or from a service of yours.
            </EmptyState>
          }
        >
          {(apiKey) => <KeyRow key={apiKey.id} apiKey={apiKey} dialogs={dialogs} />}
        </RecordTable>
      )}
    </QueryView>
  );
}
