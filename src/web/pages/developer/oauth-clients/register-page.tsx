import { Alert, Button, Group } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Problem } from '../../../app/problem.ts';
import { CreateOAuthClientDocument, type OAuthClientDetailsFragment } from '../../../gql/oauth-clients.ts';
import { useAct } from '../../../kit/act.ts';
import { leadToError, useFieldErrors, withoutEnterInSuggestions } from '../../../kit/form.tsx';
import { WarningIcon } from '../../../kit/icons.tsx';
import { PageHeader } from '../../../kit/layout.tsx';
import { notifyDone, ProblemNote } from '../../../kit/messages.tsx';
import { ClientFields } from './client-fields.tsx';
import { type ClientValues, formErrors, inputOf, noValues, useClientForm } from './client-values.ts';
import { clientList } from './client-view.tsx';
import { IssuedSecretDialog } from './issued-secret-dialog.tsx';
import { type LogoChange, saveLogo } from './logo.ts';
import { LogoInput, LogoRetry } from './logo-input.tsx';

/** What came of the registration: from here on nothing on the page registers once more. */
interface Registered {
  readonly client: OAuthClientDetailsFragment;
  readonly logo: 'saving' | 'done' | Problem;
}

export function RegisterPage() {
  const navigate = useNavigate();
  const { act, isBusy, problem } = useAct(CreateOAuthClientDocument, { once: false });
  const [logo, setLogo] = useState<LogoChange>({ kind: 'keep' });
  const [secret, setSecret] = useState<string>();
  const [registered, setRegistered] = useState<Registered>();
  const form = useClientForm(noValues);
  useFieldErrors(form, problem, formErrors);
  const register = async (values: ClientValues) => {
    if (registered) return;
    const clientType = values.clientType as OAuthClientDetailsFragment['clientType'];
    const issued = (await act({ input: { ...inputOf(values), clientType } }))?.createOAuthClient;
    if (!issued) return;
    const { client, clientSecret } = issued;
    // The secret first: it must be seen whatever becomes of the logo.
    if (clientSecret !== null) setSecret(clientSecret);
    setRegistered({ client, logo: 'saving' });
    setRegistered({ client, logo: (await saveLogo(client.id, logo)) ?? 'done' });
  };

  const isDone = registered?.logo === 'done' && secret === undefined;
  useEffect(() => {
    if (!isDone) return;
    notifyDone(`“${registered.client.name}” is registered`);
    navigate({ to: `${clientList.to}/${registered.client.id}`, replace: true });
  }, [isDone, registered, navigate]);

  if (typeof registered?.logo === 'object' && secret === undefined) {
    return (
      <>
        <PageHeader title={`“${registered.client.name}” is registered`} back={clientList} />
        <LogoRetry
          client={registered.client}
          logo={logo}
          problem={registered.logo}
          onDone={() => setRegistered({ ...registered, logo: 'done' })}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="Register an OAuth client"
        summary="An app that acts on behalf of people who allow it. Until the operator approves it, only members of this workspace can connect it."
        back={clientList}
      />
      <form
        noValidate
        method="dialog"
        aria-label="OAuth client"
        onSubmit={form.onSubmit(register, leadToError)}
        onKeyDown={withoutEnterInSuggestions}
      >
        <ClientFields
          form={form}
          isNew
          logo={
            <LogoInput name={form.values.name} logoUrl={null} change={logo} onChange={setLogo} problem={undefined} />
          }
        />
        <div className="form-end">
          {problem?.isUnanswered ? <Unanswered /> : <ProblemNote problem={problem} />}
          <Group justify="flex-end">
            <Button variant="default" component={Link} to={clientList.to}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy || registered !== undefined}>
              Register client
            </Button>
          </Group>
        </div>
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
