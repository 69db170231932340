import { Button, Group, Modal, Text } from '@mantine/core';
import { interrupt, useInterruption } from './interruption.ts';
import { shownWorkspace, signInAddress, useSwitchWorkspace } from './session.ts';

/** A form may be open in a dialog of the page. */
const aboveDialogs = 350;

/** Dialogs over the page, which keeps what was typed. */
export function Interruptions() {
  const interruption = useInterruption();
  const switchWorkspace = useSwitchWorkspace();
  const close = () => interrupt(undefined);
  const loadAgain = <Button onClick={() => location.assign('/')}>Reload the page</Button>;
  const workspace = shownWorkspace();
  const switchBack = async () => {
    if (workspace && (await switchWorkspace(workspace.id))) close();
  };
  return (
    <>
      <Modal
        zIndex={aboveDialogs}
        opened={interruption === 'sessionEnded'}
        onClose={close}
        title="Your session has ended"
      >
        <Text size="sm">
          Sign in again in another tab, then come back: what you entered here is kept. If you sign in here, it is lost.
        </Text>
        <Group mt="lg" justify="flex-end">
          <Button variant="default" component="a" href={signInAddress()}>
            Sign in here
          </Button>
          <Button component="a" href="/sign-in?next=%2F" target="_blank" rel="noopener">
            Open a new tab to sign in
          </Button>
        </Group>
      </Modal>
      <Modal
        zIndex={aboveDialogs}
        opened={interruption === 'workspaceChanged'}
        onClose={close}
        title="You switched to another workspace"
      >
        <Text size="sm">
          Another tab of this browser went on in another workspace, so nothing can be saved here
          {workspace && (
            <>
              {' '}
              in <b>{workspace.name}</b>
            </>
          )}
          . Reload the page to go on in the other one, or switch back and keep what you entered.
        </Text>
        <Group mt="lg" justify="flex-end">
          <Button variant="default" onClick={switchBack}>
            Switch back
          </Button>
          {loadAgain}
        </Group>
      </Modal>
      <Modal
        zIndex={aboveDialogs}
        opened={interruption === 'personChanged'}
        onClose={close}
        title="Another person has signed in"
      >
        <Text size="sm">
          Another person has signed in in another tab of this browser. Reload the page to continue as that person.
        </Text>
        <Group mt="lg" justify="flex-end">
          {loadAgain}
        </Group>
      </Modal>
    </>
  );
}
