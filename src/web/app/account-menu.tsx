import { Button, Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMutation } from 'urql';
import { SignOutDocument } from '../gql/session.ts';
import { forgetDrafts } from '../kit/draft.ts';
import { CheckIcon, ChevronDownIcon } from '../kit/icons.tsx';
import { notifyProblem } from '../kit/messages.tsx';
import { optionsInAnyWorkspace } from './client.ts';
import { problemOf } from './problem.ts';
import { useSession, useSwitchWorkspace } from './session.ts';
import { tellOtherTabs } from './tabs.ts';

/** Who is signed in, where, and how to leave. A switch loads the application anew: nothing of the other workspace stays. */
export function AccountMenu() {
  const { user, workspace, memberships } = useSession();
  const [, signOut] = useMutation(SignOutDocument);
  const switchWorkspace = useSwitchWorkspace();
  const leave = async () => {
    const { error } = await signOut({}, { fetchOptions: optionsInAnyWorkspace() });
    if (error) return notifyProblem(problemOf(error));
    forgetDrafts();
    tellOtherTabs(null);
    location.assign('/');
  };
  const goTo = async (workspaceId: number) => {
    if (await switchWorkspace(workspaceId)) location.assign('/');
  };
  return (
    <Menu position="bottom-end" width={260} withinPortal>
      <Menu.Target>
        <Button
          className="account-button"
          variant="default"
          rightSection={<ChevronDownIcon />}
          aria-label={`Account and workspace: ${workspace.name}`}
        >
          <span className="ellipsis">{workspace.name}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          Signed in as
          <Text size="sm" c="var(--ink)" truncate>
            {user.email}
          </Text>
        </Menu.Label>
        <Menu.Item component={Link} to="/settings/account">
          Account
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Workspaces</Menu.Label>
        {memberships.map(({ workspaceId, name }) => (
          <Menu.Item
            key={workspaceId}
            onClick={() => workspaceId !== workspace.id && goTo(workspaceId)}
            rightSection={workspaceId === workspace.id ? <CheckIcon title="This workspace" /> : undefined}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={leave}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
