import type { AdapterPayload } from 'oidc-provider';
import type { Database } from '#src/db/database.ts';
import { type OAuthClientRow, oauthClientById } from '#src/db/reads/oauth.ts';
import { isScope } from '#src/domain/access/scopes.ts';
import { clientIdPrefix } from '#src/domain/oauth-clients/oauth-client.ts';
import type { Exchange } from '../exchange.ts';

const shape = new RegExp(`^${clientIdPrefix}[\\w-]{1,60}$`);

/** Asked on every request, so that an edit or a deletion counts at once. */
export async function findClient(db: Database, exchange: Exchange, id: string): Promise<AdapterPayload | undefined> {
  if (!shape.test(id)) return undefined;
  const [row] = await db.credentials.run<OAuthClientRow>(oauthClientById, [id]);
  exchange.client = row;
  return row && metadataOf(row);
}

/** The scopes that an app may ask for now; one that no longer exists is none. */
export function allowedScopes({ allowedScopes: text }: Pick<OAuthClientRow, 'allowedScopes'>): string[] {
  return text.split(' ').filter(isScope);
}

/**
 * The library treats a secret in the body and one in the header alike, whichever is registered. `web` compares redirect
 * URIs character for character; without response types the library would give back the grant that is not allowed.
 */
function metadataOf(row: OAuthClientRow): AdapterPayload {
  const grantTypes = row.grantTypes.toLowerCase().split(' ').filter(Boolean);
  const isPublic = row.clientType === 'PUBLIC';
  return {
    client_id: row.clientId,
    client_name: row.name,
    application_type: 'web',
    redirect_uris: row.redirectUris,
    grant_types: grantTypes,
    response_types: grantTypes.includes('authorization_code') ? ['code'] : [],
    scope: allowedScopes(row).join(' ') || undefined,
    token_endpoint_auth_method: isPublic ? 'none' : 'client_secret_basic',
    ...(isPublic ? {} : { client_secret: hashText(row.secretHash) }),
  };
}

/** Never empty, which would be no secret at all: nothing hashes to `none`. */
function hashText(hash: Buffer | null): string {
  return hash?.toString('base64url') ?? 'none';
}
