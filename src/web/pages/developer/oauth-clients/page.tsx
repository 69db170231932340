import { Alert, Anchor, Button, Group, Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useSession } from '../../../app/session.ts';
import { maxClients } from '../../../gql/limits.ts';
import { type OAuthClientRowFragment, OAuthClientsDocument } from '../../../gql/oauth-clients.ts';
import { CopyValue } from '../../../kit/copy-buttons.tsx';
import { countOf } from '../../../kit/counts.ts';
import { useDialogs } from '../../../kit/dialogs.tsx';
import { InfoIcon, PlusIcon } from '../../../kit/icons.tsx';
import { PageHeader } from '../../../kit/layout.tsx';
import type { Columns } from '../../../kit/list/columns.ts';
import { List } from '../../../kit/list/list.tsx';
import { DangerItem } from '../../../kit/list/row-menu.tsx';
import { Moment } from '../../../kit/moment.tsx';
import { AppLogo } from '../../../parts/app-logo.tsx';
import { ScopeDisclosure } from '../../../parts/scopes.tsx';
import { clientList, mayDelete, StatusBadge } from './client-view.tsx';
import { DeleteClientDialog } from './deletion-panel.tsx';

const clientColumns: Columns<OAuthClientRowFragment> = {
  client: {
    title: 'Client',
    cell: ({ id, name, clientId, allowedScopes, clientType, ...client }) => (
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <AppLogo {...client} name={name} />
        <div>
          <Anchor component={Link} to={`${clientList.to}/${id}`} fw={600} className="breaks">
            {name}
          </Anchor>
          <CopyValue value={clientId} label={`Copy the client id of ${name}`} />
          <p className="hint">{clientType === 'PUBLIC' ? 'Public' : 'Confidential'}</p>
          <ScopeDisclosure scopes={allowedScopes} of={name} isOpen />
        </div>
      </Group>
    ),
  },
  status: {
    title: 'Status',
    cell: ({ status }) => <StatusBadge status={status} />,
    hint: ({ status, approvalRequestedAt }) => (
      <>
        {status === 'APPROVED' || status === 'ACTIVE' ? 'For every workspace' : 'Only for this workspace'}
        {status === 'PENDING' && approvalRequestedAt !== null && (
          <>
            <br />
            <Moment before="Approval requested " at={approvalRequestedAt} />
          </>
        )}
      </>
    ),
  },
  connections: {
    title: 'Connections',
    text: ({ usage }) => (usage.connectionCount === 0 ? 'None' : countOf(usage.connectionCount, 'connection')),
    hint: ({ usage }) => usage.lastUsedAt && <Moment before="used " at={usage.lastUsedAt} />,
  },
  created: { title: 'Created', at: ({ createdAt }) => createdAt, hint: (client) => <Registrar {...client} /> },
};

function Registrar({ userId }: OAuthClientRowFragment) {
  return userId === useSession().user.id ? 'by you' : 'by another member';
}

export function OAuthClientsPage() {
  const session = useSession();
  const dialogs = useDialogs<'delete', OAuthClientRowFragment>();
  const [{ data }] = useQuery({ query: OAuthClientsDocument });
  const count = data?.oauthClients?.count;
  const isFull = count !== undefined && count >= maxClients;
  return (
    <>
      <PageHeader
        title="OAuth clients"
        summary="Apps that act on behalf of people who allow it, each in the workspace that the person chooses. Users share no password and no API key."
        actions={
          !isFull && (
            <Button component={Link} to={`${clientList.to}/new`} leftSection={<PlusIcon />}>
              Register a client
            </Button>
          )
        }
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
              <DangerItem onClick={() => dialogs.open('delete', client)}>Delete…</DangerItem>
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
