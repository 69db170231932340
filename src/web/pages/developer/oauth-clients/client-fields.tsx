import { Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { scopeGroups } from '../../../gql/scopes.ts';
import { Panel } from '../../../parts/panel.tsx';
import { ScopePicker } from '../../../parts/scope-picker.tsx';
import type { ClientForm } from './client-values.ts';
import { RedirectUrisInput } from './redirect-uris-input.tsx';

const allScopes = scopeGroups.flatMap(({ scopes }) => scopes.map(({ scope }) => scope));

interface ClientFieldsProps {
  readonly form: ClientForm;
  readonly logo: ReactNode;
  /** The type is chosen when a client is registered, and stays. */
  readonly isNew?: boolean;
  /** What the chosen scopes take away, where they do. */
  readonly scopesNote?: ReactNode;
}

/** All that is entered about a client, in the order in which people think of it. */
export function ClientFields({ form, logo, isNew = false, scopesNote }: ClientFieldsProps) {
  return (
    <>
      <Panel title="What people see" summary="On the page that asks them whether the app may act for them.">
        <Stack gap="md">
          <TextInput label="Name" maxLength={100} withAsterisk autoComplete="off" {...form.getInputProps('name')} />
          <TextInput
            label="Homepage"
            description="The app's own site; https"
            type="url"
            inputMode="url"
            placeholder="https://app.example.com"
            autoComplete="off"
            {...form.getInputProps('homepageUrl')}
          />
          {logo}
        </Stack>
      </Panel>
      <Panel title="How it connects">
        <Stack gap="lg">
          {isNew && (
            <Radio.Group
              label="Client type"
              description="Where the app runs. It cannot be changed later."
              withAsterisk
              {...form.getInputProps('clientType')}
            >
              <Stack gap="xs" mt="xs" mb="xs">
                <Radio
                  value="CONFIDENTIAL"
                  label="Confidential"
                  description="On a server that can store a secret, such as a web application or an integration"
                />
                <Radio
                  value="PUBLIC"
                  label="Public"
                  description="In a browser, on a phone or on a desk, where nothing stays secret. It has no secret, and must use PKCE"
                />
              </Stack>
            </Radio.Group>
          )}
          <RedirectUrisInput form={form} />
          <Checkbox.Group label="Grant types" withAsterisk {...form.getInputProps('grantTypes')}>
            <Stack gap="xs" mt="xs" mb="xs">
              <Checkbox
                value="AUTHORIZATION_CODE"
                label="Authorization code"
                description="People allow access in their browser. Every app needs it"
                disabled
              />
              <Checkbox
                value="REFRESH_TOKEN"
                label="Refresh token"
                description="The app stays connected. Without it, it must ask again after each hour"
              />
            </Stack>
          </Checkbox.Group>
        </Stack>
      </Panel>
      <Panel title="What it may do" summary="People read each of these sentences before they allow access.">
        <ScopePicker allowed={allScopes} {...form.getInputProps('allowedScopes')} />
        {scopesNote}
      </Panel>
    </>
  );
}
