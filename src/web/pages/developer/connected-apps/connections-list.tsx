import { useEffect } from 'react';
import { useQuery } from 'urql';
import { type ConnectionRowFragment, ConnectionsDocument } from '../../../gql/connected-apps.ts';
import { useReportedCursor } from '../../../parts/cursors.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { RecordTable } from '../../../parts/record-table.tsx';
import { ConnectionRow } from './connection-row.tsx';
import { useEndedMeanwhile } from './ended-meanwhile.ts';

interface ConnectionsListProps {
  readonly cursor: string;
  readonly index: number;
  readonly onPage: (index: number, nextCursor: string | null) => void;
  readonly onAct: (kind: 'revoke' | 'revokeAll', connection: ConnectionRowFragment) => void;
}

/** One page of the connections. It is read again when its tab is looked at again: another one may have ended some. */
export function ConnectionsList({ cursor, index, onPage, onAct }: ConnectionsListProps) {
  const query = useQuery({ query: ConnectionsDocument, variables: { cursor }, requestPolicy: 'cache-and-network' });
  const [{ data }, execute] = query;
  useReportedCursor(onPage, index, data?.connections?.nextCursor);
  useEffect(() => {
    const readAgain = () => {
      if (document.visibilityState === 'visible') execute({ requestPolicy: 'network-only' });
    };
    document.addEventListener('visibilitychange', readAgain);
    window.addEventListener('focus', readAgain);
    return () => {
      document.removeEventListener('visibilitychange', readAgain);
      window.removeEventListener('focus', readAgain);
    };
  }, [execute]);
  const ended = useEndedMeanwhile(data?.connections?.connections);
  return (
    <QueryView query={query}>
      {({ connections }) => {
        const listed = connections?.connections ?? [];
        const rows = [...listed, ...ended].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
        return rows.length === 0 && index === 0 ? (
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
