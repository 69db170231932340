import { Button, List, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import {
  CurrentOAuthClientDocument,
  DeleteOAuthClientDocument,
  type OAuthClientDetailsFragment,
} from '../../../gql/oauth-clients.ts';
import { useAct } from '../../../parts/act.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { countOf } from '../../../parts/counts.ts';
import { TrashIcon } from '../../../parts/icons.tsx';
import { memberName } from '../../../parts/member-name.ts';
import { notifyDone } from '../../../parts/notify.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { clientList } from './client-view.tsx';

export function DeletionPanel({ client }: { readonly client: OAuthClientDetailsFragment }) {
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const { act, ...state } = useAct(DeleteOAuthClientDocument);
  const remove = async () => {
    if (!(await act({ input: { id: client.id } }))) return;
    notifyDone(`“${client.name}” is deleted`);
    navigate({ to: clientList.to, replace: true });
  };
  return (
    <Panel
      title="Delete this client"
      summary="All its connections end at once, in every workspace. It cannot be undone."
      actions={
        <Button
          variant="outline"
          color="var(--error-ink)"
          leftSection={<TrashIcon />}
          onClick={() => setIsAsking(true)}
        >
          Delete the client…
        </Button>
      }
    >
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Delete “${client.name}”?`}
        action="Delete the client"
        typedName={client.name}
        state={state}
        onConfirm={remove}
      >
        <Consequences id={client.id} />
      </ConfirmDialog>
    </Panel>
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
