import { useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { type ConnectionRowFragment, EndedConnectionDocument } from '../../../gql/connected-apps.ts';
import { now } from '../../../kit/now.ts';

/** A connection ends when it is revoked, or when its last token expires. */
export function hasEnded({ revokedAt, expiresAt }: Pick<ConnectionRowFragment, 'revokedAt' | 'expiresAt'>): boolean {
  return revokedAt !== null || (expiresAt !== null && new Date(expiresAt) <= new Date(now()));
}

/**
 * A connection whose app has not exchanged its authorization code: it has no token, and ends with the code. The exchange is
 * the first use.
 */
export function isUnfinished({ lastUsedAt }: Pick<ConnectionRowFragment, 'lastUsedAt'>): boolean {
  return lastUsedAt === null;
}

/**
 * The listed connections, and those that were listed while this page is open and have ended since, also by another tab: a row
 * says that it has ended, and does not vanish. The list of the server has only what lives.
 */
export function useWithEnded(listed: readonly ConnectionRowFragment[] | undefined): readonly ConnectionRowFragment[] {
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
  const rows = [...(listed ?? []), ...ended.filter(({ id }) => !listed?.some((row) => row.id === id))];
  return rows.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}
