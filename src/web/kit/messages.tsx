import { Alert, Button, Group, Text } from '@mantine/core';
import '@mantine/notifications/styles.layer.css';
import { notifications } from '@mantine/notifications';
import type { Problem } from '../app/problem.ts';
import { WarningIcon } from './icons.tsx';

/** A short message that goes by itself. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'teal', withBorder: true });
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

/** What was changed of a list. */
export interface Change {
  readonly text: string;
  /** Absent where it cannot be taken back. */
  readonly undo?: (() => void) | undefined;
}

interface UndoNoteProps {
  readonly problem: Problem | undefined;
  readonly isBusy: boolean;
  readonly change: Change | undefined;
}

/** Above a list: what went wrong, or what was changed of it, with undo. */
export function UndoNote({ problem, isBusy, change }: UndoNoteProps) {
  return (
    <>
      <ProblemNote problem={problem} />
      <div role="status">
        {change && (
          <Group gap="xs" mb="sm">
            <Text size="sm">{change.text}</Text>
            {change.undo && (
              <Button variant="subtle" size="compact-sm" loading={isBusy} onClick={change.undo}>
                Undo
              </Button>
            )}
          </Group>
        )}
      </div>
    </>
  );
}
