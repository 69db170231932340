import { Button, List, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from 'urql';
import {
  CurrentOAuthClientDocument,
  DeleteOAuthClientDocument,
  type OAuthClientDetailsFragment,
  type OAuthClientRowFragment,
} from '../../../gql/oauth-clients.ts';
import { countOf } from '../../../kit/counts.ts';
import { ConfirmDialog, type DialogAbout } from '../../../kit/dialogs.tsx';
import { TrashIcon } from '../../../kit/icons.tsx';
import { Panel } from '../../../kit/layout.tsx';
import { QueryView } from '../../../kit/list/query-view.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { memberName } from '../../../parts/members.ts';
import { clientList } from './client-view.tsx';

export function DeletionPanel({ client }: { readonly client: OAuthClientDetailsFragment }) {
  const [opened, { open, close }] = useDisclosure();
  const navigate = useNavigate();
  return (
    <Panel
      title="Delete this client"
      summary="All its connections end at once, in every workspace. This cannot be undone."
      actions={
        <Button variant="outline" color="var(--error-ink)" leftSection={<TrashIcon />} onClick={open}>
          Delete the client…
        </Button>
      }
    >
      <DeleteClientDialog
        opened={opened}
        onClose={close}
        about={client}
        onDeleted={() => navigate({ to: clientList.to, replace: true })}
      />
    </Panel>
  );
}

type Deleted = Pick<OAuthClientRowFragment, 'id' | 'name'>;

export function DeleteClientDialog({ onDeleted, ...dialog }: DialogAbout<Deleted> & { onDeleted?: () => void }) {
  return (
    <ConfirmDialog
      {...dialog}
      title={({ name }) => `Delete “${name}”?`}
      action="Delete the client"
      typedName={dialog.about?.name}
      document={DeleteOAuthClientDocument}
      variables={({ id }) => ({ input: { id } })}
      onDone={(_, { name }) => {
        notifyDone(`“${name}” is deleted`);
        onDeleted?.();
      }}
    >
      {({ id }) => <Consequences id={id} />}
    </ConfirmDialog>
  );
}

/** Read when the question is asked, because connections come and go. */
function Consequences({ id }: { readonly id: number }) {
  const query = useQuery({ query: CurrentOAuthClientDocument, variables: { id }, requestPolicy: 'network-only' });
  return (
    <QueryView query={query}>
      {({ oauthClient }) => (oauthClient ? <EndingConnections usage={oauthClient.usage} /> : null)}
    </QueryView>
  );
}

const maxNamed = 5;

function EndingConnections({ usage }: { readonly usage: OAuthClientDetailsFragment['usage'] }) {
  const { connectionCount, workspaceCount, memberCount, members } = usage;
  if (connectionCount === 0) {
    return <Text size="sm">Nobody is connected, so nothing stops working. Its client id is never used again.</Text>;
  }
  const named = members.slice(0, maxNamed);
  return (
    <>
      <Text size="sm">
        <strong>
          {countOf(connectionCount, 'connection')} in {countOf(workspaceCount, 'workspace')}
        </strong>{' '}
        {connectionCount === 1 ? 'ends' : 'end'} at once: the app’s next request with any of its tokens gets a 401.
        People would have to connect another client.
      </Text>
      {named.length > 0 && (
        <>
          <Text size="sm" mt="sm">
            Of this workspace:
          </Text>
          <List size="sm">
            {named.map(({ connections, ...member }) => (
              <List.Item key={member.userId} className="breaks">
                {memberName(member)} ({countOf(connections, 'connection')})
              </List.Item>
            ))}
            {memberCount > named.length && <List.Item>and {countOf(memberCount - named.length, 'other')}</List.Item>}
          </List>
        </>
      )}
    </>
  );
}
