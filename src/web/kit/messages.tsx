import { Alert, Button, Group, Text } from '@mantine/core';
import '@mantine/notifications/styles.layer.css';
import { notifications } from '@mantine/notifications';
import type { Problem } from '../app/problem.ts';
import { WarningIcon } from './icons.tsx';
import { KeyHint } from './key-hint.tsx';
import { setLastUndo } from './undo.ts';

/** Long enough to read it, and to press its button. */
const undoMs = 10_000;

/** The message that has an undo. */
let undoable: string | undefined;

/** A short message that goes by itself. With `undo` its button and the key `u` take the act back. */
export function notifyDone(message: string, undo?: () => unknown): void {
  // Only the last act is taken back.
  if (undoable !== undefined) notifications.hide(undoable);
  undoable = undefined;
  setLastUndo(undefined);
  let isTaken = false;
  const takeBack = () => {
    // It can be pressed once more while it fades out.
    if (isTaken) return;
    isTaken = true;
    if (undoable === id) setLastUndo(undefined);
    notifications.hide(id);
    return undo?.();
  };
  const id: string = notifications.show({
    message: undo ? (
      <Group justify="space-between" wrap="nowrap">
        {message}
        <Button flex="none" variant="light" size="compact-sm" rightSection={<KeyHint of="U" />} onClick={takeBack}>
          Undo
        </Button>
      </Group>
    ) : (
      message
    ),
    color: 'teal',
    withBorder: true,
    ...(undo && {
      autoClose: undoMs,
      // Long afterwards nobody knows what the key would take back.
      onClose: () => {
        if (undoable === id) setLastUndo(undefined);
      },
    }),
  });
  if (!undo) return;
  undoable = id;
  setLastUndo(takeBack);
}

/** What went wrong with something that has no form of its own. It stays until it is closed. */
export function notifyProblem({ title, text, requestId }: Problem): void {
  const message = requestId === undefined ? text : `${text} (Request id: ${requestId})`;
  notifications.show({ title, message, color: 'red', withBorder: true, autoClose: false });
}

interface ProblemNoteProps {
  readonly problem: Problem | undefined;
  readonly onRetry?: () => void;
}

/** What went wrong, announced to screen readers, with the request id that the operator's log has. */
export function ProblemNote({ problem, onRetry }: ProblemNoteProps) {
  if (!problem) return null;
  return (
    <Alert role="alert" color="red" title={problem.title} icon={<WarningIcon />} mb="md">
      <Text size="sm">{problem.text}</Text>
      {problem.requestId !== undefined && (
        <Text size="xs" mt={4}>
          Request id: <code>{problem.requestId}</code>
        </Text>
      )}
      {onRetry && (
        <Button mt="sm" size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Alert>
  );
}
