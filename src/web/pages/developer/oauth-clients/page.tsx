import { Alert, Button, Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useSession } from '../../../app/session.ts';
import { maxClients } from '../../../gql/limits.ts';
import { type OAuthClientRowFragment, OAuthClientsDocument } from '../../../gql/oauth-clients.ts';
import { useDialogs } from '../../../kit/dialogs.tsx';
import { InfoIcon, PlusIcon } from '../../../kit/icons.tsx';
import { PageHeader } from '../../../kit/layout.tsx';
import { List } from '../../../kit/list/list.tsx';
import { clientColumns, mayDelete } from './client-columns.tsx';
import { clientList } from './client-view.tsx';
import { DeleteClientDialog } from './deletion-panel.tsx';

export function OAuthClientsPage() {
  const session = useSession();
  const dialogs = useDialogs<'delete', OAuthClientRowFragment>();
  const [{ data }] = useQuery({ query: OAuthClientsDocument });
  const count = data?.oauthClients?.count;
  const isFull = count !== undefined && count >= maxClients;
  const register = !isFull && (
    <Button component={Link} to="/settings/developer/oauth-clients/new" leftSection={<PlusIcon />}>
      Register a client
    </Button>
  );
  return (
    <>
      <PageHeader
        title="OAuth clients"
        summary="Apps that act on behalf of people who allow it, each in the workspace that the person chooses. Users share no password and no API key."
        actions={register}
      />
      {isFull && (
        <Alert color="yellow" icon={<InfoIcon />} mb="md" title="No more clients can be registered">
          This workspace has all {maxClients} clients that it may have. To register another, delete one that is no
          longer used.
        </Alert>
      )}
      <List
        noun="client"
        document={OAuthClientsDocument}
        of={({ oauthClients }) => oauthClients}
        columns={clientColumns}
        nameOf={({ name }) => name}
        menu={(client) =>
          mayDelete(client, session) && (
            <>
              {client.userId === session.user.id && (
                <Menu.Item renderRoot={(props) => <Link to={`${clientList.to}/${client.id}/edit`} {...props} />}>
                  Edit
                </Menu.Item>
              )}
              <Menu.Item color="var(--error-ink)" onClick={() => dialogs.open('delete', client)}>
                Delete…
              </Menu.Item>
            </>
          )
        }
        empty={{
          title: 'No OAuth clients yet',
          text: (
            <>
              Register one for each app that acts on behalf of its users.{' '}
              <a href="/docs/oauth">How OAuth 2.0 works here</a>
            </>
          ),
        }}
      />
      <DeleteClientDialog {...dialogs.of('delete')} />
      {count !== undefined && (
        <Text size="sm" c="dimmed" mt="sm">
          {count} of {maxClients} clients registered
        </Text>
      )}
    </>
  );
}
