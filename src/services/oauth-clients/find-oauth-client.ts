import { readOAuthClient } from '#src/db/reads/oauth-clients.ts';
import type { OAuthClient } from '#src/domain/oauth-clients/oauth-client.ts';
import type { ServiceContext } from '../context.ts';

/** The client of a public id, whichever workspace it belongs to. */
export function findOAuthClient({ db }: ServiceContext, clientId: string): Promise<OAuthClient | undefined> {
  return readOAuthClient(db, clientId);
}
