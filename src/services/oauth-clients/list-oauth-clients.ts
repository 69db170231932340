import { readOAuthClients } from '#src/db/reads/oauth-clients.ts';
import type { OAuthClientListInput } from '#src/domain/oauth-clients/input.ts';
import type { OAuthClientPage } from '#src/domain/oauth-clients/oauth-client.ts';
import type { CallerContext } from '../context.ts';

/** A page of all clients that the workspace has registered, newest first. */
export function listOAuthClients(
  { db, principal }: CallerContext,
  { page, limit }: OAuthClientListInput,
): Promise<OAuthClientPage> {
  return readOAuthClients(db, { workspaceId: principal.workspaceId, offset: page * limit, limit });
}
