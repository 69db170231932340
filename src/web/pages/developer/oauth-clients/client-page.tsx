import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../../app/session.ts';
import { MemberChoiceDocument } from '../../../gql/choices.ts';
import { type OAuthClientDetailsFragment, RequestOAuthClientApprovalDocument } from '../../../gql/oauth-clients.ts';
import { scopeGroups } from '../../../gql/scopes.ts';
import { useAct } from '../../../kit/act.ts';
import { countOf } from '../../../kit/counts.ts';
import { Facts } from '../../../kit/facts.tsx';
import { EditIcon, LockIcon, PlayIcon } from '../../../kit/icons.tsx';
import { PageHeader, Panel } from '../../../kit/layout.tsx';
import type { Columns } from '../../../kit/list/columns.ts';
import { RecordTable } from '../../../kit/list/table.tsx';
import { notifyDone, ProblemNote } from '../../../kit/messages.tsx';
import { ExactMoment, Moment } from '../../../kit/moment.tsx';
import { AppLogo } from '../../../parts/app-logo.tsx';
import { memberName } from '../../../parts/members.ts';
import { AuthorizeUrlPanel } from './authorize-url-panel.tsx';
import { ClientView, clientList, mayDelete, StatusBadge } from './client-view.tsx';
import { CredentialsPanel } from './credentials-panel.tsx';
import { DeletionPanel } from './deletion-panel.tsx';

export function ClientPage() {
  return <ClientView>{(client) => <Client key={client.id} client={client} />}</ClientView>;
}

interface ClientProps {
  readonly client: OAuthClientDetailsFragment;
}

function Client({ client }: ClientProps) {
  const session = useSession();
  const isOwn = client.userId === session.user.id;
  const isDeletable = mayDelete(client, session);
  const { id, name, status, clientType } = client;
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
        actions={
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
        }
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

function OfAnotherMember({ client, isDeletable }: ClientProps & { readonly isDeletable: boolean }) {
  const [{ data }] = useQuery({
    query: MemberChoiceDocument,
    variables: { id: client.userId },
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

/** Who can connect the client, and how others come to. */
function ApprovalPanel({ client, isOwn }: ClientProps & { readonly isOwn: boolean }) {
  const { act, isBusy, problem } = useAct(RequestOAuthClientApprovalDocument);
  const { id, name, status, approvalRequestedAt } = client;
  const isRejected = status === 'REJECTED';
  const canRequest = isOwn && (isRejected || (status === 'PENDING' && approvalRequestedAt === null));
  const request = async () => {
    if (await act({ input: { id } })) notifyDone(`Approval of “${name}” is requested`);
  };
  return (
    <Panel title="Who can connect" actions={<StatusBadge status={status} />}>
      <ProblemNote problem={problem} />
      <Text size="sm" maw="42rem">
        {explanation(client)}
      </Text>
      {canRequest && (
        <Group mt="md">
          <Button variant="default" onClick={request} loading={isBusy}>
            {isRejected ? 'Request approval again' : 'Request approval'}
          </Button>
        </Group>
      )}
    </Panel>
  );
}

function explanation({ status, approvalRequestedAt }: OAuthClientDetailsFragment): ReactNode {
  const own = 'Only members of this workspace can connect it, for this workspace. Others read that access is denied.';
  switch (status) {
    case 'APPROVED':
      return 'The operator has approved it: everybody can connect it for their workspace. It becomes active with the next connection.';
    case 'ACTIVE':
      return 'The operator has approved it: everybody can connect it for their workspace.';
    case 'REJECTED':
      return `The operator did not approve it. ${own} Fix what the operator named, then request approval again.`;
    case 'PENDING':
      return approvalRequestedAt === null ? (
        `${own} That is all you need for an app of your own. For other workspaces, ask the operator of this server for approval.`
      ) : (
        <>
          {own} Approval was requested <Moment at={approvalRequestedAt} />; the operator of this server decides.
        </>
      );
  }
}

const columns: Columns<OAuthClientDetailsFragment['usage']['members'][number]> = {
  member: { title: 'Member of this workspace', text: memberName, hint: ({ email }) => email },
  connections: { title: 'Connections', text: ({ connections }) => String(connections) },
  used: { title: 'Last used', at: ({ lastUsedAt }) => lastUsedAt },
};

/** Who uses the client now. Of other workspaces there are only numbers. */
export function ConnectionsPanel({ client: { usage } }: ClientProps) {
  const { connectionCount, workspaceCount, memberCount, members, lastUsedAt } = usage;
  if (connectionCount === 0) {
    return (
      <Panel title="Connections">
        <p className="hint">Nobody has connected it yet. Send someone to its authorize URL.</p>
      </Panel>
    );
  }
  return (
    <Panel
      padded={false}
      title="Connections"
      summary={
        <>
          {countOf(connectionCount, 'live connection')} in {countOf(workspaceCount, 'workspace')}
          <Moment before=", last used " at={lastUsedAt} />. {memberCount === 0 && 'Nobody of this workspace has one.'}
        </>
      }
    >
      {members.length > 0 && <RecordTable columns={columns} rows={members} keyOf={({ userId }) => userId} />}
      {memberCount > members.length && (
        <Text size="sm" c="dimmed" p="md">
          And {countOf(memberCount - members.length, 'more member')}
        </Text>
      )}
    </Panel>
  );
}

/** All that was entered about the client. */
function RegistrationPanel({ client }: ClientProps) {
  const { homepageUrl, redirectUris, grantTypes, allowedScopes, createdAt, updatedAt } = client;
  return (
    <Panel title="Registration">
      <Facts
        of={{
          'App Homepage URL':
            homepageUrl === null ? (
              'None'
            ) : (
              <a className="breaks" href={homepageUrl} target="_blank" rel="noopener noreferrer nofollow">
                {homepageUrl}
              </a>
            ),
          'Redirect URIs': (
            <Stack gap={2}>
              {redirectUris.map((uri) => (
                <code key={uri} className="breaks">
                  {uri}
                </code>
              ))}
            </Stack>
          ),
          'Grant types': grantTypes.includes('REFRESH_TOKEN')
            ? 'Authorization code and refresh token'
            : 'Authorization code alone: people are asked again after each hour',
          'Allowed scopes': (
            <Stack gap="xs">
              {scopeGroups
                .flatMap((group) => group.scopes)
                .filter(({ scope }) => allowedScopes.includes(scope))
                .map(({ scope, sentence }) => (
                  <div key={scope}>
                    {sentence}
                    <p className="hint">
                      <code>{scope}</code>
                    </p>
                  </div>
                ))}
            </Stack>
          ),
          Registered: <ExactMoment at={createdAt} />,
          'Last changed': <ExactMoment at={updatedAt} />,
        }}
      />
    </Panel>
  );
}
