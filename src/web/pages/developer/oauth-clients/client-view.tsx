import { Badge, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type RequestPolicy, useQuery } from 'urql';
import type { Session } from '../../../app/session.ts';
import {
  type OAuthClientDetailsFragment,
  OAuthClientDocument,
  type OAuthClientRowFragment,
} from '../../../gql/oauth-clients.ts';
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
  if (!isId || isMissing) {
    return (
      <>
        <PageHeader title="No such OAuth client" back={clientList} />
        <Panel>
          <Text size="sm">
            This workspace has no OAuth client at this address. It may have been deleted, or belong to another
            workspace. <Link to={clientList.to}>See the clients of this workspace</Link>
          </Text>
        </Panel>
      </>
    );
  }
  return <QueryView query={query}>{({ oauthClient }) => oauthClient && children(oauthClient)}</QueryView>;
}

/** The member who registered a client deletes it, and so does an owner of the workspace. */
export function mayDelete(
  { userId }: Pick<OAuthClientRowFragment, 'userId'>,
  { user, role }: Pick<Session, 'user' | 'role'>,
): boolean {
  return userId === user.id || role === 'OWNER';
}

const badges = {
  PENDING: { label: 'Pending', color: 'yellow' },
  REJECTED: { label: 'Not approved', color: 'red' },
  APPROVED: { label: 'Approved', color: 'green' },
  ACTIVE: { label: 'Active', color: 'green' },
} as const;

export function StatusBadge({ status }: Pick<OAuthClientRowFragment, 'status'>) {
  const { label, color } = badges[status];
  return <Badge color={color}>{label}</Badge>;
}
