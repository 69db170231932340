import { Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type RequestPolicy, useQuery } from 'urql';
import { type OAuthClientDetailsFragment, OAuthClientDocument } from '../../../gql/oauth-clients.ts';
import { PageHeader, Panel } from '../../../kit/layout.tsx';
import { QueryView } from '../../../kit/list/query-view.tsx';

export const clientList = { to: '/settings/developer/oauth-clients', title: 'OAuth clients' };

interface ClientViewProps {
  readonly requestPolicy?: RequestPolicy;
  readonly children: (client: OAuthClientDetailsFragment) => ReactNode;
}

/** The client that the address names, for its pages; where there is none it says so. */
export function ClientView({ requestPolicy, children }: ClientViewProps) {
  const { id = '' } = useParams({ strict: false });
  const isId = /^[1-9]\d{0,8}$/.test(id);
  const query = useQuery({ query: OAuthClientDocument, variables: { id: Number(id) }, requestPolicy, pause: !isId });
  const [{ error }] = query;
  const isMissing = error?.graphQLErrors.some(({ extensions }) => extensions.code === 'NOT_FOUND');
  if (!isId || isMissing) return <MissingClient />;
  return <QueryView query={query}>{({ oauthClient }) => oauthClient && children(oauthClient)}</QueryView>;
}

function MissingClient() {
  return (
    <>
      <PageHeader title="No such OAuth client" back={clientList} />
      <Panel>
        <Text size="sm">
          This workspace has no OAuth client at this address. It may have been deleted, or belong to another workspace.{' '}
          <Link to={clientList.to}>See the clients of this workspace</Link>
        </Text>
      </Panel>
    </>
  );
}
