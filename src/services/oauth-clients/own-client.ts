import type { ClientBase } from 'pg';
import { lockClient } from '#src/db/writes/oauth-clients.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { OAuthClient } from '#src/domain/oauth-clients/oauth-client.ts';
import type { CallerContext } from '../context.ts';

/** The caller's own client, locked until the transaction ends: only the member who registered a client changes it. */
export async function ownClient(
  client: ClientBase,
  { workspaceId, userId }: CallerContext['principal'],
  id: number,
): Promise<OAuthClient> {
  const found = await lockClient(client, workspaceId, id);
  if (!found) throw new DomainError('NOT_FOUND');
  if (found.userId === userId) return found;
  throw new DomainError('FORBIDDEN', { message: 'Only the member who registered the client can change it' });
}
