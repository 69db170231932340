import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from 'urql';
import { ConnectionsDocument } from '../../../gql/connected-apps.ts';
import { useDialogs } from '../../../kit/dialogs.tsx';
import { PageHeader, Panel } from '../../../kit/layout.tsx';
import { EmptyState, type ListPage, PagedList, QueryView, RecordTable, useReportedCursor } from '../../../kit/list.tsx';
import { type ConnectionDialogs, ConnectionRow } from './connection-row.tsx';
import { useEndedMeanwhile } from './ended-meanwhile.ts';
import { RevokeAllDialog, RevokeConnectionDialog } from './revoke-dialogs.tsx';

export function ConnectedAppsPage() {
  const dialogs: ConnectionDialogs = useDialogs();
  return (
    <>
      <PageHeader
        title="Connected apps"
        summary="Apps that you let into this workspace. Each acts as you, within the scopes that you granted and what your role allows."
      />
      <Panel padded={false}>
        <PagedList>{(page) => <ConnectionsList page={page} dialogs={dialogs} />}</PagedList>
      </Panel>
      <RevokeConnectionDialog {...dialogs.of('revoke')} />
      <RevokeAllDialog {...dialogs.of('revokeAll')} />
    </>
  );
}

interface ConnectionsListProps {
  readonly page: ListPage;
  readonly dialogs: ConnectionDialogs;
}

/** One page of the connections. It is read again when its tab is looked at again: another one may have ended some. */
function ConnectionsList({ page, dialogs }: ConnectionsListProps) {
  const query = useQuery({ query: ConnectionsDocument, variables: { cursor: page.cursor } });
  const [{ data }, execute] = query;
  useReportedCursor(page, data?.connections?.nextCursor);
  const readAgain = () => {
    if (document.visibilityState === 'visible') execute({ requestPolicy: 'network-only' });
  };
  useWindowEvent('visibilitychange', readAgain);
  useWindowEvent('focus', readAgain);
  const ended = useEndedMeanwhile(data?.connections?.connections);
  return (
    <QueryView query={query}>
      {({ connections }) => {
        const listed = connections?.connections ?? [];
        const rows = [...listed, ...ended].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
        return (
          <RecordTable
            columns={['App', 'What it may do', 'Used', 'Ends']}
            hasActions
            isContinued={page.index > 0}
            rows={rows}
            empty={
              <EmptyState title="No connected apps">
                An app appears here once you allow it access on its consent page. To see one, register an OAuth client
                and try its flow.
              </EmptyState>
            }
          >
            {(connection) => <ConnectionRow key={connection.id} connection={connection} dialogs={dialogs} />}
          </RecordTable>
        );
      }}
    </QueryView>
  );
}
