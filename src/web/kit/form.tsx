import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEventHandler, type KeyboardEvent, type ReactNode, useEffect } from 'react';
import type { AnyVariables, TypedDocumentNode } from 'urql';
import type { Problem } from '../app/problem.ts';
import { type Act, type ActOptions, type ActState, useAct } from './act.ts';
import { useDraft } from './draft.ts';
import { ProblemNote } from './messages.tsx';

interface Form {
  readonly values: object;
  readonly setErrors: (errors: Record<string, string>) => void;
}

/** The errors by the fields of the form, where they have other names than those of the input. */
type Rename = (fields: Problem['fields']) => Record<string, string>;

/**
 * Shows the server's errors at the fields of a form. Returns the problem to show above them: its text has the errors of fields
 * that the form does not have. `rename` is a function outside of the component.
 */
export function useFieldErrors(form: Form, problem: Problem | undefined, rename?: Rename): Problem | undefined {
  const { values, setErrors } = form;
  useEffect(() => {
    if (!problem) return;
    setErrors(rename ? rename(problem.fields) : { ...problem.fields });
    leadToError();
  }, [problem, setErrors, rename]);
  if (!problem || Object.keys(problem.fields).length === 0) return problem;
  const others = Object.entries(rename ? rename(problem.fields) : problem.fields).flatMap(([path, text]) =>
    Object.hasOwn(values, path.replace(/[.[].*/, '')) ? [] : [text],
  );
  const said = [problem.general, ...others].filter(Boolean).join(' ');
  return { ...problem, text: said || 'Please check the marked fields.' };
}

/** The server names an item of a list (`kinds[0]`), where the form has one field for all of them. */
export function errorsOfLists(fields: Problem['fields']): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([path, text]) => [path.replace(/[.[].*/, ''), text]));
}

/** Leads to the first field that has an error, once the errors are shown; where no field has one, to the text above the fields. */
export function leadToError(): void {
  requestAnimationFrame(() => {
    // A dialog lies over the forms of its page.
    const place = document.querySelector('[role="dialog"]') ?? document;
    const error = place.querySelector('form .mantine-InputWrapper-error');
    if (!error) return place.querySelector('form [role="alert"]')?.scrollIntoView({ block: 'nearest' });
    const field = error.closest('.mantine-InputWrapper-root, fieldset');
    field?.querySelector<HTMLElement>('input:not([type="file"]), select, textarea, button')?.focus();
  });
}

export interface ActFormOptions<Values extends Record<string, unknown>, Data, Variables>
  extends ActOptions,
    Pick<UseFormInput<Values>, 'validate'> {
  readonly initialValues: Values;
  /** The act, where it outlives the form. */
  readonly act?: Act<Data, Variables> | undefined;
  readonly document: TypedDocumentNode<Data, Variables>;
  readonly variables: (values: Values) => NoInfer<Variables>;
  /** The name of the draft that keeps what is typed; without it nothing is kept, such as a password. */
  readonly draft?: string;
  /** The errors by the fields of the form, where they have other names than those of the input. Outside of the component. */
  readonly fieldErrors?: Rename | undefined;
  /** With the values that were sent: others may have been typed meanwhile. */
  readonly onDone: (data: Data, form: UseFormReturnType<Values>, sent: Values) => void;
}

interface ActForm<Values extends Record<string, unknown>> {
  readonly form: UseFormReturnType<Values>;
  /** Forgets what is typed, for a form that is left with a button. */
  readonly forget: () => void;
  /** For what is around the fields. */
  readonly frame: { readonly state: ActState; readonly onSubmit: FormEventHandler<HTMLFormElement> };
}

/** A form that performs a mutation: what the server says of single fields is shown at them, and what was typed stays. */
export function useActForm<Values extends Record<string, unknown>, Data, Variables extends AnyVariables>(
  options: ActFormOptions<Values, Data, Variables>,
): ActForm<Values> {
  const { document, variables, fieldErrors, onDone, once, ifUnanswered, initialValues, validate } = options;
  const own = useAct(document, { once, ifUnanswered });
  const { act, ...state } = options.act ?? own;
  const form = useForm<Values>({ initialValues, validate });
  // A draft that is filled in clears the errors of the form, so they come after it.
  const { forget } = useDraft(options.draft, form);
  const problem = useFieldErrors(form, state.problem, fieldErrors);
  const submit = async (values: Values) => {
    const data = await act(variables(values));
    if (data === undefined) return;
    forget();
    onDone(data, form, values);
  };
  return { form, forget, frame: { state: { ...state, problem }, onSubmit: form.onSubmit(submit, leadToError) } };
}

/** What every dialog receives. */
export type DialogProps = Pick<ModalProps, 'opened' | 'onClose'>;

export interface FormBodyProps {
  readonly children: ReactNode;
  /** The label of the button says what it does: "Create the key", never "OK". Absent where nothing can be done. */
  readonly action?: string | undefined;
  readonly state: Pick<ActState, 'isBusy' | 'problem'>;
  readonly isDisabled?: boolean;
  readonly isDangerous?: boolean;
  /** Absent where the fields are in a form, which the button submits. */
  readonly onAct?: () => void;
  /** Absent where there is nothing to go back to. */
  readonly onCancel?: () => void;
  /** The label of the button that leaves, where "Cancel" could mean either: "Keep the call". */
  readonly cancel?: string | undefined;
  /** There is nothing to fill in: the button that leaves has the focus. */
  readonly isQuestion?: boolean;
}

/** What went wrong, the fields of a form, and its buttons. */
export function FormBody({ children, action, cancel = 'Cancel', state, ...props }: FormBodyProps) {
  const { isDisabled, isDangerous, isQuestion, onAct, onCancel } = props;
  return (
    <Stack gap="md">
      <ProblemNote problem={state.problem} />
      {children}
      <Group justify="flex-end" className="form-buttons">
        {onCancel && (
          <Button variant="default" onClick={onCancel} data-autofocus={isQuestion || undefined}>
            {action === undefined ? 'Close' : cancel}
          </Button>
        )}
        {action !== undefined && (
          <Button
            type={onAct ? 'button' : 'submit'}
            color={isDangerous ? 'red.8' : undefined}
            c={isDangerous && !isDisabled ? 'white' : undefined}
            loading={state.isBusy}
            disabled={isDisabled}
            onClick={onAct}
          >
            {action}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface FormProps extends Omit<FormBodyProps, 'onAct'> {
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
}

/** Enter in a list of suggestions takes the marked one, or the first for what is typed, and never submits the form around it. */
export function withoutEnterInSuggestions(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, key, defaultPrevented } = event;
  // With this Enter an input method takes what is composed, such as Japanese.
  if (event.nativeEvent.isComposing || event.keyCode === 229) return;
  if (key !== 'Enter' || !(target instanceof HTMLInputElement) || target.ariaHasPopup !== 'listbox') return;
  event.preventDefault();
  // Mantine has taken the one that is marked.
  if (defaultPrevented || target.value === '') return;
  const list = document.getElementById(target.getAttribute('aria-controls') ?? '');
  list?.querySelector<HTMLElement>('[role="option"]:not([data-combobox-disabled])')?.click();
}

export function Form({ onSubmit, ...body }: FormProps) {
  const isReady = !body.state.isBusy && !body.isDisabled;
  // From any field, also from one of several lines.
  const sendByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return withoutEnterInSuggestions(event);
    event.preventDefault();
    if (isReady) event.currentTarget.requestSubmit();
  };
  return (
    <form method="dialog" onSubmit={onSubmit} onKeyDown={sendByKey} noValidate>
      <FormBody {...body} />
    </form>
  );
}

interface FormDialogProps extends Omit<FormProps, 'onCancel'>, DialogProps {
  readonly title: string;
  readonly size?: ModalProps['size'];
}

export function FormDialog({ title, size, opened, onClose, ...form }: FormDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={size}>
      <Form {...form} onCancel={onClose} />
    </Modal>
  );
}
