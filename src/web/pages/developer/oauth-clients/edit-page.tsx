import { Alert } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from 'urql';
import { type Problem, problemOf } from '../../../app/problem.ts';
import { useSession } from '../../../app/session.ts';
import {
  CurrentOAuthClientDocument,
  type OAuthClientDetailsFragment,
  UpdateOAuthClientDocument,
} from '../../../gql/oauth-clients.ts';
import { useAct } from '../../../kit/act.ts';
import { countOf } from '../../../kit/counts.ts';
import { WarningIcon } from '../../../kit/icons.tsx';
import { PageHeader, Panel } from '../../../kit/layout.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { ClientFields } from './client-fields.tsx';
import { type ClientValues, inputOf, useClientForm, valuesOf } from './client-values.ts';
import { ClientView } from './client-view.tsx';
import { changesOf, conflictsOf } from './concurrent-changes.ts';
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
  // What the form began with: another tab may change the client meanwhile.
  const [base, setBase] = useState(client);
  const [logo, setLogo] = useState<LogoChange>({ kind: 'keep' });
  const [isSaving, setIsSaving] = useState(false);
  const [otherProblem, setOtherProblem] = useState<Problem>();
  const { act, problem: refused, forget } = useAct(UpdateOAuthClientDocument);
  const form = useClientForm(valuesOf(client));
  const read = () =>
    urql.query(CurrentOAuthClientDocument, { id: client.id }, { requestPolicy: 'network-only' }).toPromise();

  /** Returns whether everything is stored. What is stored already is not sent once more by the next try. */
  const save = async (values: ClientValues): Promise<boolean> => {
    forget();
    setOtherProblem(undefined);
    const { data, error } = await read();
    const current = data?.oauthClient;
    if (error || !current) {
      setOtherProblem(error && problemOf(error));
      return false;
    }
    const changes = changesOf(base, inputOf(values));
    const conflicts = conflictsOf(base, current, changes);
    if (Object.keys(conflicts).length > 0) {
      // From here on the other tab's values are known, so the next try replaces them.
      setBase(current);
      setOtherProblem({
        title: 'It was changed elsewhere meanwhile',
        text: 'The marked fields now have other values. Save again to replace them with yours, or load the page again.',
        fields: conflicts,
      });
      return false;
    }
    if (Object.keys(changes).length > 0) {
      const updated = (await act({ input: { id: client.id, ...changes } }))?.updateOAuthClient;
      if (!updated) return false;
      setBase(updated);
    }
    const logoProblem = await saveLogo(client.id, logo);
    setOtherProblem(logoProblem);
    if (logoProblem) return false;
    if (logo.kind !== 'keep') await read();
    return true;
  };
  const submit = async (values: ClientValues) => {
    setIsSaving(true);
    const isSaved = await save(values);
    setIsSaving(false);
    if (!isSaved) return;
    notifyDone(`“${values.name.trim()}” is saved`);
    navigate({ to: back });
  };
  const changeLogo = (change: LogoChange) => {
    setLogo(change);
    setOtherProblem(undefined);
  };
  return (
    <ClientFields
      {...{ form, back, onSave: submit, isBusy: isSaving, problem: otherProblem ?? refused }}
      action="Save"
      logo={
        <LogoInput
          name={form.values.name}
          logoUrl={client.logoUrl}
          updatedAt={client.updatedAt}
          change={logo}
          onChange={changeLogo}
          problem={otherProblem?.fields.logo}
        />
      }
      scopesNote={<RemovedScopes client={client} chosen={form.values.allowedScopes} />}
    />
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
