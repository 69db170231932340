import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import type { Problem } from '../../../app/problem.ts';
import type { WebhookRowFragment } from '../../../gql/webhooks.ts';
import { useFieldErrors } from '../../../parts/field-errors.ts';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { KindPicker } from './kind-picker.tsx';

export interface WebhookValues {
  readonly url: string;
  readonly description: string | null;
  readonly kinds: string[];
}

interface WebhookFormProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What the button does, in words. */
  readonly action: string;
  /** The endpoint that is changed; absent for a new one. */
  readonly webhook?: WebhookRowFragment | undefined;
  readonly isBusy: boolean;
  readonly problem: Problem | undefined;
  /** True where it is done: what was typed is then forgotten. */
  readonly onSave: (values: WebhookValues) => Promise<boolean>;
}

/** What is typed for a new endpoint stays until it is saved, also where the dialog is closed meanwhile. */
export function WebhookForm({ webhook, problem, onSave, ...props }: WebhookFormProps) {
  const form = useForm({
    initialValues: valuesOf(webhook),
    validate: {
      url: (url) => (url.trim() === '' ? 'Enter the address that events are sent to' : null),
      kinds: (kinds) => (kinds.length === 0 ? 'Choose at least one kind of event' : null),
    },
  });
  const { setValues } = form;
  useFieldErrors(form, problem, formErrors);
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
    <Modal opened={props.opened} onClose={props.onClose} title={props.title} size="xl">
      <form onSubmit={form.onSubmit(save)} noValidate>
        <Stack gap="md">
          <ProblemNote problem={problem} />
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
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={props.isBusy}>
              {props.action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
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
