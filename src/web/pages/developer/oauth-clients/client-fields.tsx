import { ActionIcon, Box, Button, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { linkProblem, redirectUriProblem } from '#src/lib/network/web-address.ts';
import { maxRedirectUris } from '../../../gql/limits.ts';
import type { OAuthClientDetailsFragment } from '../../../gql/oauth-clients.ts';
import { scopeGroups } from '../../../gql/scopes.ts';
import { Checkboxes, Radios } from '../../../kit/choice-groups.tsx';
import { CloseIcon, PlusIcon } from '../../../kit/icons.tsx';
import { Panel } from '../../../kit/layout.tsx';
import { ScopePicker } from '../../../parts/scopes.tsx';

/** What the forms of a client hold. */
type ClientValues = {
  readonly name: string;
  readonly homepageUrl: string;
  /** Each with a number that stays while others come and go. */
  readonly redirectUris: readonly { readonly key: number; readonly uri: string }[];
  readonly grantTypes: string[];
  readonly allowedScopes: string[];
  /** Empty until one is chosen. */
  readonly clientType: string;
};

export type ClientForm = UseFormReturnType<ClientValues>;

export const noValues: ClientValues = {
  name: '',
  homepageUrl: '',
  redirectUris: [{ key: 0, uri: '' }],
  grantTypes: ['AUTHORIZATION_CODE', 'REFRESH_TOKEN'],
  allowedScopes: [],
  clientType: '',
};

export function valuesOf(client: OAuthClientDetailsFragment): ClientValues {
  return {
    name: client.name,
    homepageUrl: client.homepageUrl ?? '',
    redirectUris: client.redirectUris.map((uri, key) => ({ key, uri })),
    grantTypes: [...client.grantTypes],
    allowedScopes: [...client.allowedScopes],
    clientType: client.clientType,
  };
}

/** The values as the server takes them. */
export function inputOf({
  name,
  homepageUrl,
  redirectUris,
  grantTypes,
  allowedScopes,
}: Omit<ClientValues, 'clientType'>) {
  return {
    name: name.trim(),
    homepageUrl: homepageUrl.trim() || null,
    redirectUris: redirectUris.map(({ uri }) => uri.trim()),
    // The order of a list means nothing.
    grantTypes: grantTypes.toSorted() as OAuthClientDetailsFragment['grantTypes'],
    allowedScopes: allowedScopes.toSorted(),
  };
}

/** The rules that need no server; the others the form learns from the answer. */
export const validate = {
  name: (name: string) => (name.trim() === '' ? 'Enter the name that people know the app by' : null),
  homepageUrl: (url: string) => (url.trim() === '' ? null : sentence(linkProblem(url.trim()))),
  redirectUris: {
    uri: (uri: string, { redirectUris }: ClientValues, path: string) => uriProblem(uri.trim(), redirectUris, path),
  },
  clientType: (type: string) => (type === '' ? 'Choose one; it cannot be changed later' : null),
  allowedScopes: (scopes: readonly string[]) => (scopes.length === 0 ? 'Choose at least one scope' : null),
};

function uriProblem(uri: string, all: ClientValues['redirectUris'], path: string): string | null {
  if (uri === '')
    return all.length === 1 ? 'Enter at least one redirect URI' : 'Enter a redirect URI, or remove this one';
  const index = Number(path.split('.')[1]);
  if (all.slice(0, index).some((other) => other.uri.trim() === uri)) return 'This redirect URI is in the list already';
  return sentence(redirectUriProblem(uri));
}

function sentence(problem: string | undefined): string | null {
  return problem === undefined ? null : problem.charAt(0).toUpperCase() + problem.slice(1);
}

/** The server's errors by the paths of the form: `redirectUris[1]` is the input of the second address. */
export function formErrors(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, message]) => {
      const [, index] = /^redirectUris\[(\d+)\]$/.exec(path) ?? [];
      if (index !== undefined) return [`redirectUris.${index}.uri`, message];
      return [path.replace(/[.[].*$/, ''), message];
    }),
  );
}

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
