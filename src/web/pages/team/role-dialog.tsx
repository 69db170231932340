import { Alert, Modal } from '@mantine/core';
import { useState } from 'react';
import { reloadSession, useSession } from '../../app/session.ts';
import { ChangeRoleDocument, type MemberRowFragment } from '../../gql/team.ts';
import { useAct } from '../../parts/act.ts';
import { FormBody } from '../../parts/form-dialog.tsx';
import { useLastDefined } from '../../parts/last-defined.ts';
import { memberName } from '../../parts/member-name.ts';
import { notifyDone } from '../../parts/notify.tsx';
import { type Role, roleTitles } from '../../parts/roles.ts';
import { LastOwnerNote, useIsLastOwner } from './last-owner.tsx';
import type { MemberDialogProps } from './member-row.tsx';
import { RolePicker } from './role-picker.tsx';

/** Gives a member another role. The last owner keeps theirs. */
export function RoleDialog({ member, onClose }: MemberDialogProps) {
  const shown = useLastDefined(member);
  return (
    <Modal
      opened={member !== undefined}
      onClose={onClose}
      title={`Role of ${shown ? memberName(shown) : ''}`}
      size="lg"
    >
      {shown && <RoleForm member={shown} onClose={onClose} />}
    </Modal>
  );
}

function RoleForm({ member, onClose }: { readonly member: MemberRowFragment; readonly onClose: () => void }) {
  const { user } = useSession();
  const { act, ...state } = useAct(ChangeRoleDocument);
  const [chosen, setChosen] = useState<Role>(member.role);
  const isLastOwner = useIsLastOwner(member);
  const isSelf = member.id === user.id;
  if (isLastOwner) return <LastOwnerNote onClose={onClose} />;
  const save = async () => {
    if (!(await act({ input: { id: member.id, role: chosen } }))) return;
    notifyDone(`${memberName(member)} is ${roleTitles[chosen].toLowerCase()} from now on`);
    onClose();
    if (isSelf) await reloadSession();
  };
  return (
    <FormBody
      {...{ state, onAct: save, onCancel: onClose }}
      action="Change the role"
      isDisabled={chosen === member.role}
    >
      <RolePicker value={chosen} onChange={setChosen} error={state.problem?.fields.role} />
      {isSelf && chosen !== member.role && (
        <Alert color="yellow">This is your own role: you may not be able to take it back yourself.</Alert>
      )}
    </FormBody>
  );
}
