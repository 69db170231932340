import { Checkbox, List, Modal } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import {
  RemoveMemberDocument,
  type RemoveMemberMutation,
  UpcomingCallCountDocument,
} from '../../gql/member-removal.ts';
import type { MemberRowFragment } from '../../gql/team.ts';
import { useAct } from '../../parts/act.ts';
import { FormBody } from '../../parts/form-dialog.tsx';
import { useLastDefined } from '../../parts/last-defined.ts';
import { memberName } from '../../parts/member-name.ts';
import { LastOwnerNote, useIsLastOwner } from './last-owner.tsx';
import type { MemberDialogProps } from './member-row.tsx';
import { RemovalResult } from './removal-result.tsx';
import { SuccessorSelect } from './successor-select.tsx';

/** Says what becomes of everything that the member has, and afterwards what became of it. */
export function RemoveDialog({ member, onClose }: MemberDialogProps) {
  const { user } = useSession();
  const shown = useLastDefined(member);
  const [result, setResult] = useState<RemovedUser>();
  const removed = result?.userId === shown?.id ? result : undefined;
  const isSelf = shown?.id === user.id;
  const close = () => {
    // Whoever has left sees nothing of the workspace any more.
    if (isSelf && removed) location.assign('/settings');
    else onClose();
  };
  const name = shown ? memberName(shown) : '';
  const title = isSelf ? 'Leave the workspace?' : `Remove ${name}?`;
  return (
    <Modal opened={member !== undefined} onClose={close} title={removed ? `${name} has left` : title} size="lg">
      {removed ? (
        <RemovalResult removed={removed} onDone={close} />
      ) : (
        shown && <RemovalForm member={shown} isSelf={isSelf} onClose={onClose} onRemoved={setResult} />
      )}
    </Modal>
  );
}

type RemovedUser = NonNullable<RemoveMemberMutation['removeUser']>;

interface RemovalFormProps {
  readonly member: MemberRowFragment;
  readonly isSelf: boolean;
  readonly onClose: () => void;
  readonly onRemoved: (removed: RemovedUser) => void;
}

function RemovalForm({ member, isSelf, onClose, onRemoved }: RemovalFormProps) {
  const { act, ...state } = useAct(RemoveMemberDocument);
  const [transferTo, setTransferTo] = useState<number>();
  const [cancelCalls, setCancelCalls] = useState(false);
  const isLastOwner = useIsLastOwner(member);
  const [{ data }] = useQuery({ query: UpcomingCallCountDocument, variables: { userId: member.id } });
  const calls = data?.eventCalls?.count;
  const remove = async () => {
    const data = await act({ input: { id: member.id, transferTo, cancelCalls } });
    if (data?.removeUser) onRemoved(data.removeUser);
  };
  if (isLastOwner) return <LastOwnerNote onClose={onClose} />;
  return (
    <FormBody
      {...{ state, onAct: remove, onCancel: onClose }}
      action={isSelf ? 'Leave the workspace' : 'Remove the member'}
      isDangerous
    >
      <List size="sm" spacing={4}>
        <List.Item>{isSelf ? 'You lose' : 'They lose'} access to this workspace at once, in every session.</List.Item>
        <List.Item>
          {isSelf ? 'Your' : 'Their'} API keys are revoked and the connections with apps end: what uses them stops.
        </List.Item>
        <List.Item>{isSelf ? 'Your' : 'Their'} schedules and times off are deleted.</List.Item>
        <List.Item>
          Apps that {isSelf ? 'you' : 'they'} registered go on, and belong to who takes over, or to an owner.
        </List.Item>
        <List.Item>Past calls, deals and transactions stay, with {isSelf ? 'your' : 'their'} name.</List.Item>
      </List>
      <SuccessorSelect
        memberId={member.id}
        calls={calls}
        value={transferTo}
        onChange={setTransferTo}
        error={state.problem?.fields.transferTo ?? state.problem?.fields.id}
      />
      <Checkbox
        label="Cancel the upcoming calls that nobody takes"
        description="Of calls whose time the new host is not free, too"
        checked={cancelCalls}
        onChange={(event) => setCancelCalls(event.currentTarget.checked)}
      />
    </FormBody>
  );
}
