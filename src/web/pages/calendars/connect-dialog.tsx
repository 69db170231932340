import { Alert, Modal, PasswordInput, Select, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useQuery } from 'urql';
import {
  type CalendarConnectionRowFragment,
  CalendarKindsDocument,
  ConnectCalendarDocument,
} from '../../gql/calendars.ts';
import { Radios } from '../../kit/choice-groups.tsx';
import type { DialogAbout } from '../../kit/dialogs.tsx';
import { type DialogProps, Form, useActForm } from '../../kit/form.tsx';
import { InfoIcon } from '../../kit/icons.tsx';
import { type Kind, kindTitles } from './state.tsx';

interface OnConnected {
  readonly onConnected: (connection: CalendarConnectionRowFragment) => void;
}

/** Connects calendars of a kind that is chosen first. */
export function ConnectDialog({ onConnected, ...dialog }: DialogProps & OnConnected) {
  const [{ data }] = useQuery({ query: CalendarKindsDocument, pause: !dialog.opened });
  const kinds = data?.server?.calendarKinds ?? [];
  const [chosen, setChosen] = useState<Kind>();
  const kind = chosen ?? kinds[0];
  return (
    <Modal {...dialog} title="Connect a calendar" size="lg">
      <Radios
        label="Which calendar?"
        value={kind ?? ''}
        onChange={(value) => setChosen(value as Kind)}
        choices={kinds.map((each, index) => ({
          value: each,
          label: kindTitles[each],
          description: kindSentences[each],
          'data-autofocus': index === 0 || undefined,
        }))}
      />
      {kind && <CredentialForm key={kind} kind={kind} onConnected={onConnected} onClose={dialog.onClose} />}
    </Modal>
  );
}

/** A new credential for a connection, which keeps the choices that were made. */
export function ReconnectDialog(props: DialogAbout<CalendarConnectionRowFragment> & OnConnected) {
  const { about, onConnected, ...dialog } = props;
  return (
    <Modal {...dialog} title={`Reconnect “${about?.name ?? ''}”`} size="lg">
      <Text size="sm" mb="md">
        Your choice of calendars stays as it is.
      </Text>
      {about && <CredentialForm key={about.id} {...about} onConnected={onConnected} onClose={dialog.onClose} />}
    </Modal>
  );
}

interface CredentialFormProps extends OnConnected {
  readonly kind: Kind;
  /** The connection that gets the credential; a new one without it. */
  readonly id?: number;
  readonly onClose: () => void;
}

const noCredential = { url: '', username: '', password: '' };

const required = (name: string, isRequired: boolean) => (value: string) =>
  isRequired && value.trim() === '' ? `Enter the ${name}` : null;

function CredentialForm({ kind, id, onConnected, onClose }: CredentialFormProps) {
  const isReconnect = id !== undefined;
  const isDav = kind === 'CALDAV';
  const { form, frame } = useActForm({
    document: ConnectCalendarDocument,
    once: false,
    ifUnanswered: 'We do not know whether the calendar was connected. Reload the page and check.',
    initialValues: noCredential,
    validate: {
      url: required('address', kind === 'ICS' || (isDav && !isReconnect)),
      username: required('user name', isDav && !isReconnect),
      password: required('password', isDav),
    },
    variables: ({ url, username, password }) => ({
      input: {
        kind,
        connectionId: id ?? null,
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
  // What stands at the fields is not said once more above them, where it would push the button out of sight.
  const refused = Object.keys(frame.state.problem?.fields ?? {});
  const isAtFields = refused.length > 0 && refused.every((name) => name in noCredential);
  const state = isAtFields ? { ...frame.state, problem: undefined } : frame.state;
  const place = needsConsent(kind) ? consentPlaces[kind] : undefined;
  const action = place ? `Continue to ${place}` : isReconnect ? 'Reconnect' : 'Connect';
  return (
    <Form {...frame} state={state} action={action} onCancel={onClose}>
      {kind === 'ICS' && (
        <TextInput
          {...addressInput}
          label="Address of the calendar"
          description="Google: Settings, your calendar, “Secret address in iCal format”. Outlook: Settings, Shared calendars, “Publish a calendar”, ICS. Whoever has it can read the calendar, so it is stored encrypted."
          placeholder="https://… or webcal://…"
          withAsterisk
          data-autofocus={isReconnect || undefined}
          {...form.getInputProps('url')}
        />
      )}
      {isDav && <DavFields form={form} isReconnect={isReconnect} />}
      {place && (
        <Text size="sm">
          You go on to {place}, sign in there, and allow the access. Leave every box ticked. Then you come back here.
        </Text>
      )}
    </Form>
  );
}

const addressInput = { type: 'url', autoComplete: 'off', spellCheck: false, maxLength: 2048 } as const;

interface DavFieldsProps {
  readonly form: UseFormReturnType<typeof noCredential>;
  readonly isReconnect: boolean;
}

function DavFields({ form, isReconnect }: DavFieldsProps) {
  const [provider, setProvider] = useState<string | null>(null);
  const chosen = davProviders.find(({ value }) => value === provider);
  const choose = (value: string | null) => {
    setProvider(value);
    form.setFieldValue('url', davProviders.find((each) => each.value === value)?.url ?? '');
  };
  const unchanged = isReconnect ? 'Leave empty to keep the present one.' : undefined;
  return (
    <>
      {!isReconnect && (
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
        {...addressInput}
        label="Address of the server"
        description={unchanged}
        placeholder="https://…"
        withAsterisk={!isReconnect}
        {...form.getInputProps('url')}
      />
      <TextInput
        label="User name"
        description={unchanged}
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
        withAsterisk={!isReconnect}
        {...form.getInputProps('username')}
      />
      <PasswordInput
        label="Password"
        description="Use an app password if your provider offers them. It is stored encrypted."
        autoComplete="off"
        maxLength={1000}
        withAsterisk
        data-autofocus={isReconnect || undefined}
        {...form.getInputProps('password')}
      />
    </>
  );
}

const kindSentences: Readonly<Record<Kind, string>> = {
  ICS: 'The secret address that most calendars offer (.ics). Slotline reads it; bookings cannot be added to it.',
  CALDAV: 'iCloud, Fastmail, Nextcloud and others, with an app password.',
  GOOGLE: 'You allow access at Google. Slotline reads busy times and adds bookings to a calendar that you choose.',
  MICROSOFT:
    'You allow access at Microsoft. Slotline reads busy times and adds bookings to a calendar that you choose.',
};

/** Where the consent is given. */
const consentPlaces = { GOOGLE: 'Google', MICROSOFT: 'Microsoft' } as const;

function needsConsent(kind: Kind): kind is keyof typeof consentPlaces {
  return kind in consentPlaces;
}

/** Servers that many use, each with how to get a password there. */
const davProviders = [
  {
    value: 'icloud',
    label: 'iCloud',
    url: 'https://caldav.icloud.com',
    hint: 'The user name is the address of your Apple Account. Create an app-specific password at account.apple.com, under Sign-In and Security.',
  },
  {
    value: 'fastmail',
    label: 'Fastmail',
    url: 'https://caldav.fastmail.com',
    hint: 'The user name is your Fastmail address. Create an app password in Fastmail under Settings, Privacy & Security, with access to calendars.',
  },
  {
    value: 'nextcloud',
    label: 'Nextcloud',
    url: '',
    hint: 'The address is that of your Nextcloud, followed by /remote.php/dav. Create an app password in Nextcloud under Settings, Security.',
  },
  {
    value: 'other',
    label: 'Another server',
    url: '',
    hint: 'The address of the server is enough for most. If the provider offers app passwords, create one for Slotline.',
  },
];
