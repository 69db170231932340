import { endConnection as write } from '#src/db/writes/client-grants.ts';
import type { ServiceContext } from '../context.ts';

/** Ends a connection for its app, or because a token of it was stolen: no request passes after this. */
export function endConnection(
  { db, clock }: ServiceContext,
  { workspaceId, id }: { workspaceId: number; id: string },
): Promise<void> {
  return db.write((client) => write(client, { workspaceId, id, revokedAt: clock.now() }));
}
