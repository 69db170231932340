import { Button, Group, Stack, Text } from '@mantine/core';
import { useSession } from '../../../app/session.ts';
import type { OAuthClientDetailsFragment } from '../../../gql/oauth-clients.ts';
import { AddRedirectUriDocument } from '../../../gql/try-flow.ts';
import { useAct } from '../../../parts/act.ts';
import { notifyDone } from '../../../parts/notify.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';

/** What the flow needs to know of a client. */
export type FlowClient = Pick<
  OAuthClientDetailsFragment,
  'id' | 'userId' | 'clientId' | 'name' | 'clientType' | 'redirectUris' | 'grantTypes' | 'allowedScopes'
>;

/** The page of this application that the browser comes back to. */
export function callbackUri(): string {
  return `${location.origin}/settings/developer/oauth-clients/callback`;
}

/** What keeps this address from being a redirect URI at all; undefined if nothing does. */
export function addressProblem(): string | undefined {
  if (location.protocol === 'https:' || location.hostname === 'localhost') return undefined;
  return `This page is at ${location.origin}, and a redirect URI must be https, or http with the host localhost. Open this page at such an address, then come back.`;
}

/** Whether the client may return to this application; if not, its owner adds the address here. */
export function RedirectUriCheck({ client }: { readonly client: FlowClient }) {
  const { user } = useSession();
  const { act, isBusy, problem } = useAct(AddRedirectUriDocument);
  const uri = callbackUri();
  const add = async () => {
    const data = await act({ input: { id: client.id, redirectUris: [...client.redirectUris, uri] } });
    if (data?.updateOAuthClient) notifyDone('The redirect URI is added');
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
