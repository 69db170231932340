import { Alert, Box, Button, Group } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import type { Problem } from '../../../app/problem.ts';
import { useSession } from '../../../app/session.ts';
import {
  CreateOAuthClientDocument,
  CurrentOAuthClientDocument,
  type OAuthClientDetailsFragment,
  UpdateOAuthClientDocument,
} from '../../../gql/oauth-clients.ts';
import { countOf } from '../../../kit/counts.ts';
import { useActForm, withoutEnterInSuggestions } from '../../../kit/form.tsx';
import { WarningIcon } from '../../../kit/icons.tsx';
import { PageHeader, Panel } from '../../../kit/layout.tsx';
import { notifyDone, notifyProblem, ProblemNote } from '../../../kit/messages.tsx';
import { useRecordForm } from '../../../kit/record-form.ts';
import { RecordFormFrame } from '../../../kit/record-form-frame.tsx';
import { type PictureChange, PictureInput, savePicture } from '../../../parts/picture-input.tsx';
import { ClientFields } from './client-fields.tsx';
import { type ClientForm, formErrors, inputOf, noValues, validate, valuesOf } from './client-values.ts';
import { ClientView, clientList } from './client-view.tsx';
import { IssuedSecretDialog } from './credentials-panel.tsx';

const logoOf = (id: number) => ({ path: `/oauth-clients/${id}/logo`, field: 'logo' as const });

const logoInput = {
  label: 'Logo',
  description: 'A square JPG, PNG, WebP or SVG of at most 2 MB. A larger one is scaled to 512 × 512 pixels.',
  isSquare: true,
};

/** What came of the registration: from here on nothing on the page registers once more. */
interface Registered {
  readonly client: OAuthClientDetailsFragment;
  readonly logo: 'saving' | 'done' | Problem;
}

export function RegisterPage() {
  const navigate = useNavigate();
  const [logo, setLogo] = useState<PictureChange>();
  const [secret, setSecret] = useState<string>();
  const [registered, setRegistered] = useState<Registered>();
  const { form, frame } = useActForm({
    document: CreateOAuthClientDocument,
    once: false,
    fieldErrors: formErrors,
    initialValues: noValues,
    validate,
    variables: ({ clientType, ...values }) => ({
      input: { ...inputOf(values), clientType: clientType as OAuthClientDetailsFragment['clientType'] },
    }),
    onDone: async ({ createOAuthClient: issued }) => {
      if (!issued) return;
      const { client, clientSecret } = issued;
      // The secret first: it must be seen whatever becomes of the logo.
      setSecret(clientSecret ?? undefined);
      setRegistered({ client, logo: 'saving' });
      setRegistered({ client, logo: (await savePicture(logoOf(client.id), logo)) ?? 'done' });
    },
  });
  const { isBusy, problem } = frame.state;

  const isDone = registered !== undefined && registered.logo !== 'saving' && secret === undefined;
  useEffect(() => {
    if (!isDone) return;
    const { client, logo } = registered;
    const page = `${clientList.to}/${client.id}`;
    notifyDone(`“${client.name}” is registered`);
    // The page that edits the client takes another logo.
    if (typeof logo === 'object') notifyProblem(logo);
    navigate({ to: typeof logo === 'object' ? `${page}/edit` : page, replace: true });
  }, [isDone, registered, navigate]);

  return (
    <>
      <PageHeader
        title="Register an OAuth client"
        summary="An app that acts on behalf of people who allow it. Until the operator approves it, only members of this workspace can connect it."
        back={clientList}
      />
      <form
        method="dialog"
        noValidate
        aria-label="OAuth client"
        onSubmit={frame.onSubmit}
        onKeyDown={withoutEnterInSuggestions}
      >
        <ClientFields
          form={form}
          isNew
          logo={<PictureInput {...logoInput} name={form.values.name} url={null} change={logo} onChange={setLogo} />}
        />
        <Box mt="lg">
          {problem?.isUnanswered ? <Unanswered /> : <ProblemNote problem={problem} />}
          <Group justify="flex-end">
            <Button variant="default" component={Link} to={clientList.to}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy || registered !== undefined}>
              Register client
            </Button>
          </Group>
        </Box>
      </form>
      <IssuedSecretDialog clientId={registered?.client.clientId} secret={secret} onSaved={() => setSecret(undefined)} />
    </>
  );
}

/** The server may have registered it all the same. */
function Unanswered() {
  return (
    <Alert role="alert" color="red" title="No response" icon={<WarningIcon />} mb="md">
      We do not know whether the client was registered. Check the{' '}
      <a href={clientList.to} target="_blank" rel="noopener">
        list of OAuth clients
      </a>{' '}
      before you try once more. If it is there, rotate its secret to get one.
    </Alert>
  );
}

export function EditPage() {
  return <ClientView requestPolicy="network-only">{(client) => <Editor key={client.id} client={client} />}</ClientView>;
}

function Editor({ client }: { readonly client: OAuthClientDetailsFragment }) {
  const { user } = useSession();
  const { name } = client;
  const back = { to: `/settings/developer/oauth-clients/${client.id}`, title: name };
  return (
    <>
      <PageHeader title={`Edit “${name}”`} back={back} />
      {client.userId === user.id ? (
        <EditForm client={client} back={back.to} />
      ) : (
        <Panel>Only the member who registered a client changes it.</Panel>
      )}
    </>
  );
}

function EditForm({ client, back }: { readonly client: OAuthClientDetailsFragment; readonly back: string }) {
  const navigate = useNavigate();
  const urql = useClient();
  const [logo, setLogo] = useState<PictureChange>();
  const { form, errorOf, frame } = useRecordForm({
    name: `oauth-client:${client.id}`,
    stored: client,
    valuesOf,
    inputOf,
    validate,
    fieldErrors: formErrors,
    textOf: (_, value) => (Array.isArray(value) ? value.join(', ') : String(value ?? 'nothing')),
    read: CurrentOAuthClientDocument,
    readVariables: { id: client.id },
    readRecord: (data) => data.oauthClient,
    save: UpdateOAuthClientDocument,
    saveVariables: (changes) => ({ input: { id: client.id, ...changes } }),
    savedRecord: (data) => data.updateOAuthClient,
    more: {
      isChanged: logo !== undefined,
      save: async () => {
        const problem = await savePicture(logoOf(client.id), logo);
        if (!problem && logo !== undefined)
          await urql
            .query(CurrentOAuthClientDocument, { id: client.id }, { requestPolicy: 'network-only' })
            .toPromise();
        return problem;
      },
      discard: () => setLogo(undefined),
    },
    onSaved: () => navigate({ to: back }),
  });
  return (
    <RecordFormFrame frame={frame}>
      <ClientFields
        form={form as unknown as ClientForm}
        errorOf={errorOf}
        logo={
          <PictureInput
            {...logoInput}
            name={form.values.name}
            url={client.logoUrl}
            updatedAt={client.updatedAt}
            change={logo}
            onChange={setLogo}
            problem={frame.problem?.fields.logo}
            isBusy={frame.isBusy}
          />
        }
        scopesNote={<RemovedScopes client={client} chosen={form.values.allowedScopes} />}
      />
    </RecordFormFrame>
  );
}

interface RemovedScopesProps {
  readonly client: OAuthClientDetailsFragment;
  readonly chosen: readonly string[];
}

/** Warns that connections lose a scope with the client. */
function RemovedScopes({ client, chosen }: RemovedScopesProps) {
  const removed = client.allowedScopes.filter((scope) => !chosen.includes(scope));
  const { connectionCount } = client.usage;
  if (removed.length === 0 || connectionCount === 0) return null;
  return (
    <Alert role="status" color="yellow" icon={<WarningIcon />} mt="md">
      {countOf(connectionCount, 'connection')} {connectionCount === 1 ? 'loses' : 'lose'} {removed.join(', ')} as soon
      as you save. Whoever has connected the app must allow it again to get it back.
    </Alert>
  );
}
