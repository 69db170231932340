import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSession } from '../../../app/session.ts';
import { type OAuthClientDetailsFragment, UpdateOAuthClientDocument } from '../../../gql/oauth-clients.ts';
import { useAct } from '../../../kit/act.ts';
import { PageHeader, Panel } from '../../../kit/layout.tsx';
import { notifyDone, ProblemNote } from '../../../kit/messages.tsx';
import { ScopePicker } from '../../../parts/scopes.tsx';
import { ClientView } from '../oauth-clients/client-view.tsx';
import { newOneTimeValues } from './authorization.ts';
import { type Run, useRun } from './run.ts';
import { RunView } from './run-view.tsx';

/** Runs the whole OAuth flow in this tab, and shows each request with its response. */
export function TryFlowPage() {
  return <ClientView>{(client) => <Flow key={client.id} client={client} />}</ClientView>;
}

function Flow({ client }: { readonly client: OAuthClientDetailsFragment }) {
  const { user } = useSession();
  const [run, setRun] = useRun(user.id, client.id);
  return (
    <>
      <PageHeader
        title={`Try the flow of “${client.name}”`}
        back={{ to: `/settings/developer/oauth-clients/${client.id}`, title: client.name }}
        summary="Runs the whole OAuth 2.0 flow in this tab, as an app would, and shows each request with its response. Everything is real: at the end the connection is revoked."
      />
      {run ? <RunView run={run} onChange={setRun} /> : <PrepareForm client={client} onBegin={setRun} />}
    </>
  );
}

interface PrepareFormProps {
  readonly client: OAuthClientDetailsFragment;
  readonly onBegin: (run: Run) => void;
}

/** What a run needs before it begins. */
function PrepareForm({ client, onBegin }: PrepareFormProps) {
  const { user } = useSession();
  const isConfidential = client.clientType === 'CONFIDENTIAL';
  const isReady = client.redirectUris.includes(callbackUri()) && addressProblem() === undefined;
  const form = useForm({
    initialValues: { scopes: [...client.allowedScopes], secret: '' },
    validate: {
      scopes: (scopes) => (scopes.length === 0 ? 'Choose at least one scope' : null),
      secret: (secret) => (isConfidential && secret.trim() === '' ? 'Enter the client secret' : null),
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
      <form method="dialog" onSubmit={begin(false)} noValidate>
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

/** The page of this application that the browser comes back to. */
function callbackUri(): string {
  return `${location.origin}/settings/developer/oauth-clients/callback`;
}

/** What keeps this address from being a redirect URI at all; undefined if nothing does. */
function addressProblem(): string | undefined {
  if (location.protocol === 'https:' || location.hostname === 'localhost') return undefined;
  return `This page is at ${location.origin}, and a redirect URI must be https, or http with the host localhost. Open this page at such an address, then come back.`;
}

/** Whether the client may return to this application; if not, its owner adds the address here. */
function RedirectUriCheck({ client }: { readonly client: OAuthClientDetailsFragment }) {
  const { user } = useSession();
  const { act, isBusy, problem } = useAct(UpdateOAuthClientDocument);
  const uri = callbackUri();
  const add = async () => {
    const added = await act({ input: { id: client.id, redirectUris: [...client.redirectUris, uri] } });
    if (added) notifyDone('The redirect URI is added');
  };
  const state = () => {
    const refusal = addressProblem();
    if (refusal !== undefined) return <Text size="sm">{refusal}</Text>;
    if (client.redirectUris.includes(uri)) return <p className="hint">The client is registered for it.</p>;
    if (client.userId !== user.id) {
      return (
        <Text size="sm">
          The client is not registered for it, and only the member who registered the client can add it. Ask them to.
        </Text>
      );
    }
    return (
      <Group>
        <Text size="sm">The client is not registered for it yet. Remove it again when you are done, if you like.</Text>
        <Button variant="default" loading={isBusy} onClick={add}>
          Add it to the client
        </Button>
      </Group>
    );
  };
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        Redirect URI
      </Text>
      <Text size="sm" className="breaks">
        <code>{uri}</code>
      </Text>
      <ProblemNote problem={problem} />
      {state()}
    </Stack>
  );
}
