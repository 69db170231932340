import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type OAuthClientDetailsFragment, RequestOAuthClientApprovalDocument } from '../../../gql/oauth-clients.ts';
import { useAct } from '../../../kit/act.ts';
import { Panel } from '../../../kit/layout.tsx';
import { notifyDone, ProblemNote } from '../../../kit/messages.tsx';
import { Moment } from '../../../kit/moment.tsx';
import { StatusBadge } from './client-columns.tsx';

interface ApprovalPanelProps {
  readonly client: OAuthClientDetailsFragment;
  readonly isOwn: boolean;
}

/** Who can connect the client, and how others come to. */
export function ApprovalPanel({ client, isOwn }: ApprovalPanelProps) {
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
