import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { reloadSession, useSession, useSwitchWorkspace } from '../../app/session.ts';
import { CreateWorkspaceDocument } from '../../gql/own-workspaces.ts';
import { useAct } from '../../parts/act.ts';
import { useFieldErrors } from '../../parts/field-errors.ts';
import { type DialogProps, FormDialog } from '../../parts/form-dialog.tsx';

/** Goes on in the new workspace at once: it is made to be used. */
export function CreateWorkspaceDialog({ opened, onClose }: DialogProps) {
  const { user } = useSession();
  const switchWorkspace = useSwitchWorkspace();
  const { act, ...state } = useAct(CreateWorkspaceDocument, {
    once: false,
    ifUnanswered: 'It is not known whether the workspace was made. Load the page again: it is in the list then.',
  });
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? 'Give the workspace a name' : null) },
  });
  useFieldErrors(form, state.problem);
  const create = async ({ name }: typeof form.values) => {
    const created = (await act({ input: { name: name.trim(), timeZone: user.timeZone } }))?.createWorkspace;
    if (!created) return;
    if (await switchWorkspace(created.id)) return location.assign('/settings/team');
    onClose();
    await reloadSession();
  };
  return (
    <FormDialog
      {...{ opened, onClose, state }}
      title="Create a workspace"
      action="Create the workspace"
      onSubmit={form.onSubmit(create)}
    >
      <Text size="sm">
        You are its owner, and go on there. Its contacts, calls and members are apart from those of your other
        workspaces. Whole days are meant in your time zone, {user.timeZone}.
      </Text>
      <TextInput label="Name" maxLength={100} withAsterisk data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  );
}
