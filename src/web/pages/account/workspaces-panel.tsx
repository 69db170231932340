import { Badge, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useServer, useSession, useSwitchWorkspace } from '../../app/session.ts';
import { PlusIcon } from '../../parts/icons.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { roleTitles } from '../../parts/roles.ts';
import { CreateWorkspaceDialog } from './create-workspace-dialog.tsx';

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
    if (await switchWorkspace(workspaceId)) location.assign('/settings');
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
      <RecordTable columns={['Workspace', 'Your role']} hasActions>
        {memberships.map(({ workspaceId, name, role }) => (
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
        ))}
      </RecordTable>
      <CreateWorkspaceDialog opened={isCreating} onClose={() => setIsCreating(false)} />
    </Panel>
  );
}
