import { Alert, Modal, PasswordInput, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import {
  type CalendarConnectionRowFragment,
  CalendarKindsDocument,
  ConnectCalendarDocument,
} from '../../gql/calendars.ts';
import type { DialogAbout } from '../../kit/dialogs.tsx';
import { type DialogProps, Form, useActForm } from '../../kit/form.tsx';
import { InfoIcon } from '../../kit/icons.tsx';
import { consentPlaces, davProviders, type Kind, kindSentences, kindTitles, needsConsent } from './words.ts';

type Connected = (connection: CalendarConnectionRowFragment) => void;

interface ConnectDialogProps extends DialogProps {
  readonly onConnected: Connected;
}

/** Connects calendars of a kind that is chosen first. */
export function ConnectDialog({ onConnected, ...dialog }: ConnectDialogProps) {
  const [{ data }] = useQuery({ query: CalendarKindsDocument, pause: !dialog.opened });
  const kinds = data?.server?.calendarKinds ?? [];
  const [chosen, setChosen] = useState<Kind>();
  const kind = chosen ?? kinds[0];
  return (
    <Modal {...dialog} title="Connect a calendar" size="lg">
      <Radio.Group label="Which calendar?" value={kind ?? ''} onChange={(value) => setChosen(value as Kind)}>
        <Stack gap="sm" mt="xs" mb="md">
          {kinds.map((each, index) => (
            <Radio
              key={each}
              value={each}
              label={kindTitles[each]}
              description={kindSentences[each]}
              data-autofocus={index === 0 || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      {kind && <CredentialForm key={kind} kind={kind} onConnected={onConnected} onClose={dialog.onClose} />}
    </Modal>
  );
}

interface ReconnectDialogProps extends DialogAbout<CalendarConnectionRowFragment> {
  readonly onConnected: Connected;
}

/** A new credential for a connection, which keeps the choices that were made. */
export function ReconnectDialog({ about, onConnected, ...dialog }: ReconnectDialogProps) {
  return (
    <Modal {...dialog} title={`Reconnect “${about?.name ?? ''}”`} size="lg">
      {about && (
        <>
          <Text size="sm" mb="md">
            Your choice of calendars stays as it is.
          </Text>
          <CredentialForm
            key={about.id}
            kind={about.kind}
            connectionId={about.id}
            onConnected={onConnected}
            onClose={dialog.onClose}
          />
        </>
      )}
    </Modal>
  );
}

interface CredentialFormProps {
  readonly kind: Kind;
  readonly connectionId?: number;
  readonly onConnected: Connected;
  readonly onClose: () => void;
}

const required = (name: string) => (value: string) => (value.trim() === '' ? name : null);

function CredentialForm({ kind, connectionId, onConnected, onClose }: CredentialFormProps) {
  const isMended = connectionId !== undefined;
  const { form, frame } = useActForm({
    document: ConnectCalendarDocument,
    once: false,
    ifUnanswered: 'We do not know whether the calendar was connected. Reload the page and check.',
    initialValues: { url: '', username: '', password: '' },
    validate: {
      url: kind === 'ICS' || (kind === 'CALDAV' && !isMended) ? required('Enter the address') : () => null,
      username: kind === 'CALDAV' && !isMended ? required('Enter the user name') : () => null,
      password: kind === 'CALDAV' ? required('Enter the password') : () => null,
    },
    variables: ({ url, username, password }) => ({
      input: {
        kind,
        connectionId: connectionId ?? null,
        url: url.trim() || null,
        username: username.trim() || null,
        password: password || null,
      },
    }),
    onDone: ({ createCalendarConnection: made }, { reset }) => {
      if (made?.authorizationUrl) location.assign(made.authorizationUrl);
      if (!made?.connection) return;
      reset();
      onConnected(made.connection);
    },
  });
  const fields = { form, isMended };
  // What stands at the fields is not said once more above them, where it would push the button out of sight.
  const { problem } = frame.state;
  const marked = markedField(problem?.fields);
  useEffect(() => {
    if (problem && marked) form.getInputNode(marked)?.focus();
  }, [problem, marked, form.getInputNode]);
  const state = marked ? { ...frame.state, problem: undefined } : frame.state;
  return (
    <Form {...frame} state={state} action={actionOf(kind, isMended)} onCancel={onClose}>
      {kind === 'ICS' && <AddressField {...fields} />}
      {kind === 'CALDAV' && <DavFields {...fields} />}
      {needsConsent(kind) && (
        <Text size="sm">
          You go on to {consentPlaces[kind]}, sign in there, and allow the access. Leave every box ticked. Then you come
          back here.
        </Text>
      )}
    </Form>
  );
}

const fieldNames = ['url', 'username', 'password'] as const;

/** The first field with a problem; undefined where there is one that no field shows. */
function markedField(fields: Readonly<Record<string, string>> = {}): (typeof fieldNames)[number] | undefined {
  const isShown = Object.keys(fields).every((name) => fieldNames.some((each) => each === name));
  return isShown ? fieldNames.find((name) => name in fields) : undefined;
}

function actionOf(kind: Kind, isMended: boolean): string {
  if (needsConsent(kind)) return `Continue to ${consentPlaces[kind]}`;
  return isMended ? 'Reconnect' : 'Connect';
}

interface FieldsProps {
  readonly form: { readonly getInputProps: (name: 'url' | 'username' | 'password') => object } & {
    readonly setFieldValue: (name: 'url', value: string) => void;
  };
  readonly isMended: boolean;
}

function AddressField({ form, isMended }: FieldsProps) {
  return (
    <TextInput
      label="Address of the calendar"
      description="Google: Settings, your calendar, “Secret address in iCal format”. Outlook: Settings, Shared calendars, “Publish a calendar”, ICS. Whoever has it can read the calendar, so it is stored encrypted."
      placeholder="https://… or webcal://…"
      type="url"
      autoComplete="off"
      spellCheck={false}
      maxLength={2048}
      withAsterisk
      data-autofocus={isMended || undefined}
      {...form.getInputProps('url')}
    />
  );
}

function DavFields({ form, isMended }: FieldsProps) {
  const [provider, setProvider] = useState<string | null>(null);
  const chosen = davProviders.find(({ value }) => value === provider);
  const choose = (value: string | null) => {
    setProvider(value);
    form.setFieldValue('url', davProviders.find((each) => each.value === value)?.url ?? '');
  };
  const unchanged = isMended ? 'Leave empty to keep the present one.' : undefined;
  return (
    <>
      {!isMended && (
        <Select
          label="Provider"
          placeholder="Choose, or type the address below"
          data={davProviders.map(({ value, label }) => ({ value, label }))}
          value={provider}
          onChange={choose}
        />
      )}
      {chosen && (
        <Alert icon={<InfoIcon />} color="indigo">
          {chosen.hint}
        </Alert>
      )}
      <TextInput
        label="Address of the server"
        description={unchanged}
        placeholder="https://…"
        type="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={2048}
        withAsterisk={!isMended}
        {...form.getInputProps('url')}
      />
      <TextInput
        label="User name"
        description={unchanged}
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
        withAsterisk={!isMended}
        {...form.getInputProps('username')}
      />
      <PasswordInput
        label="Password"
        description="Use an app password if your provider offers them. It is stored encrypted."
        autoComplete="off"
        maxLength={1000}
        withAsterisk
        data-autofocus={isMended || undefined}
        {...form.getInputProps('password')}
      />
    </>
  );
}
