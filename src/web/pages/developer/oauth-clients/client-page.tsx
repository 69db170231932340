import { Alert, Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useSession } from '../../../app/session.ts';
import { type OAuthClientDetailsFragment, OAuthClientRegistrarDocument } from '../../../gql/oauth-clients.ts';
import { EditIcon, LockIcon, PlayIcon } from '../../../kit/icons.tsx';
import { PageHeader } from '../../../kit/layout.tsx';
import { AppLogo } from '../../../parts/app-logo.tsx';
import { memberName } from '../../../parts/members.ts';
import { ApprovalPanel } from './approval-panel.tsx';
import { AuthorizeUrlPanel } from './authorize-url-panel.tsx';
import { mayDelete, StatusBadge } from './client-columns.tsx';
import { ClientView, clientList } from './client-view.tsx';
import { ConnectionsPanel } from './connections-panel.tsx';
import { CredentialsPanel } from './credentials-panel.tsx';
import { DeletionPanel } from './deletion-panel.tsx';
import { RegistrationPanel } from './registration-panel.tsx';

export function ClientPage() {
  return <ClientView>{(client) => <Client key={client.id} client={client} />}</ClientView>;
}

function Client({ client }: { readonly client: OAuthClientDetailsFragment }) {
  const session = useSession();
  const isOwn = client.userId === session.user.id;
  const isDeletable = mayDelete(client, session);
  const { id, name, status, clientType } = client;
  const actions = (
    <Group gap="sm">
      <Button component={Link} to={`${clientList.to}/${id}/try`} variant="default" leftSection={<PlayIcon />}>
        Try the flow
      </Button>
      {isOwn && (
        <Button component={Link} to={`${clientList.to}/${id}/edit`} variant="default" leftSection={<EditIcon />}>
          Edit
        </Button>
      )}
    </Group>
  );
  return (
    <>
      <PageHeader
        title={name}
        back={clientList}
        picture={<AppLogo {...client} size={56} />}
        summary={
          <Group gap="xs">
            <StatusBadge status={status} />
            {clientType === 'PUBLIC' ? 'Public client' : 'Confidential client'}
          </Group>
        }
        actions={actions}
      />
      {!isOwn && <OfAnotherMember client={client} isDeletable={isDeletable} />}
      <CredentialsPanel client={client} isOwn={isOwn} />
      <AuthorizeUrlPanel client={client} />
      <ApprovalPanel client={client} isOwn={isOwn} />
      <ConnectionsPanel client={client} />
      <RegistrationPanel client={client} />
      {isDeletable && <DeletionPanel client={client} />}
    </>
  );
}

interface OfAnotherMemberProps {
  readonly client: OAuthClientDetailsFragment;
  readonly isDeletable: boolean;
}

function OfAnotherMember({ client, isDeletable }: OfAnotherMemberProps) {
  const [{ data }] = useQuery({
    query: OAuthClientRegistrarDocument,
    variables: { userId: client.userId },
    requestPolicy: 'cache-first',
  });
  const name = data?.user && memberName(data.user);
  return (
    <Alert color="gray" icon={<LockIcon />} mb="md" title="You can view this client, but not change it">
      {name || 'Another member'} registered this client. Only the member who registered a client changes it or rotates
      its secret.{' '}
      {isDeletable ? 'As an owner of the workspace you can delete it.' : 'An owner of the workspace can delete it.'}
    </Alert>
  );
}
