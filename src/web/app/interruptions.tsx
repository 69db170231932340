import { Button, Group, Modal, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { Interruption } from './problem.ts';

let current: Interruption | undefined;
const listeners = new Set<() => void>();

/** Tells the person that the page cannot go on: the session ended, or moved to another workspace in another tab. */
export function interrupt(interruption: Interruption | undefined): void {
  current = interruption;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The address that the sign-in page leads back to. */
export function signInAddress(): string {
  return `/sign-in?return_to=${encodeURIComponent(location.pathname + location.search)}`;
}

/** Over the page, which keeps what was typed. */
export function Interruptions() {
  const interruption = useSyncExternalStore(subscribe, () => current);
  const close = () => interrupt(undefined);
  return (
    <>
      <Modal opened={interruption === 'sessionEnded'} onClose={close} title="Your session has ended">
        <Text size="sm">
          Sign in again in another tab, then come back: what you entered here stays as it is. Or sign in here, and lose
          it.
        </Text>
        <Group mt="lg" justify="flex-end">
          <Button variant="default" component="a" href={signInAddress()}>
            Sign in here
          </Button>
          <Button component="a" href="/sign-in" target="_blank" rel="noopener" onClick={close}>
            Sign in in another tab
          </Button>
        </Group>
      </Modal>
      <Modal opened={interruption === 'workspaceChanged'} onClose={close} title="You switched to another workspace">
        <Text size="sm">
          Another tab of this browser went on in another workspace, so nothing was saved here. Load the page again to
          see that workspace.
        </Text>
        <Group mt="lg" justify="flex-end">
          <Button onClick={() => location.assign('/settings')}>Load the page again</Button>
        </Group>
      </Modal>
    </>
  );
}
