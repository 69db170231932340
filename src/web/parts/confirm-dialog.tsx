import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ActState } from './act.ts';
import type { DialogProps } from './form-dialog.tsx';
import { ProblemNote } from './problem-note.tsx';

interface ConfirmDialogProps extends DialogProps {
  readonly title: string;
  /** What stops working. */
  readonly children: ReactNode;
  /** What the button does, in words: "Revoke the key", never "OK". */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** A name that has to be typed before the act, where a click would be too easy. */
  readonly typedName?: string;
  /** Of the act that it asks about. */
  readonly state: ActState;
  readonly onConfirm: () => void;
}

/** Asks before an act that cannot be undone, and says what it stops. */
export function ConfirmDialog({ opened, onClose, title, ...question }: ConfirmDialogProps) {
  const close = () => {
    // Opened once more, perhaps about something else, it shows no problem of before.
    question.state.forget();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title}>
      <Question {...question} onClose={close} />
    </Modal>
  );
}

/** As a page shows it: several spaces are one. */
function shown(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** It goes with the dialog, so that a name is typed anew each time. */
function Question({ isDangerous = true, typedName, ...props }: Omit<ConfirmDialogProps, 'opened' | 'title'>) {
  const { onClose, children, action, onConfirm } = props;
  const { isBusy, problem } = props.state;
  const [typed, setTyped] = useState('');
  const isReady = typedName === undefined || shown(typed) === shown(typedName);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onConfirm();
  };
  return (
    <form onSubmit={submit}>
      <ProblemNote problem={problem} />
      <Text size="sm" component="div">
        {children}
      </Text>
      {typedName !== undefined && (
        <TextInput
          mt="md"
          label={
            <>
              Type <strong className="breaks">{typedName}</strong> to confirm
            </>
          }
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      )}
      <Group mt="lg" justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus={typedName === undefined || undefined}>
          Cancel
        </Button>
        <Button
          type="submit"
          color={isDangerous ? 'red.8' : undefined}
          c={isDangerous && isReady ? 'white' : undefined}
          loading={isBusy}
          disabled={!isReady}
        >
          {action}
        </Button>
      </Group>
    </form>
  );
}
