import { useSession } from '../../../app/session.ts';
import { PageHeader } from '../../../kit/layout.tsx';
import { ClientView } from '../oauth-clients/client-view.tsx';
import type { FlowClient } from './prepare-form.tsx';
import { PrepareForm } from './prepare-form.tsx';
import { useRun } from './run.ts';
import { RunView } from './run-view.tsx';
import './try-flow.css';

/** Runs the whole OAuth flow in this tab, and shows each request with its response. */
export function TryFlowPage() {
  return <ClientView>{(client) => <Flow key={client.id} client={client} />}</ClientView>;
}

function Flow({ client }: { readonly client: FlowClient }) {
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
