import { Badge, Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import { reloadSession, useServer, useSession, useSwitchWorkspace } from '../../app/session.ts';
import { CreateWorkspaceDocument } from '../../gql/own-workspaces.ts';
import { type DialogProps, FormDialog, useActForm } from '../../kit/form.tsx';
import { PlusIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/layout.tsx';
import { RecordTable } from '../../kit/list.tsx';
import { roleTitles } from '../../parts/members.ts';

/** The workspaces that the person is a member of, and as what. */
export function WorkspacesPanel() {
  const { workspace, memberships } = useSession();
  const switchWorkspace = useSwitchWorkspace();
  // Some servers leave it to the operator to make workspaces.
  const { signUp } = useServer();
  const [isCreating, setIsCreating] = useState(false);
  const [target, setTarget] = useState<number>();
  const goTo = async (workspaceId: number) => {
    setTarget(workspaceId);
    if (await switchWorkspace(workspaceId)) location.assign('/');
    else setTarget(undefined);
  };
  return (
    <Panel
      padded={false}
      title="Workspaces"
      summary="Each has its own members, contacts, calls and keys."
      actions={
        signUp && (
          <Button variant="default" leftSection={<PlusIcon />} onClick={() => setIsCreating(true)}>
            Create workspace
          </Button>
        )
      }
    >
      <RecordTable columns={['Workspace', 'Your role']} hasActions rows={memberships}>
        {({ workspaceId, name, role }) => (
          <tr key={workspaceId}>
            <td>
              <Text fw={600} className="breaks">
                {name}
              </Text>
            </td>
            <td data-label="Your role">{roleTitles[role]}</td>
            <td className="actions">
              {workspaceId === workspace.id ? (
                <Badge color="green">This workspace</Badge>
              ) : (
                <Button
                  variant="default"
                  size="xs"
                  loading={target === workspaceId}
                  aria-label={`Switch to ${name}`}
                  onClick={() => goTo(workspaceId)}
                >
                  Switch
                </Button>
              )}
            </td>
          </tr>
        )}
      </RecordTable>
      <CreateWorkspaceDialog opened={isCreating} onClose={() => setIsCreating(false)} />
    </Panel>
  );
}

/** Goes on in the new workspace at once: it is made to be used. */
function CreateWorkspaceDialog(dialog: DialogProps) {
  const { user } = useSession();
  const switchWorkspace = useSwitchWorkspace();
  const { form, frame } = useActForm({
    document: CreateWorkspaceDocument,
    once: false,
    ifUnanswered: 'It is not known whether the workspace was made. Load the page again: it is in the list then.',
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? 'Give the workspace a name' : null) },
    variables: ({ name }) => ({ input: { name: name.trim(), timeZone: user.timeZone } }),
    onDone: async ({ createWorkspace: created }) => {
      if (!created) return;
      if (await switchWorkspace(created.id)) return location.assign('/settings/team');
      dialog.onClose();
      await reloadSession();
    },
  });
  return (
    <FormDialog {...dialog} {...frame} title="Create a workspace" action="Create the workspace">
      <Text size="sm">
        You are its owner, and go on there. Its contacts, calls and members are apart from those of your other
        workspaces. Whole days are meant in your time zone, {readableZoneName(user.timeZone)}.
      </Text>
      <TextInput label="Name" maxLength={100} withAsterisk data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  );
}
