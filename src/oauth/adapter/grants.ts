import type { AdapterPayload } from 'oidc-provider';
import { endConnection } from '#src/services/connections/end-connection.ts';
import type { ServiceContext } from '#src/services/context.ts';
import type { Exchange } from '../exchange.ts';

/** The library knows an account; ours is a user in the one workspace that they chose. */
export function accountIdOf({ userId, workspaceId }: { userId: number; workspaceId: number }): string {
  return `${userId}:${workspaceId}`;
}

/** The grant of the token that was just found, as far as the app is allowed it now: read together with it. */
export function grantPayload({ presented }: Exchange, id: string): AdapterPayload | undefined {
  if (presented?.grantId !== id) return undefined;
  return {
    jti: id,
    kind: 'Grant',
    clientId: presented.clientId,
    accountId: accountIdOf(presented),
    openid: { scope: presented.grantedScopes },
  };
}

/** What the library calls to revoke: all tokens of the connection end with it. */
export async function endPresented(context: ServiceContext, { presented }: Exchange): Promise<void> {
  if (presented) await endConnection(context, { workspaceId: presented.workspaceId, id: presented.grantId });
}

/** The type of the payload leaves out what a grant keeps there. */
export function grantedScope({ openid = {} }: AdapterPayload & { openid?: { scope?: string } }): string {
  return openid.scope ?? '';
}
