import { type MembershipRow, type OAuthClientRow, workspacesOfUser } from '#src/db/reads/oauth.ts';
import { maxConnections, noRoomText } from '#src/domain/connections/connection.ts';
import { isApproved, logoPath, type OAuthClientStatus } from '#src/domain/oauth-clients/oauth-client.ts';
import { scopesWithinRole } from '#src/domain/principal/roles.ts';
import { basicAccess, isScope, type Scope, scopeSentences } from '#src/domain/principal/scopes.ts';
import type { ServiceContext } from '#src/services/context.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** The contents of a consent page. */
export interface ConsentQuestion {
  readonly client: {
    readonly clientId: string;
    readonly name: string;
    readonly homepageUrl: string | null;
    readonly logoUrl: string | null;
    readonly status: OAuthClientStatus;
  };
  /** The most that can be granted: a workspace may allow less. */
  readonly scopes: readonly { readonly scope: string; readonly description: string }[];
  /** The access that the app also has, without any scope. */
  readonly basicAccess: string;
  /** The workspaces of the user, each with the reason if the app cannot be connected to it. */
  readonly workspaces: readonly {
    readonly id: number;
    readonly name: string;
    /** The requested scopes that the user's role there allows. */
    readonly scopes: readonly Scope[];
    readonly allowed: boolean;
    readonly reason: string | null;
  }[];
  /** The app is not approved. */
  readonly pending: boolean;
}

export const pendingText =
  'This app is waiting for approval: until it is approved, only members of the workspace that registered it can connect it';

export const roleText = 'Your role in this workspace does not allow any of the scopes that the app requests';

export interface QuestionContext extends ServiceContext {
  /** The address of the web app, which shows the logos of apps. */
  readonly appUrl: string;
}

/** The workspaces of a user, with the number of their connections with the app in each. */
export function membershipsOf(
  { db, clock }: ServiceContext,
  { userId, clientId }: { userId: number; clientId: string },
): Promise<MembershipRow[]> {
  return db.run<MembershipRow>(workspacesOfUser, [userId, clientId, clock.now()]);
}

export function hasRoomIn({ connectionCount }: MembershipRow): boolean {
  return connectionCount < maxConnections;
}

/** The question of a preview that found nothing to refuse. */
export async function questionOf(context: QuestionContext, work: UnitOfWork, userId: number): Promise<ConsentQuestion> {
  const { appUrl } = context;
  const { client, previewedScopes = [] } = work;
  if (!client) throw new Error('The preview has no client.');
  const { clientId, name, homepageUrl, hasLogo, status } = client;
  // Pick the columns by name: a row of a pipelined statement also has the columns of its proof.
  const workspaces = (await membershipsOf(context, { userId, clientId })).map((membership) => {
    const { id, name: workspaceName, role } = membership;
    const scopes = scopesWithinRole(role, previewedScopes);
    const reason = reasonAgainst(client, membership, scopes);
    return { id, name: workspaceName, scopes, allowed: reason === null, reason };
  });
  const possible = workspaces.some(({ allowed }) => allowed) ? workspaces.filter(({ allowed }) => allowed) : workspaces;
  return {
    client: { clientId, name, homepageUrl, logoUrl: hasLogo ? appUrl + logoPath(clientId) : null, status },
    scopes: previewedScopes
      .filter(isScope)
      .filter((scope) => possible.some(({ scopes }) => scopes.includes(scope)))
      .map((scope) => ({ scope, description: scopeSentences[scope] })),
    workspaces,
    basicAccess,
    pending: !isApproved(status),
  };
}

/** The reason why an app cannot be connected to a workspace, in the order of the refusals of `decide`. */
function reasonAgainst(client: OAuthClientRow, membership: MembershipRow, scopes: readonly Scope[]): string | null {
  if (!mayConnect(client, membership.id)) return pendingText;
  if (scopes.length === 0) return roleText;
  return hasRoomIn(membership) ? null : noRoomText;
}

/** An app that is not approved can be connected to the workspace that registered it, and to no other. */
export function mayConnect({ status, registeredIn }: OAuthClientRow, target: number): boolean {
  return isApproved(status) || registeredIn === target;
}
