import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import type { ActState } from './act.ts';
import { ProblemNote } from './problem-note.tsx';

/** What every dialog receives. */
export type DialogProps = Pick<ModalProps, 'opened' | 'onClose'>;

interface FormBodyProps {
  readonly children: ReactNode;
  /** The label of the button says what it does: "Create the key", never "OK". */
  readonly action: string;
  readonly state: Pick<ActState, 'isBusy' | 'problem'>;
  readonly isDisabled?: boolean;
  readonly isDangerous?: boolean;
  /** Absent where the fields are in a form, which the button submits. */
  readonly onAct?: () => void;
  /** Absent where there is nothing to go back to. */
  readonly onCancel?: () => void;
}

/** What went wrong, the fields of a form, and its buttons. */
export function FormBody({ children, action, state, isDisabled, isDangerous, onAct, onCancel }: FormBodyProps) {
  return (
    <Stack gap="md">
      <ProblemNote problem={state.problem} />
      {children}
      <Group justify="flex-end">
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button
          type={onAct ? 'button' : 'submit'}
          color={isDangerous ? 'red.8' : undefined}
          c={isDangerous ? 'white' : undefined}
          loading={state.isBusy}
          disabled={isDisabled}
          onClick={onAct}
        >
          {action}
        </Button>
      </Group>
    </Stack>
  );
}

interface FormDialogProps extends Pick<FormBodyProps, 'children' | 'action' | 'state'>, DialogProps {
  readonly title: string;
  readonly size?: ModalProps['size'];
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
}

export function FormDialog({ title, size, opened, onClose, onSubmit, ...body }: FormDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={size}>
      <form onSubmit={onSubmit} noValidate>
        <FormBody {...body} onCancel={onClose} />
      </form>
    </Modal>
  );
}
