import { Modal, type ModalProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { AnyVariables } from 'urql';
import type { DialogAbout } from './dialogs.tsx';
import { type ActFormOptions, Form, useActForm } from './form.tsx';

interface ActDialogProps<About, Values extends Record<string, unknown>, Data, Variables>
  extends DialogAbout<About>,
    Pick<ActFormOptions<Values, Data, Variables>, 'document' | 'validate' | 'fieldErrors'> {
  readonly title: (about: About) => string;
  readonly size?: ModalProps['size'];
  /** The label of the button. */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** The name of the draft that keeps what is typed. */
  readonly draft: (about: About) => string;
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
  const { opened, onClose, size, title, about } = props;
  return (
    <Modal {...{ opened, onClose, size }} title={about === undefined ? '' : title(about)}>
      {about !== undefined && <ActForm {...props} about={about} />}
    </Modal>
  );
}

function ActForm<About, Values extends Record<string, unknown>, Data, Variables extends AnyVariables>(
  props: ActDialogProps<About, Values, Data, Variables> & { readonly about: About },
) {
  const { about, document, validate = {}, fieldErrors, action, isDangerous = false, onClose, onDone } = props;
  const { form, frame } = useActForm({
    document,
    validate,
    fieldErrors,
    draft: props.draft(about),
    initialValues: props.initialValues(about),
    variables: (values) => props.variables(values, about),
    onDone: (data, _form, sent) => {
      onClose();
      onDone(data, about, sent);
    },
  });
  return (
    <Form {...frame} {...{ action, isDangerous }} onCancel={onClose}>
      {props.children(form, about)}
    </Form>
  );
}
