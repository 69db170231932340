import { errors, type Grant, type KoaContextWithOIDC } from 'oidc-provider';
import type { OAuthClientRow } from '#src/db/reads/oauth.ts';
import { isApproved } from '#src/domain/oauth-clients/oauth-client.ts';
import { allowedScopes } from './adapter/clients.ts';
import type { Decision } from './exchange.ts';
import { currentExchange } from './internals.ts';

export const pendingText =
  'This app is waiting for approval: until then only members of the workspace that registered it can connect it';

/** An app that is not approved can be connected to the workspace that registered it, and to no other. */
export function mayConnect(
  { status, workspaceId }: Pick<OAuthClientRow, 'status' | 'workspaceId'>,
  to: number,
): boolean {
  return isApproved(status) || workspaceId === to;
}

/** A refusal that the app is not told of, for it may not be sent there. */
export class Refused extends errors.AccessDenied {
  constructor(description: string) {
    super(description);
    Object.assign(this, { status: 403, statusCode: 403, allow_redirect: false });
  }
}

/** The library asks for the grant when it has found the request to be right: this is where the user's answer counts. */
export async function decide(context: KoaContextWithOIDC): Promise<Grant | undefined> {
  const exchange = currentExchange();
  const { client, decision } = exchange;
  if (!client || !decision) throw new Error('An authorization without its app or its user.');
  const scopes = requestedScopes(client, decision);
  switch (decision.kind) {
    case 'preview':
      exchange.asked = scopes;
      throw new Refused('The user has not answered yet');
    case 'deny':
      throw new errors.AccessDenied('The user denied access');
    case 'allow':
      return grant(context, client, decision, scopes);
  }
}

/**
 * All that the app is allowed, when it names none. The library silently drops scopes that it does not know; here they
 * are wrong.
 */
function requestedScopes(client: OAuthClientRow, { requestedScope }: Decision): readonly string[] {
  const allowed = allowedScopes(client);
  const given = [...new Set(requestedScope.split(' ').filter(Boolean))];
  const scopes = given.length > 0 ? given : allowed;
  const foreign = scopes.filter((scope) => !allowed.includes(scope));
  if (foreign.length > 0)
    throw new errors.InvalidScope(`This app is not allowed: ${foreign.join(' ')}`, foreign.join(' '));
  if (scopes.length === 0) throw new errors.InvalidScope('This app is allowed no scope', '');
  return scopes;
}

async function grant(
  { oidc }: KoaContextWithOIDC,
  client: OAuthClientRow,
  { workspaceId }: { readonly workspaceId: number },
  scopes: readonly string[],
): Promise<Grant> {
  if (!mayConnect(client, workspaceId)) throw new Refused(pendingText);
  const given = new oidc.provider.Grant({ accountId: oidc.account?.accountId, clientId: client.clientId });
  given.addOIDCScope(scopes.join(' '));
  if (oidc.params) oidc.params.scope = scopes.join(' ');
  await given.save();
  return given;
}
