import { Alert, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { maxClients } from '../../../gql/limits.ts';
import { OAuthClientsDocument } from '../../../gql/oauth-clients.ts';
import { useDialogs } from '../../../kit/dialogs.tsx';
import { InfoIcon, PlusIcon } from '../../../kit/icons.tsx';
import { PageHeader, Panel } from '../../../kit/layout.tsx';
import { EmptyState, QueryView, RecordTable } from '../../../kit/list.tsx';
import { type ClientDialogs, ClientRow } from './client-row.tsx';
import { DeleteClientDialog } from './deletion-panel.tsx';

export function OAuthClientsPage() {
  const dialogs: ClientDialogs = useDialogs();
  const query = useQuery({ query: OAuthClientsDocument });
  const isFull = (query[0].data?.oauthClients?.count ?? 0) >= maxClients;
  const register = !isFull && (
    <Button component={Link} to="/settings/developer/oauth-clients/new" leftSection={<PlusIcon />}>
      Register a client
    </Button>
  );
  return (
    <>
      <PageHeader
        title="OAuth clients"
        summary="Apps that act for people who allow it, each in the workspace that the person chooses. Their users give away no password and no API key."
        actions={register}
      />
      {isFull && (
        <Alert color="yellow" icon={<InfoIcon />} mb="md" title="No more clients can be registered">
          This workspace has all {maxClients} clients that it may have. To register another, delete one that is no
          longer used.
        </Alert>
      )}
      <Panel padded={false}>
        <QueryView query={query}>
          {({ oauthClients }) => (
            <RecordTable
              columns={['Client', 'Status', 'Connections', 'Created']}
              hasActions
              rows={oauthClients?.oauthClients ?? []}
              empty={
                <EmptyState title="No OAuth clients yet">
                  Register one for each app that is to act for its users.{' '}
                  <a href="/docs/oauth">How OAuth 2.0 works here</a>
                </EmptyState>
              }
            >
              {(client) => <ClientRow key={client.id} client={client} dialogs={dialogs} />}
            </RecordTable>
          )}
        </QueryView>
      </Panel>
      <DeleteClientDialog {...dialogs.of('delete')} />
      {query[0].data?.oauthClients && (
        <Text size="sm" c="dimmed" mt="sm">
          {query[0].data.oauthClients.count} of {maxClients} clients registered
        </Text>
      )}
    </>
  );
}
