import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import type { Problem } from '../../../app/problem.ts';
import { useServer } from '../../../app/session.ts';
import {
  CreateWebhookDocument,
  type CreateWebhookMutation,
  UpdateWebhookDocument,
  type WebhookRowFragment,
} from '../../../gql/webhooks.ts';
import { type ActState, useAct } from '../../../kit/act.ts';
import { type DialogProps, FormDialog, useFieldErrors } from '../../../kit/form.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { KindPicker } from './kinds.tsx';

interface CreateWebhookDialogProps extends DialogProps {
  readonly onCreated: (created: NonNullable<CreateWebhookMutation['createWebhook']>) => void;
}

export function CreateWebhookDialog({ onCreated, ...dialog }: CreateWebhookDialogProps) {
  // Its answer is stored encrypted for the Idempotency-Key, so another try after a lost answer shows the same secret.
  const { act, ...state } = useAct(CreateWebhookDocument);
  const create = async (input: WebhookValues) => {
    const data = await act({ input });
    if (!data?.createWebhook) return false;
    onCreated(data.createWebhook);
    return true;
  };
  return <WebhookForm {...dialog} state={state} title="Add an endpoint" action="Add the endpoint" onSave={create} />;
}

interface EditWebhookDialogProps extends DialogProps {
  readonly webhook: WebhookRowFragment;
}

export function EditWebhookDialog({ webhook, opened, onClose }: EditWebhookDialogProps) {
  const { act, ...state } = useAct(UpdateWebhookDocument);
  const save = async (values: WebhookValues) => {
    const changes = changesTo(webhook, values);
    if (Object.keys(changes).length > 0 && !(await act({ input: { id: webhook.id, ...changes } }))) return false;
    notifyDone('Saved');
    onClose();
    return true;
  };
  return <WebhookForm {...{ webhook, opened, onClose, state }} title="Edit the endpoint" action="Save" onSave={save} />;
}

/** Only these are sent, so that what somebody else changed meanwhile stays. */
function changesTo(webhook: WebhookRowFragment, { url, description, kinds }: WebhookValues): Partial<WebhookValues> {
  const isSameKinds = kinds.length === webhook.kinds.length && kinds.every((kind) => webhook.kinds.includes(kind));
  return {
    ...(url !== webhook.url && { url }),
    ...(description !== webhook.description && { description }),
    ...(!isSameKinds && { kinds }),
  };
}

interface WebhookValues {
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

const whereTo = 'Where events are sent: an https address that can be reached from the internet';
const ownMachine = 'http://localhost:4000/hooks';

/** What is typed for a new endpoint stays until it is saved, also where the dialog is closed meanwhile. */
function WebhookForm({ webhook, onSave, ...props }: WebhookFormProps) {
  const form = useForm({
    initialValues: valuesOf(webhook),
    validate: {
      url: (url) => (url.trim() === '' ? 'Enter the address that events are sent to' : null),
      kinds: (kinds) => (kinds.length === 0 ? 'Choose at least one kind of event' : null),
    },
  });
  const { webhookLoopback } = useServer();
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
        description={
          webhookLoopback ? `${whereTo}, or one of this server's own machine, such as ${ownMachine}` : whereTo
        }
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
