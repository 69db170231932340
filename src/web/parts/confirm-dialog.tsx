import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Problem } from '../app/problem.ts';
import { ProblemNote } from './problem-note.tsx';

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What stops working. */
  readonly children: ReactNode;
  /** What the button does, in words: "Revoke the key", never "OK". */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly isBusy: boolean;
  readonly problem: Problem | undefined;
  readonly onConfirm: () => void;
}

/** Asks before an act that cannot be undone, and says what it stops. */
export function ConfirmDialog({ isDangerous = true, ...props }: ConfirmDialogProps) {
  const { opened, onClose, title, children, action, isBusy, problem, onConfirm } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <ProblemNote problem={problem} />
      {children}
      <Group mt="lg" justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          color={isDangerous ? 'red.8' : undefined}
          c={isDangerous ? 'white' : undefined}
          loading={isBusy}
          onClick={onConfirm}
        >
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
