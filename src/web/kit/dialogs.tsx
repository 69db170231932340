import { Button, Checkbox, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { AnyVariables, TypedDocumentNode } from 'urql';
import { type ActOptions, type ActState, useAct } from './act.ts';
import { CopyTextButton } from './copy-buttons.tsx';
import type { DialogProps } from './form.tsx';
import { ProblemNote } from './messages.tsx';

/** What a dialog about a record receives. It keeps the record while it fades out. */
export interface DialogAbout<About> extends DialogProps {
  /** Undefined until the dialog is opened for the first time. */
  readonly about: About | undefined;
}

export interface Dialogs<Kind extends string, About> {
  readonly open: (kind: Kind, about: About) => void;
  readonly close: () => void;
  /** The properties of the dialog of this kind. */
  readonly of: (kind: Kind) => DialogAbout<About>;
}

/** The dialogs of a list about its records. One is open at a time. */
export function useDialogs<Kind extends string, About>(): Dialogs<Kind, About> {
  const [shown, setShown] = useState<Kind>();
  // One that fades out keeps its record while the next one opens.
  const [abouts, setAbouts] = useState<Partial<Record<Kind, About>>>({});
  const [opened, { open, close }] = useDisclosure();
  return {
    open: (kind, about) => {
      setShown(kind);
      setAbouts((before) => ({ ...before, [kind]: about }));
      open();
    },
    close,
    of: (kind) => ({ opened: opened && shown === kind, onClose: close, about: abouts[kind] }),
  };
}

interface ConfirmDialogProps<About, Data, Variables> extends DialogAbout<About>, ActOptions {
  readonly title: (about: About) => string;
  /** What stops working. */
  readonly children: (about: About) => ReactNode;
  /** What the button does, in words: "Revoke the key", never "OK". */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** Whether it cannot be done: then `children` says why. */
  readonly isRefused?: (about: About) => boolean;
  /** A name that has to be typed before the act, where a click would be too easy. */
  readonly typedName?: string | undefined;
  readonly document: TypedDocumentNode<Data, Variables>;
  readonly variables: (about: About) => Variables;
  /** Says what happened, once it has and the dialog is closed. */
  readonly onDone: (data: Data, about: About) => void;
}

/** Asks before an act that cannot be undone, says what it stops, and performs it. */
export function ConfirmDialog<About, Data, Variables extends AnyVariables>(
  props: ConfirmDialogProps<About, Data, Variables>,
) {
  const {
    opened,
    onClose,
    about,
    title,
    children,
    document,
    variables,
    onDone,
    once,
    ifUnanswered,
    isRefused,
    ...question
  } = props;
  const { act, ...state } = useAct(document, { once, ifUnanswered });
  const close = () => {
    // Opened once more, perhaps about something else, it shows no problem of before.
    state.forget();
    onClose();
  };
  const confirm = async (confirmed: About) => {
    const data = await act(variables(confirmed));
    if (data === undefined) return;
    onClose();
    onDone(data, confirmed);
  };
  return (
    <Modal opened={opened} onClose={close} title={about === undefined ? '' : title(about)}>
      {about !== undefined && (
        <Question
          {...question}
          isRefused={isRefused?.(about) ?? false}
          state={state}
          onClose={close}
          onConfirm={() => confirm(about)}
        >
          {children(about)}
        </Question>
      )}
    </Modal>
  );
}

interface QuestionProps {
  readonly children: ReactNode;
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly isRefused: boolean;
  readonly typedName?: string | undefined;
  readonly state: ActState;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** As a page shows it: several spaces are one. */
function shown(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** It goes with the dialog, so that a name is typed anew each time. */
function Question({ isDangerous = true, isRefused, typedName, ...props }: QuestionProps) {
  const { onClose, children, action, onConfirm } = props;
  const { isBusy, problem } = props.state;
  const [typed, setTyped] = useState('');
  const isReady = typedName === undefined || shown(typed) === shown(typedName);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onConfirm();
  };
  return (
    <form method="dialog" onSubmit={submit}>
      {/* There are no fields: the server says at the id why a record stays. */}
      <ProblemNote problem={problem && { ...problem, text: problem.fields.id ?? problem.text }} />
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
          {isRefused ? 'Close' : 'Cancel'}
        </Button>
        {!isRefused && (
          <Button
            type="submit"
            color={isDangerous ? 'red.8' : undefined}
            c={isDangerous && isReady ? 'white' : undefined}
            loading={isBusy}
            disabled={!isReady}
          >
            {action}
          </Button>
        )}
      </Group>
    </form>
  );
}

export interface SecretDialogProps {
  /** Shown as long as it is there. */
  readonly secret: string | undefined;
  readonly title: string;
  readonly label: string;
  /** What to do with it. */
  readonly children: ReactNode;
  /** What is used together with it. */
  readonly beside?: ReactNode;
  /** What its reader confirms. */
  readonly confirmation?: string;
  readonly onSaved: () => void;
}

const stored = 'I have stored it somewhere safe; it cannot be shown again';

/** Shows a secret, which cannot be shown again, until its reader says that it is stored. */
export function SecretDialog({ secret, title, label, children, beside, ...props }: SecretDialogProps) {
  const { confirmation = stored, onSaved } = props;
  const [isSaved, setIsSaved] = useState(false);
  // The back button does nothing meanwhile, and the browser asks before it closes the tab.
  useBlocker({ shouldBlockFn: () => true, disabled: secret === undefined || isSaved });
  const finish = () => {
    setIsSaved(false);
    onSaved();
  };
  return (
    <Modal
      opened={secret !== undefined}
      onClose={() => undefined}
      title={title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size="lg"
    >
      <Stack gap="md">
        <Text size="sm">{children}</Text>
        {beside}
        <Group align="flex-end" wrap="nowrap">
          <Textarea
            autosize
            minRows={1}
            label={label}
            value={secret ?? ''}
            readOnly
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
            flex={1}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          />
          <CopyTextButton value={secret ?? ''} />
        </Group>
        <Checkbox
          label={confirmation}
          checked={isSaved}
          onChange={(event) => setIsSaved(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button disabled={!isSaved} onClick={finish}>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
