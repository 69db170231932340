import { Anchor, Checkbox, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useServer } from '../../../app/session.ts';
import { kindGroups } from '../../../gql/webhook-kinds.ts';
import {
  CreateWebhookDocument,
  type CreateWebhookMutation,
  UpdateWebhookDocument,
  type WebhookRowFragment,
} from '../../../gql/webhooks.ts';
import { GroupedCheckboxes } from '../../../kit/choice-groups.tsx';
import { ActDialog, type DialogAbout } from '../../../kit/dialogs.tsx';
import { type DialogProps, errorsOfLists, FormDialog, useActForm } from '../../../kit/form.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { SecretDialog, type SecretDialogProps } from '../../../kit/secret-dialog.tsx';

interface CreateWebhookDialogProps extends DialogProps {
  readonly onCreated: (created: NonNullable<CreateWebhookMutation['createWebhook']>) => void;
}

/** What is typed for a new endpoint stays until it is saved, also where the dialog is closed meanwhile. */
export function CreateWebhookDialog({ onCreated, ...dialog }: CreateWebhookDialogProps) {
  const { form, frame } = useActForm({
    // Its answer is stored encrypted for the Idempotency-Key, so another try after a lost answer shows the same secret.
    document: CreateWebhookDocument,
    fieldErrors: errorsOfLists,
    initialValues: { url: '', description: '', kinds: [] as string[] },
    validate,
    variables: (values) => ({ input: inputOf(values) }),
    onDone: ({ createWebhook }, { reset }) => {
      if (!createWebhook) return;
      reset();
      onCreated(createWebhook);
    },
  });
  return (
    <FormDialog {...dialog} {...frame} title="Add an endpoint" size="xl" action="Add the endpoint">
      <WebhookFields inputProps={form.getInputProps} />
    </FormDialog>
  );
}

/** It begins with what is stored; what is typed outlives a change of the endpoint meanwhile. */
export function EditWebhookDialog(dialog: DialogAbout<WebhookRowFragment>) {
  return (
    <ActDialog
      {...dialog}
      size="xl"
      title={() => 'Edit the endpoint'}
      action="Save"
      document={UpdateWebhookDocument}
      fieldErrors={errorsOfLists}
      initialValues={({ url, description, kinds }) => ({ url, description: description ?? '', kinds: [...kinds] })}
      validate={validate}
      variables={(values, webhook) => ({ input: { id: webhook.id, ...changesTo(webhook, inputOf(values)) } })}
      isDisabled={(values, webhook) => Object.keys(changesTo(webhook, inputOf(values))).length === 0}
      onDone={() => notifyDone('Saved')}
    >
      {(form) => <WebhookFields inputProps={form.getInputProps} />}
    </ActDialog>
  );
}

interface WebhookValues {
  readonly url: string;
  readonly description: string;
  readonly kinds: string[];
}

const validate = {
  url: (url: string) => (url.trim() === '' ? 'Enter the address that events are sent to' : null),
  kinds: (kinds: readonly string[]) => (kinds.length === 0 ? 'Choose at least one kind of event' : null),
};

function inputOf({ url, description, kinds }: WebhookValues) {
  return { url: url.trim(), description: description.trim() || null, kinds };
}

/** Only these are sent, so that what somebody else changed meanwhile stays. */
function changesTo(webhook: WebhookRowFragment, { url, description, kinds }: ReturnType<typeof inputOf>) {
  return {
    ...(url !== webhook.url && { url }),
    ...(description !== webhook.description && { description }),
    ...(new Set(kinds).symmetricDifference(new Set(webhook.kinds)).size > 0 && { kinds }),
  };
}

const whereTo = 'Where events are sent: an https address that can be reached from the internet';
const ownMachine = 'http://localhost:4000/hooks';

function WebhookFields({ inputProps }: { readonly inputProps: (name: keyof WebhookValues) => object }) {
  const { webhookLoopback } = useServer();
  return (
    <>
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
        {...inputProps('url')}
      />
      <TextInput
        label="Description"
        description="What the endpoint is for, such as the name of the system behind it"
        maxLength={500}
        {...inputProps('description')}
      />
      <KindPicker {...inputProps('kinds')} />
    </>
  );
}

const allKinds = kindGroups.flatMap(({ kinds }) => kinds.map(({ kind }) => kind));

/** The box of all kinds has a value; no kind is called so. */
const all = '*';

interface KindPickerProps {
  readonly value?: readonly string[];
  readonly onChange?: (kinds: string[]) => void;
  readonly error?: ReactNode;
}

/** The kinds of events by resource, each with a sentence on when it is sent. */
function KindPicker({ value = [], onChange, error }: KindPickerProps) {
  const isAll = value.length === allKinds.length;
  const change = (boxes: string[]) => {
    const isAllChecked = boxes.includes(all);
    if (isAllChecked !== isAll) onChange?.(isAllChecked ? [...allKinds] : []);
    else onChange?.(boxes.filter((box) => box !== all));
  };
  return (
    <GroupedCheckboxes
      label="Events"
      description="What is sent to the endpoint. Choose only what it needs."
      value={isAll ? [...value, all] : [...value]}
      onChange={change}
      error={error}
      withAsterisk
      before={
        <Checkbox
          value={all}
          label="All events"
          description="Does not include kinds that are added later"
          indeterminate={value.length > 0 && !isAll}
        />
      }
      groups={kindGroups.map(({ name, kinds }) => ({
        name,
        choices: kinds.map(({ kind, sentence }) => ({
          value: kind,
          label: <code>{kind}</code>,
          description: sentence,
        })),
      }))}
    />
  );
}

/** The secret of a new endpoint, or the new one of a rotation. */
export function SigningSecretDialog({ secret, onSaved }: Pick<SecretDialogProps, 'secret' | 'onSaved'>) {
  return (
    <SecretDialog secret={secret} title="The signing secret" label="Signing secret" onSaved={onSaved}>
      Each request is signed with it. Let your endpoint verify the signature, so that nobody else can send it events:{' '}
      <Anchor href="/docs/webhooks#verify-the-signature" target="_blank" inherit>
        verify the signature
      </Anchor>
      .
    </SecretDialog>
  );
}
