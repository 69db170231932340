import type { Context as KoaContext } from 'koa';
import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import { type MembershipRow, type OAuthClientRow, workspacesOfUser } from '#src/db/reads/oauth.ts';
import { isScope, scopeSentences } from '#src/domain/access/scopes.ts';
import { isApproved, logoPath, type OAuthClientStatus } from '#src/domain/oauth-clients/oauth-client.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { allowedScopes } from './adapter.ts';
import { type OAuthRefusal, refusal, refusalOf } from './errors.ts';
import { currentWork, type InProcessProvider } from './internals.ts';
import { errors } from './library.ts';
import { paths } from './metadata.ts';
import { commit, type Decision, UnitOfWork, type UserDecision } from './unit-of-work.ts';

/** What a consent page shows. */
export interface ConsentQuestion {
  readonly client: {
    readonly clientId: string;
    readonly name: string;
    readonly homepageUrl: string | null;
    readonly logoUrl: string | null;
    readonly status: OAuthClientStatus;
  };
  readonly scopes: readonly { readonly scope: string; readonly description: string }[];
  /** The workspaces of the user, with the reason where the app cannot be connected to one. */
  readonly workspaces: readonly {
    readonly id: number;
    readonly name: string;
    readonly allowed: boolean;
    readonly reason: string | null;
  }[];
  /** The app is not approved. */
  readonly pending: boolean;
}

/** The redirect to an address that the app has registered, with a code or an error. */
export interface ConsentRedirect {
  readonly redirectUrl: string;
  /** Absent when access was granted. */
  readonly error?: string;
  readonly errorDescription?: string;
}

export type ConsentResult = { readonly redirect: ConsentRedirect } | { readonly refusal: OAuthRefusal };

/**
 * The authorization endpoint without a browser: for the API and, in the same process, for the consent page.
 *
 * `query` is the query of `/oauth/authorize` as the app sent it; parameters outside the protocol are ignored. Call
 * `preview` for what to show; then `allow`, with the shown scopes as `scope`, or `deny`. Each returns a redirect for the
 * browser, which also carries errors to the app; or a refusal for the user alone: the app is unknown, its redirect URI
 * is not registered, or it may not be connected. The caller must verify that the user is signed in and has decided.
 */
export interface Consent {
  preview(query: URLSearchParams, userId: number): Promise<{ readonly question: ConsentQuestion } | ConsentResult>;
  allow(query: URLSearchParams, member: { userId: number; workspaceId: number }): Promise<ConsentResult>;
  deny(query: URLSearchParams, userId: number): Promise<ConsentResult>;
}

export interface ConsentContext extends ServiceContext {
  /** Where logos of apps are shown. */
  readonly appUrl: string;
}

export function createConsent(context: ConsentContext, provider: InProcessProvider): Consent {
  const authorize = async (query: URLSearchParams, decision: UserDecision) => {
    const work = new UnitOfWork(context.clock.now(), { ...decision, requestedScope: query.get('scope') ?? '' });
    const request = { method: 'GET', path: paths.authorization, query: protocolPart(query) } as const;
    return { work, result: resultOf(await provider(request, work)) };
  };
  return {
    async preview(query, userId) {
      const { work, result } = await authorize(query, { kind: 'preview', userId });
      return work.previewedScopes ? { question: await questionOf(context, work, userId) } : result;
    },
    async allow(query, member) {
      const { work, result } = await authorize(query, { kind: 'allow', ...member });
      if ('refusal' in result || result.redirect.error !== undefined) return result;
      return (await commit(context, work)) ? result : { refusal: refusal(403, 'access_denied', notMemberText) };
    },
    deny: async (query, userId) => (await authorize(query, { kind: 'deny', userId })).result,
  };
}

const notMemberText = 'You are not a member of this workspace';
const pendingText =
  'This app is waiting for approval: until then only members of the workspace that registered it can connect it';

const protocolParameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
];

/** Other parameters could change the library's response. A repeated parameter stays repeated, and is refused. */
function protocolPart(query: URLSearchParams): string {
  return String(new URLSearchParams([...query].filter(([name]) => protocolParameters.includes(name))));
}

function resultOf({ status, body, response, state }: KoaContext): ConsentResult {
  const redirectUrl = response.get('location');
  if (!redirectUrl) return { refusal: refusalOf(status, body, state.work.refusalDetail) };
  const { searchParams, hash } = new URL(redirectUrl);
  const parameters = searchParams.has('error') ? searchParams : new URLSearchParams(hash.slice(1));
  const error = parameters.get('error');
  if (error === null) return { redirect: { redirectUrl } };
  const errorDescription = parameters.get('error_description');
  return { redirect: { redirectUrl, error, ...(errorDescription !== null && { errorDescription }) } };
}

async function questionOf({ db, appUrl }: ConsentContext, work: UnitOfWork, userId: number): Promise<ConsentQuestion> {
  const { client, previewedScopes = [] } = work;
  if (!client) throw new Error('The preview has no client.');
  const { clientId, name, homepageUrl, hasLogo, status } = client;
  const workspaces = await db.pipelined.run<MembershipRow>(workspacesOfUser, [userId]);
  return {
    client: { clientId, name, homepageUrl, logoUrl: hasLogo ? appUrl + logoPath(clientId) : null, status },
    scopes: previewedScopes.filter(isScope).map((scope) => ({ scope, description: scopeSentences[scope] })),
    // By name: a row of a pipelined statement also has the columns of its proof.
    workspaces: workspaces.map(({ id, name: workspaceName }) => {
      const allowed = mayConnect(client, id);
      return { id, name: workspaceName, allowed, reason: allowed ? null : pendingText };
    }),
    pending: !isApproved(status),
  };
}

/** An app that is not approved can be connected to the workspace that registered it, and to no other. */
function mayConnect({ status, workspaceId }: OAuthClientRow, target: number): boolean {
  return isApproved(status) || workspaceId === target;
}

/** A refusal that is not redirected to the app. */
class NotRedirected extends errors.AccessDenied {
  constructor(description: string) {
    super(description);
    Object.assign(this, { status: 403, statusCode: 403, allow_redirect: false });
  }
}

/** Applies the user's decision. The library calls it for the grant, after it has validated the request. */
export async function decide(context: KoaContextWithOIDC): Promise<Grant | undefined> {
  const work = currentWork();
  const { client, decision } = work;
  if (!client || !decision) throw new Error('The authorization has no client or no decision.');
  const scopes = requestedScopes(client, decision);
  switch (decision.kind) {
    case 'preview':
      work.previewedScopes = scopes;
      throw new NotRedirected('The user has not answered yet');
    case 'deny':
      throw new errors.AccessDenied('The user denied access');
    case 'allow':
      if (!mayConnect(client, decision.workspaceId)) throw new NotRedirected(pendingText);
      return grantOf(context, client.clientId, scopes.join(' '));
  }
}

/**
 * The scopes of the request, or all that the app is allowed if it names none. The library silently drops unknown
 * scopes; here they are an error.
 */
function requestedScopes(client: OAuthClientRow, { requestedScope }: Decision): readonly string[] {
  const allowed = allowedScopes(client);
  const requested = [...new Set(requestedScope.split(' ').filter(Boolean))];
  const scopes = requested.length > 0 ? requested : allowed;
  const refused = scopes.filter((scope) => !allowed.includes(scope)).join(' ');
  if (refused !== '') throw new errors.InvalidScope(`This app is not allowed: ${refused}`, refused);
  if (scopes.length === 0) throw new errors.InvalidScope('This app is allowed no scope', '');
  return scopes;
}

async function grantOf({ oidc }: KoaContextWithOIDC, clientId: string, scope: string): Promise<Grant> {
  const grant = new oidc.provider.Grant({ accountId: oidc.account?.accountId, clientId });
  grant.addOIDCScope(scope);
  if (oidc.params) oidc.params.scope = scope;
  await grant.save();
  return grant;
}
