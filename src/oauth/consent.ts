import type { Context as KoaContext } from 'koa';
import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import { type MembershipRow, type OAuthClientRow, workspacesOfUser } from '#src/db/reads/oauth.ts';
import { isApproved, logoPath, type OAuthClientStatus } from '#src/domain/oauth-clients/oauth-client.ts';
import { type Role, scopesWithinRole } from '#src/domain/principal/roles.ts';
import { isScope, type Scope, scopeSentences } from '#src/domain/principal/scopes.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { allowedScopes } from './adapter.ts';
import { type OAuthRefusal, refusal, refusalOf } from './errors.ts';
import { currentWork, type InProcessProvider } from './internals.ts';
import { errors } from './library.ts';
import { paths, resourceProblem } from './metadata.ts';
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
  /** What may be granted at most: a workspace may allow less. */
  readonly scopes: readonly { readonly scope: string; readonly description: string }[];
  /** The workspaces of the user, with the reason where the app cannot be connected to one. */
  readonly workspaces: readonly {
    readonly id: number;
    readonly name: string;
    /** Those of the requested scopes that the user's role there allows. */
    readonly scopes: readonly Scope[];
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

export type ConsentResult =
  | { readonly redirect: ConsentRedirect; readonly grantedScopes?: string }
  | { readonly refusal: OAuthRefusal };

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
  readonly baseUrl: string;
  /** Where logos of apps are shown. */
  readonly appUrl: string;
}

export function createConsent(context: ConsentContext, provider: InProcessProvider): Consent {
  const authorize = async (query: URLSearchParams, decision: UserDecision) => {
    const requestedScope = query.get('scope') ?? '';
    const problem = resourceProblem(query.getAll('resource'), context);
    const work = new UnitOfWork(context.clock.now(), {
      decision: { ...decision, requestedScope, resourceProblem: problem },
    });
    const request = { method: 'GET', path: paths.authorization, query: protocolPart(query) } as const;
    return { work, result: resultOf(await provider(request, work)) };
  };
  return {
    async preview(query, userId) {
      const { work, result } = await authorize(query, { kind: 'preview', userId });
      return work.previewedScopes ? { question: await questionOf(context, work, userId) } : result;
    },
    async allow(query, { userId, workspaceId }) {
      const role = (await membershipsOf(context, userId)).find(({ id }) => id === workspaceId)?.role;
      const { work, result } = await authorize(query, { kind: 'allow', userId, workspaceId, role });
      if ('refusal' in result || result.redirect.error !== undefined) return result;
      const isMember = await commit(context, work);
      if (!isMember) return { refusal: refusal(403, 'access_denied', notMemberText) };
      return { ...result, grantedScopes: work.grant?.scopes ?? '' };
    },
    deny: async (query, userId) => (await authorize(query, { kind: 'deny', userId })).result,
  };
}

const notMemberText = 'You are not a member of this workspace';
const pendingText =
  'This app is waiting for approval: until then only members of the workspace that registered it can connect it';

const roleText = 'Your role in this workspace allows nothing of what the app requests';

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
  const location = response.get('location');
  if (!location) return { refusal: refusalOf(status, body, state.work.refusalDetail) };
  const url = withParametersInQuery(location);
  const error = url.searchParams.get('error');
  if (error === null) return { redirect: { redirectUrl: url.href } };
  const refused = url.searchParams.get('scope');
  if (error === 'invalid_scope' && refused) url.searchParams.set('error_description', notAllowed(refused));
  const errorDescription = url.searchParams.get('error_description');
  return { redirect: { redirectUrl: url.href, error, ...(errorDescription !== null && { errorDescription }) } };
}

/** For a response type that we do not have the library puts the error into the fragment, which no server of an app sees. */
function withParametersInQuery(location: string): URL {
  const url = new URL(location);
  for (const [name, value] of new URLSearchParams(url.hash.slice(1))) url.searchParams.append(name, value);
  url.hash = '';
  return url;
}

function notAllowed(scopes: string): string {
  return `This app is not allowed: ${scopes}`;
}

function membershipsOf({ db }: ServiceContext, userId: number): Promise<MembershipRow[]> {
  return db.pipelined.run<MembershipRow>(workspacesOfUser, [userId]);
}

async function questionOf(context: ConsentContext, work: UnitOfWork, userId: number): Promise<ConsentQuestion> {
  const { appUrl } = context;
  const { client, previewedScopes = [] } = work;
  if (!client) throw new Error('The preview has no client.');
  const { clientId, name, homepageUrl, hasLogo, status } = client;
  // By name: a row of a pipelined statement also has the columns of its proof.
  const workspaces = (await membershipsOf(context, userId)).map(({ id, name: workspaceName, role }) => {
    const scopes = scopesWithinRole(role, previewedScopes);
    const reason = mayConnect(client, id) ? (scopes.length > 0 ? null : roleText) : pendingText;
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
    pending: !isApproved(status),
  };
}

/** An app that is not approved can be connected to the workspace that registered it, and to no other. */
function mayConnect({ status, registeredIn }: OAuthClientRow, target: number): boolean {
  return isApproved(status) || registeredIn === target;
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
  if (decision.resourceProblem !== undefined) throw new errors.InvalidTarget(decision.resourceProblem);
  const scopes = requestedScopes(client, decision);
  switch (decision.kind) {
    case 'preview':
      work.previewedScopes = scopes;
      throw new NotRedirected('The user has not answered yet');
    case 'deny':
      throw new errors.AccessDenied('The user denied access');
    case 'allow':
      if (!mayConnect(client, decision.workspaceId)) throw new NotRedirected(pendingText);
      return grantOf(context, client.clientId, grantedScopes(scopes, decision.role).join(' '));
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
  if (refused !== '') throw new errors.InvalidScope(notAllowed(refused), refused);
  if (scopes.length === 0) throw new errors.InvalidScope('This app is allowed no scope', '');
  return scopes;
}

/** A user who is no member is refused when the grant is written. */
function grantedScopes(scopes: readonly string[], role: Role | undefined): readonly string[] {
  if (role === undefined) return scopes;
  const granted = scopesWithinRole(role, scopes);
  if (granted.length === 0) throw new NotRedirected(roleText);
  return granted;
}

async function grantOf({ oidc }: KoaContextWithOIDC, clientId: string, scope: string): Promise<Grant> {
  const grant = new oidc.provider.Grant({ accountId: oidc.account?.accountId, clientId });
  grant.addOIDCScope(scope);
  if (oidc.params) oidc.params.scope = scope;
  await grant.save();
  return grant;
}
