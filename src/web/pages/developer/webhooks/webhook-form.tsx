import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import type { Problem } from '../../../app/problem.ts';
import type { WebhookRowFragment } from '../../../gql/webhooks.ts';
import type { ActState } from '../../../parts/act.ts';
import { useFieldErrors } from '../../../parts/field-errors.ts';
import { type DialogProps, FormDialog } from '../../../parts/form-dialog.tsx';
import { KindPicker } from './kind-picker.tsx';

export interface WebhookValues {
  readonly url: string;
  readonly description: string | null;
  readonly kinds: string[];
}

interface WebhookFormProps extends DialogProps {
  readonly title: string;
  /** What the button does, in words. */
  readonly action: string;
  /** The endpoint that is changed; absent for a new one. */
  readonly webhook?: WebhookRowFragment | undefined;
  readonly state: ActState;
  /** True where it is done: what was typed is then forgotten. */
  readonly onSave: (values: WebhookValues) => Promise<boolean>;
}

/** What is typed for a new endpoint stays until it is saved, also where the dialog is closed meanwhile. */
export function WebhookForm({ webhook, onSave, ...props }: WebhookFormProps) {
  const form = useForm({
    initialValues: valuesOf(webhook),
    validate: {
      url: (url) => (url.trim() === '' ? 'Enter the address that events are sent to' : null),
      kinds: (kinds) => (kinds.length === 0 ? 'Choose at least one kind of event' : null),
    },
  });
  const { setValues } = form;
  useFieldErrors(form, props.state.problem, formErrors);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed outlives a change of the endpoint meanwhile.
  useEffect(() => {
    if (props.opened && webhook) setValues(valuesOf(webhook));
  }, [props.opened]);
  const save = async ({ url, description, kinds }: typeof form.values) => {
    const text = description.trim();
    const isSaved = await onSave({ url: url.trim(), description: text === '' ? null : text, kinds });
    if (isSaved) form.reset();
  };
  return (
    <FormDialog {...props} size="xl" onSubmit={form.onSubmit(save)}>
      <TextInput
        label="URL"
        description="Where events are sent: an https address that can be reached from the internet"
        placeholder="https://hooks.example.com/slotline"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        withAsterisk
        data-autofocus
        {...form.getInputProps('url')}
      />
      <TextInput
        label="Description"
        description="What the endpoint is for, such as the name of the system behind it"
        maxLength={500}
        {...form.getInputProps('description')}
      />
      <KindPicker {...form.getInputProps('kinds')} />
    </FormDialog>
  );
}

function valuesOf(webhook: WebhookRowFragment | undefined) {
  const { url = '', description, kinds = [] } = webhook ?? {};
  return { url, description: description ?? '', kinds: [...kinds] };
}

/** The server names the kind in the list (`kinds.0`); the form has one field for all of them. */
function formErrors(fields: Problem['fields']): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([path, text]) => [path.replace(/^kinds\..*/, 'kinds'), text]));
}
