import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { reloadSession, useSession } from '../../app/session.ts';
import { managedRoles } from '../../gql/roles.ts';
import { ChangeRoleDocument, type MemberRowFragment, OwnerCountDocument } from '../../gql/team.ts';
import { Radios } from '../../kit/choice-groups.tsx';
import type { DialogAbout } from '../../kit/dialogs.tsx';
import { Form, useActForm } from '../../kit/form.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { memberName, type Role, roleSentences, roleTitles } from '../../parts/members.ts';

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
  const isLastOwner = useIsLastOwner(member);
  const isSelf = member.id === user.id;
  const { form, frame } = useActForm({
    document: ChangeRoleDocument,
    initialValues: { role: member.role },
    validate: {},
    variables: ({ role }) => ({ input: { id: member.id, role } }),
    onDone: async (_data, _form, { role }) => {
      notifyDone(`${memberName(member)} is ${roleTitles[role].toLowerCase()} from now on`);
      onClose();
      if (isSelf) await reloadSession();
    },
  });
  if (isLastOwner) return <LastOwnerNote onClose={onClose} />;
  return (
    <Form {...frame} action="Change role" isDisabled={!form.isDirty()} onCancel={onClose}>
      <RolePicker {...form.getInputProps('role')} />
      {isSelf && form.isDirty() && (
        <Alert color="yellow">This is your own role: you may not be able to take it back yourself.</Alert>
      )}
    </Form>
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
export function useIsLastOwner(member: MemberRowFragment): boolean {
  const isOwner = member.role === 'OWNER';
  const [{ data }] = useQuery({ query: OwnerCountDocument, pause: !isOwner });
  return isOwner && data?.users?.count === 1;
}

/** In the place of a form that the server would refuse. */
export function LastOwnerNote({ onClose }: { readonly onClose: () => void }) {
  return (
    <Stack gap="md">
      <Alert color="yellow">
        A workspace needs an owner, and this is the only one. Make someone else an owner first.
      </Alert>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
