import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { reloadSession, useSession } from '../../app/session.ts';
import { managedRoles } from '../../gql/roles.ts';
import { ChangeRoleDocument, type MemberRowFragment, OwnerCountDocument } from '../../gql/team.ts';
import { Radios } from '../../kit/choice-groups.tsx';
import { ActDialog, type DialogAbout } from '../../kit/dialogs.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { memberName, type Role, roleSentences, roleTitles } from '../../parts/members.ts';

/** Gives a member another role. The last owner keeps theirs. */
export function RoleDialog(dialog: DialogAbout<MemberRowFragment>) {
  const { user } = useSession();
  const isLastOwner = useIsLastOwner(dialog.about);
  const isSelf = dialog.about?.id === user.id;
  return (
    <ActDialog
      {...dialog}
      size="lg"
      title={(member) => `Role of ${memberName(member)}`}
      action="Change role"
      document={ChangeRoleDocument}
      initialValues={({ role }) => ({ role })}
      variables={({ role }, { id }) => ({ input: { id, role } })}
      isRefused={() => isLastOwner}
      isDisabled={({ role }, member) => role === member.role}
      onDone={async (_data, member, { role }) => {
        notifyDone(`${memberName(member)} is ${roleTitles[role].toLowerCase()} from now on`);
        if (isSelf) await reloadSession();
      }}
    >
      {(form) =>
        isLastOwner ? (
          <LastOwnerNote />
        ) : (
          <>
            <RolePicker {...form.getInputProps('role')} />
            {isSelf && form.isDirty() && (
              <Alert color="yellow">This is your own role: you may not be able to take it back yourself.</Alert>
            )}
          </>
        )
      }
    </ActDialog>
  );
}

interface RolePickerProps {
  readonly value?: Role;
  readonly onChange?: (role: string) => void;
  readonly error?: ReactNode;
}

/** The roles that the viewer may give, each with what it may do. */
export function RolePicker(props: RolePickerProps) {
  const { role: own } = useSession();
  const choices = managedRoles[own].map((role) => ({
    value: role,
    label: roleTitles[role],
    description: roleSentences[role],
  }));
  return <Radios label="Role" choices={choices} withAsterisk {...props} />;
}

/** The server is asked again when something is saved: another owner may lose the role meanwhile. */
export function useIsLastOwner(member: MemberRowFragment | undefined): boolean {
  const isOwner = member?.role === 'OWNER';
  const [{ data }] = useQuery({ query: OwnerCountDocument, pause: !isOwner });
  return isOwner && data?.users?.count === 1;
}

/** In the place of a form that the server would refuse. */
export function LastOwnerNote() {
  return (
    <Alert color="yellow">
      A workspace needs an owner, and this is the only one. Make someone else an owner first.
    </Alert>
  );
}
