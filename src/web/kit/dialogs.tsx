import { Modal, type ModalProps, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { AnyVariables } from 'urql';
import { type Act, type ActOptions, useAct } from './act.ts';
import { type ActFormOptions, type DialogProps, Form, type FormBodyProps, useActForm } from './form.tsx';

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

/** The properties of the dialog of this kind, where what the dialogs are about names its kind. */
export function dialogOf<About extends { readonly is: string }, Is extends About['is']>(
  dialogs: Dialogs<About['is'], About>,
  is: Is,
): DialogAbout<Extract<About, { readonly is: Is }>> {
  const dialog = dialogs.of(is);
  return { ...dialog, about: dialog.about as Extract<About, { readonly is: Is }> | undefined };
}

interface ActDialogProps<About, Values extends Record<string, unknown>, Data, Variables>
  extends DialogAbout<About>,
    Pick<ActFormOptions<Values, Data, Variables>, 'document' | 'validate' | 'fieldErrors' | 'once' | 'ifUnanswered'>,
    Pick<FormBodyProps, 'cancel' | 'isQuestion' | 'isDangerous'> {
  readonly title: (about: About) => string;
  readonly size?: ModalProps['size'];
  /** The label of the button. */
  readonly action: string;
  /** Whether it cannot be done: then `children` says why. */
  readonly isRefused?: ((about: About) => boolean) | undefined;
  readonly isDisabled?: (values: Values, about: About) => boolean;
  /** The name of the draft that keeps what is typed; without it nothing is kept. */
  readonly draft?: (about: About) => string;
  readonly initialValues: (about: About) => Values;
  readonly variables: (values: Values, about: About) => NoInfer<Variables>;
  /** Says what happened, once it has and the dialog is closed. */
  readonly onDone: (data: Data, about: About, sent: Values) => void;
  /** The fields. */
  readonly children: (form: UseFormReturnType<Values>, about: About) => ReactNode;
}

/** A dialog whose form performs a mutation. It begins anew, or with its draft, whenever it is opened. */
export function ActDialog<About, Values extends Record<string, unknown>, Data, Variables extends AnyVariables>(
  props: ActDialogProps<About, Values, Data, Variables>,
) {
  const { opened, size, title, about, document, once, ifUnanswered } = props;
  // It outlives the form: opened once more, the dialog knows of a request that goes on or had no answer.
  const act = useAct(document, { once, ifUnanswered });
  const onClose = () => {
    act.forget();
    props.onClose();
  };
  return (
    <Modal {...{ opened, onClose, size }} title={about === undefined ? '' : title(about)}>
      {about !== undefined && <ActForm {...props} {...{ about, act, onClose }} />}
    </Modal>
  );
}

function ActForm<About, Values extends Record<string, unknown>, Data, Variables extends AnyVariables>(
  props: ActDialogProps<About, Values, Data, Variables> & { readonly about: About; readonly act: Act<Data, Variables> },
) {
  const { about, act, document, fieldErrors, action, onClose, onDone } = props;
  const { cancel, isQuestion, isDangerous } = props;
  const { form, frame } = useActForm({
    document,
    act,
    fieldErrors,
    validate: props.validate ?? {},
    draft: props.draft?.(about),
    initialValues: props.initialValues(about),
    variables: (values) => props.variables(values, about),
    onDone: (data, _form, sent) => {
      onClose();
      onDone(data, about, sent);
    },
  });
  return (
    <Form
      {...frame}
      {...{ cancel, isQuestion, isDangerous }}
      action={props.isRefused?.(about) ? undefined : action}
      isDisabled={props.isDisabled?.(form.values, about)}
      onCancel={onClose}
    >
      {props.children(form, about)}
    </Form>
  );
}

interface ConfirmDialogProps<About, Data, Variables>
  extends DialogAbout<About>,
    ActOptions,
    Pick<ActDialogProps<About, Typed, Data, Variables>, 'title' | 'action' | 'isRefused' | 'isDangerous' | 'document'> {
  /** What stops working. */
  readonly children: (about: About) => ReactNode;
  /** A name that has to be typed before the act, where a click would be too easy. */
  readonly typedName?: string | undefined;
  readonly variables: (about: About) => Variables;
  /** Says what happened, once it has and the dialog is closed. */
  readonly onDone: (data: Data, about: About) => void;
}

interface Typed extends Record<string, unknown> {
  readonly typed: string;
}

/** Asks before an act that cannot be undone, says what it stops, and performs it. A name is typed anew each time. */
export function ConfirmDialog<About, Data, Variables extends AnyVariables>(
  props: ConfirmDialogProps<About, Data, Variables>,
) {
  const { children, typedName, variables, isDangerous = true, ...dialog } = props;
  return (
    <ActDialog<About, Typed, Data, Variables>
      {...dialog}
      isDangerous={isDangerous}
      isQuestion={typedName === undefined}
      isDisabled={({ typed }) => typedName !== undefined && shown(typed) !== shown(typedName)}
      initialValues={() => ({ typed: '' })}
      variables={(_, about) => variables(about)}
    >
      {(form, about) => (
        <>
          <Text size="sm" component="div">
            {children(about)}
          </Text>
          {typedName !== undefined && (
            <TextInput
              label={
                <>
                  Type <strong className="breaks">{typedName}</strong> to confirm
                </>
              }
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              {...form.getInputProps('typed')}
            />
          )}
        </>
      )}
    </ActDialog>
  );
}

/** As a page shows it: several spaces are one. */
function shown(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
