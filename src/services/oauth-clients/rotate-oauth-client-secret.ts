import { updateClient } from '#src/db/writes/oauth-clients.ts';
import { validationError } from '#src/domain/errors.ts';
import type { OAuthClientIdInput } from '#src/domain/oauth-clients/input.ts';
import { generateClientSecret, type IssuedOAuthClient } from '#src/domain/oauth-clients/oauth-client.ts';
import { sha256 } from '#src/lib/hash.ts';
import type { CallerContext } from '../context.ts';
import { ownClient } from './own-client.ts';

/** A new secret in the place of the old one, which fails from now on. Connections stay. */
export function rotateOAuthClientSecret(
  { db, clock, principal }: CallerContext,
  { id }: OAuthClientIdInput,
): Promise<IssuedOAuthClient> {
  const { workspaceId } = principal;
  const updatedAt = clock.now();
  const clientSecret = generateClientSecret();
  return db.write(async (client) => {
    const { clientType } = await ownClient(client, principal, id);
    if (clientType === 'PUBLIC') throw validationError({ id: ['The client is public: it has no secret'] });
    const secretHash = sha256(clientSecret);
    return { client: await updateClient(client, { workspaceId, id }, { secretHash, updatedAt }), clientSecret };
  });
}
