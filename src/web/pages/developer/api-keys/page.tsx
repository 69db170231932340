import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { type ApiKeyRowFragment, ApiKeysDocument } from '../../../gql/api-keys.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PlusIcon } from '../../../parts/icons.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { type ListPage, PagedList, useReportedCursor } from '../../../parts/paged-list.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { RecordTable } from '../../../parts/record-table.tsx';
import { SecretDialog } from '../../../parts/secret-dialog.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyRow } from './key-row.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

/** What is done with a key, if something is. */
type Doing = { readonly kind: 'rotate' | 'revoke'; readonly apiKey: ApiKeyRowFragment } | undefined;

const route = getRouteApi('/settings/developer/api-keys');

export function ApiKeysPage() {
  const [doing, setDoing] = useState<Doing>();
  const [secret, setSecret] = useState<string>();
  const navigate = useNavigate();
  const { create: scopes } = route.useSearch();
  const openForm = (create: string | undefined) => navigate({ to: '.', search: { create }, resetScroll: false });
  const close = () => setDoing(undefined);
  const issued = (newSecret: string) => {
    close();
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
        <PagedList>{(page) => <KeysPage page={page} onAct={(kind, apiKey) => setDoing({ kind, apiKey })} />}</PagedList>
      </Panel>
      <CreateKeyDialog scopes={scopes} onClose={() => openForm(undefined)} onIssued={issued} />
      <RotateKeyDialog apiKey={doing?.kind === 'rotate' ? doing.apiKey : undefined} onClose={close} onIssued={issued} />
      <RevokeKeyDialog apiKey={doing?.kind === 'revoke' ? doing.apiKey : undefined} onClose={close} />
      <SecretDialog secret={secret} title="Your new API key" label="API key" onSaved={() => setSecret(undefined)}>
        Send it with each request as <code>Authorization: Bearer …</code>. Store it like a password.
      </SecretDialog>
    </>
  );
}

interface KeysPageProps {
  readonly page: ListPage;
  readonly onAct: (kind: 'rotate' | 'revoke', apiKey: ApiKeyRowFragment) => void;
}

function KeysPage({ page, onAct }: KeysPageProps) {
  const query = useQuery({ query: ApiKeysDocument, variables: { cursor: page.cursor } });
  useReportedCursor(page, query[0].data?.apiKeys?.nextCursor);
  return (
    <QueryView query={query}>
      {({ apiKeys }) =>
        apiKeys?.apiKeys.length === 0 && page.index === 0 ? (
          <EmptyState title="No API keys yet">
            Create one to call the API from a script or from a service of yours.
          </EmptyState>
        ) : (
          <RecordTable columns={['Key', 'Status', 'Created', 'Last used']} hasActions>
            {apiKeys?.apiKeys.map((apiKey) => (
              <KeyRow key={apiKey.id} apiKey={apiKey} onAct={onAct} />
            ))}
          </RecordTable>
        )
      }
    </QueryView>
  );
}
