import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSession } from '../../../app/session.ts';
import { Panel } from '../../../parts/panel.tsx';
import { ScopePicker } from '../../../parts/scope-picker.tsx';
import { newOneTimeValues } from './pkce.ts';
import { addressProblem, callbackUri, type FlowClient, RedirectUriCheck } from './redirect-uri-check.tsx';
import type { Run } from './run.ts';

interface PrepareFormProps {
  readonly client: FlowClient;
  readonly onBegin: (run: Run) => void;
}

/** What a run needs before it begins. */
export function PrepareForm({ client, onBegin }: PrepareFormProps) {
  const { user } = useSession();
  const isConfidential = client.clientType === 'CONFIDENTIAL';
  const isReady = client.redirectUris.includes(callbackUri()) && addressProblem() === undefined;
  const form = useForm({
    initialValues: { scopes: [...client.allowedScopes], secret: '' },
    validate: {
      scopes: (scopes) => (scopes.length === 0 ? 'Choose at least one scope' : null),
      secret: (secret) => (isConfidential && secret.trim() === '' ? 'Paste the client secret' : null),
    },
  });
  const begin = (runsAll: boolean) =>
    form.onSubmit(async ({ scopes, secret }) => {
      const { id, clientId, name } = client;
      const values = await newOneTimeValues();
      onBegin({
        ...values,
        userId: user.id,
        client: { id, clientId, name },
        isConfidential,
        runsAll,
        scopes,
        ...(isConfidential && { secret: secret.trim() }),
        hasRefresh: client.grantTypes.includes('REFRESH_TOKEN'),
        redirectUri: callbackUri(),
        isAsked: false,
        exchanges: {},
        secrets: [values.verifier],
      });
    });
  return (
    <Panel>
      <form onSubmit={begin(false)} noValidate>
        <Stack gap="md">
          <RedirectUriCheck client={client} />
          <ScopePicker allowed={client.allowedScopes} {...form.getInputProps('scopes')} />
          {isConfidential && (
            <PasswordInput
              label="Client secret"
              description="Kept in this tab for this run only: it goes to no server but this one, and is removed when the run is over or you start over. If it is lost, rotate it on the page of the client."
              autoComplete="off"
              withAsterisk
              {...form.getInputProps('secret')}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" disabled={!isReady} onClick={() => begin(true)()}>
              Run all
            </Button>
            <Button type="submit" disabled={!isReady}>
              Begin step by step
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
