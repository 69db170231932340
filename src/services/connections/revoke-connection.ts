import { readConnection } from '#src/db/reads/connections.ts';
import { endConnection } from '#src/db/writes/client-grants.ts';
import type { Connection, RevokeConnectionInput } from '#src/domain/connections/connection.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { CallerContext } from '../context.ts';

/** Ends a connection of the caller's own. One that has ended stays as it is. */
export function revokeConnection(
  { db, clock, principal }: CallerContext,
  { id }: RevokeConnectionInput,
): Promise<Connection> {
  const { workspaceId, userId } = principal;
  const revokedAt = clock.now();
  return db.write(async (client) => {
    const found = await readConnection(client, { workspaceId, userId, id });
    if (!found) throw new DomainError('NOT_FOUND');
    await endConnection(client, { workspaceId, id, revokedAt });
    return (await readConnection(client, { workspaceId, userId, id })) ?? found;
  });
}
