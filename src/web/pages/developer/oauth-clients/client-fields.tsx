import { ActionIcon, Box, Button, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { maxRedirectUris } from '../../../gql/limits.ts';
import { scopeGroups } from '../../../gql/scopes.ts';
import { Checkboxes, Radios } from '../../../kit/choice-groups.tsx';
import { CloseIcon, PlusIcon } from '../../../kit/icons.tsx';
import { Panel } from '../../../kit/layout.tsx';
import { ScopePicker } from '../../../parts/scopes.tsx';
import type { ClientForm, ClientValues } from './client-values.ts';

const allScopes = scopeGroups.flatMap(({ scopes }) => scopes.map(({ scope }) => scope));

const clientTypes = [
  {
    value: 'CONFIDENTIAL',
    label: 'Confidential',
    description: 'On a server that can store a secret, such as a web application or an integration',
  },
  {
    value: 'PUBLIC',
    label: 'Public',
    description:
      'In a browser, on a phone or on a desk, where nothing stays secret. It has no secret, and must use PKCE',
  },
];

const grantTypes = [
  {
    value: 'AUTHORIZATION_CODE',
    label: 'Authorization code',
    description: 'People allow access in their browser. Every app needs it',
    disabled: true,
  },
  {
    value: 'REFRESH_TOKEN',
    label: 'Refresh token',
    description: 'The app stays connected. Without it, it must ask again after each hour',
  },
];

interface ClientFieldsProps {
  readonly form: ClientForm;
  readonly logo: ReactNode;
  /** The type is chosen when a client is registered, and stays. */
  readonly isNew?: boolean;
  /** What the chosen scopes take away, where they do. */
  readonly scopesNote?: ReactNode;
  /** What is wrong with a field, also by what somebody else stored meanwhile. */
  readonly errorOf?: (field: string) => ReactNode;
}

/** All that is entered about a client, in the order in which people think of it. */
export function ClientFields({ form, logo, isNew = false, scopesNote, errorOf }: ClientFieldsProps) {
  const field = (name: keyof ClientValues) => ({
    ...form.getInputProps(name),
    ...(errorOf && { error: errorOf(name) }),
  });
  return (
    <>
      <Panel title="What people see" summary="On the page that asks for their consent.">
        <Stack gap="md">
          <TextInput label="Name" maxLength={100} withAsterisk autoComplete="off" {...field('name')} />
          <TextInput
            label="App Homepage URL"
            description="The app's own site"
            type="url"
            inputMode="url"
            placeholder="https://app.example.com"
            autoComplete="off"
            {...field('homepageUrl')}
          />
          {logo}
        </Stack>
      </Panel>
      <Panel title="How it connects">
        <Stack gap="lg">
          {isNew && (
            <Radios
              label="Client type"
              description="Where the app runs. It cannot be changed later."
              withAsterisk
              choices={clientTypes}
              {...field('clientType')}
            />
          )}
          <RedirectUrisInput form={form} error={errorOf?.('redirectUris')} />
          <Checkboxes label="Grant types" withAsterisk choices={grantTypes} {...field('grantTypes')} />
        </Stack>
      </Panel>
      <Panel title="What it can do" summary="People read each of these sentences before they allow access.">
        <ScopePicker label="Allowed scopes" allowed={allScopes} {...field('allowedScopes')} />
        {scopesNote}
      </Panel>
    </>
  );
}

/** The addresses that an authorization may return to: a list that grows and shrinks. */
function RedirectUrisInput({ form, error }: { readonly form: ClientForm; readonly error: ReactNode }) {
  const list = useRef<HTMLFieldSetElement>(null);
  const { redirectUris } = form.values;
  /** The last row has the focus before the click ends, so that no key that is typed next goes elsewhere. */
  const focusLastAfter = (change: () => void) => {
    flushSync(change);
    [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus();
  };
  const add = () => {
    const key = 1 + Math.max(...redirectUris.map((each) => each.key));
    focusLastAfter(() => form.insertListItem('redirectUris', { key, uri: '' }));
  };
  const remove = (index: number) => focusLastAfter(() => form.removeListItem('redirectUris', index));
  return (
    <Box component="fieldset" ref={list} m={0} p={0} bd="none">
      <Text component="legend" p={0} size="sm" fw={600}>
        Redirect URIs{' '}
        <Text span inherit c="var(--error-ink)" aria-hidden>
          *
        </Text>
      </Text>
      <Input.Description>
        Where people return to after they have allowed or denied access: https, or http://localhost for development.
        Each is compared character for character.
      </Input.Description>
      <Stack gap="xs" mt="xs">
        {redirectUris.map(({ key }, index) => (
          <Group key={key} gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://app.example.com/callback"
              aria-label={`Redirect URI ${index + 1}`}
              flex={1}
              {...form.getInputProps(`redirectUris.${index}.uri`)}
            />
            {redirectUris.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`Remove redirect URI ${index + 1}`}
                onClick={() => remove(index)}
              >
                <CloseIcon />
              </ActionIcon>
            )}
          </Group>
        ))}
        {(error ?? form.errors.redirectUris) && (
          <Input.Error role="alert">{error ?? form.errors.redirectUris}</Input.Error>
        )}
        {redirectUris.length < maxRedirectUris ? (
          <Button variant="default" size="xs" leftSection={<PlusIcon size={14} />} onClick={add} w="fit-content">
            Add another
          </Button>
        ) : (
          <p className="hint">A client has at most {maxRedirectUris} redirect URIs.</p>
        )}
      </Stack>
    </Box>
  );
}
