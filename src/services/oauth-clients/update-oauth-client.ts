import { updateClient } from '#src/db/writes/oauth-clients.ts';
import type { UpdateOAuthClientInput } from '#src/domain/oauth-clients/input.ts';
import type { OAuthClient } from '#src/domain/oauth-clients/oauth-client.ts';
import type { CallerContext } from '../context.ts';
import { withoutRepeats } from './create-oauth-client.ts';
import { ownClient } from './own-client.ts';

/** Changes what is given. Tokens are limited to the client's scopes as they are at each request, so these shrink too. */
export function updateOAuthClient(
  { db, clock, principal }: CallerContext,
  { id, ...fields }: UpdateOAuthClientInput,
): Promise<OAuthClient> {
  const { workspaceId } = principal;
  const updatedAt = clock.now();
  return db.write(async (client) => {
    await ownClient(client, principal, id);
    return updateClient(client, { workspaceId, id }, { ...fields, ...withoutRepeats(fields), updatedAt });
  });
}
