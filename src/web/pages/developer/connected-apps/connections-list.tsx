import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from 'urql';
import { type ConnectionRowFragment, ConnectionsDocument } from '../../../gql/connected-apps.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { type ListPage, useReportedCursor } from '../../../parts/paged-list.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { RecordTable } from '../../../parts/record-table.tsx';
import { ConnectionRow } from './connection-row.tsx';
import { useEndedMeanwhile } from './ended-meanwhile.ts';

interface ConnectionsListProps {
  readonly page: ListPage;
  readonly onAct: (kind: 'revoke' | 'revokeAll', connection: ConnectionRowFragment) => void;
}

/** One page of the connections. It is read again when its tab is looked at again: another one may have ended some. */
export function ConnectionsList({ page, onAct }: ConnectionsListProps) {
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
        return rows.length === 0 && page.index === 0 ? (
          <EmptyState title="No connected apps">
            An app appears here once you allow it access on its consent page. To see one, register an OAuth client and
            try its flow.
          </EmptyState>
        ) : (
          <RecordTable columns={['App', 'What it may do', 'Used', 'Ends']} hasActions>
            {rows.map((connection) => (
              <ConnectionRow key={connection.id} connection={connection} onAct={onAct} />
            ))}
          </RecordTable>
        );
      }}
    </QueryView>
  );
}
