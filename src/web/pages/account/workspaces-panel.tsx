import { Badge, Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import { reloadSession, type Session, useServer, useSession, useSwitchWorkspace } from '../../app/session.ts';
import { CreateWorkspaceDocument } from '../../gql/own-workspaces.ts';
import { type DialogProps, FormDialog, useActForm } from '../../kit/form.tsx';
import { PlusIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/layout.tsx';
import type { Columns } from '../../kit/list/columns.ts';
import { RecordTable } from '../../kit/list/table.tsx';
import { roleTitles } from '../../parts/members.ts';

const columns: Columns<Session['memberships'][number]> = {
  workspace: { title: 'Workspace', isName: true, text: ({ name }) => name },
  role: { title: 'Your role', text: ({ role }) => roleTitles[role] },
};

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
      <RecordTable
        columns={columns}
        rows={memberships}
        keyOf={({ workspaceId }) => workspaceId}
        actions={({ workspaceId, name }) =>
          workspaceId === workspace.id ? (
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
          )
        }
      />
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
    ifUnanswered: 'We do not know whether the workspace was created. Reload the page: if it was, it is in the list.',
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
    <FormDialog {...dialog} {...frame} title="Create a workspace" action="Create workspace">
      <Text size="sm">
        You become its owner and continue there. Its contacts, calls and members are apart from those of your other
        workspaces. Whole days are meant in your time zone, {readableZoneName(user.timeZone)}.
      </Text>
      <TextInput label="Name" maxLength={100} withAsterisk data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  );
}
