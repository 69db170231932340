import { Alert } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from 'urql';
import { useSession } from '../../../app/session.ts';
import {
  CurrentOAuthClientDocument,
  type OAuthClientDetailsFragment,
  UpdateOAuthClientDocument,
} from '../../../gql/oauth-clients.ts';
import { countOf } from '../../../kit/counts.ts';
import { WarningIcon } from '../../../kit/icons.tsx';
import { PageHeader, Panel } from '../../../kit/layout.tsx';
import { useRecordForm } from '../../../kit/record-form.ts';
import { RecordFormFrame } from '../../../kit/record-form-frame.tsx';
import { ClientFields } from './client-fields.tsx';
import { type ClientForm, formErrors, inputOf, validate, valuesOf } from './client-values.ts';
import { ClientView } from './client-view.tsx';
import { type LogoChange, saveLogo } from './logo.ts';
import { LogoInput } from './logo-input.tsx';

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
  const [logo, setLogo] = useState<LogoChange>({ kind: 'keep' });
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
    hasMore: logo.kind !== 'keep',
    saveMore: async () => {
      const problem = await saveLogo(client.id, logo);
      if (!problem && logo.kind !== 'keep')
        await urql.query(CurrentOAuthClientDocument, { id: client.id }, { requestPolicy: 'network-only' }).toPromise();
      return problem;
    },
    onSaved: () => navigate({ to: back }),
  });
  return (
    <RecordFormFrame frame={frame}>
      <ClientFields
        form={form as unknown as ClientForm}
        errorOf={errorOf}
        logo={
          <LogoInput
            name={form.values.name}
            logoUrl={client.logoUrl}
            updatedAt={client.updatedAt}
            change={logo}
            onChange={setLogo}
            problem={frame.problem?.fields.logo}
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
