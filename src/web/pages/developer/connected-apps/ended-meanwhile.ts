import { useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { type ConnectionRowFragment, EndedConnectionDocument } from '../../../gql/connected-apps.ts';
import { hasEnded } from './connection-state.ts';

/**
 * The connections that were listed while this page is open and have ended since, also those that another tab has ended: a
 * row says that it has ended, and does not vanish. The list of the server has only what lives.
 */
export function useEndedMeanwhile(
  listed: readonly ConnectionRowFragment[] | undefined,
): readonly ConnectionRowFragment[] {
  const client = useClient();
  const seen = useRef<ReadonlySet<string>>(new Set());
  const [ended, setEnded] = useState<readonly ConnectionRowFragment[]>([]);
  useEffect(() => {
    if (!listed) return;
    const ids = new Set(listed.map(({ id }) => id));
    const missing = [...seen.current].filter((id) => !ids.has(id));
    seen.current = ids;
    for (const id of missing) {
      client.query(EndedConnectionDocument, { id }, { requestPolicy: 'network-only' }).then(({ data }) => {
        const connection = data?.connection;
        if (connection && hasEnded(connection))
          setEnded((rows) => [...rows.filter((row) => row.id !== id), connection]);
      });
    }
  }, [client, listed]);
  return ended.filter(({ id }) => !listed?.some((row) => row.id === id));
}
