import { Alert, Modal, Radio, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { reloadSession, useSession } from '../../app/session.ts';
import { managedRoles } from '../../gql/roles.ts';
import { ChangeRoleDocument, type MemberRowFragment } from '../../gql/team.ts';
import { useAct } from '../../kit/act.ts';
import type { DialogAbout } from '../../kit/dialogs.tsx';
import { FormBody } from '../../kit/form.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { memberName, type Role, roleSentences, roleTitles } from '../../parts/members.ts';
import { LastOwnerNote, useIsLastOwner } from './last-owner.tsx';

/** Gives a member another role. The last owner keeps theirs. */
export function RoleDialog({ about, ...dialog }: DialogAbout<MemberRowFragment>) {
  return (
    <Modal {...dialog} title={`Role of ${about ? memberName(about) : ''}`} size="lg">
      {about && <RoleForm member={about} onClose={dialog.onClose} />}
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
    <FormBody {...{ state, onAct: save, onCancel: onClose }} action="Change role" isDisabled={chosen === member.role}>
      <RolePicker value={chosen} onChange={setChosen} error={state.problem?.fields.role} />
      {isSelf && chosen !== member.role && (
        <Alert color="yellow">This is your own role: you may not be able to take it back yourself.</Alert>
      )}
    </FormBody>
  );
}

interface RolePickerProps {
  readonly value?: Role;
  readonly onChange?: (role: Role) => void;
  readonly error?: ReactNode;
}

/** The roles that the viewer may give, each with what it may do. */
export function RolePicker({ value, onChange, error }: RolePickerProps) {
  const { role: own } = useSession();
  return (
    <Radio.Group label="Role" value={value} onChange={(role) => onChange?.(role as Role)} error={error} withAsterisk>
      <Stack gap="sm" mt="xs" mb="xs">
        {managedRoles[own].map((role) => (
          <Radio key={role} value={role} label={roleTitles[role]} description={roleSentences[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
