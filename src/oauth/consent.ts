import type { Context as KoaContext } from 'koa';
import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import type { OAuthClientRow } from '#src/db/reads/oauth.ts';
import { noRoomText } from '#src/domain/connections/connection.ts';
import { isWellFormedClientId } from '#src/domain/oauth-clients/oauth-client.ts';
import { type Role, scopesWithinRole } from '#src/domain/principal/roles.ts';
import type { AuditContext, RequestOrigin } from '#src/services/audit/context.ts';
import { allowedScopes } from './adapter.ts';
import {
  type ConsentQuestion,
  hasRoomIn,
  mayConnect,
  membershipsOf,
  pendingText,
  type QuestionContext,
  questionOf,
  roleText,
} from './consent-question.ts';
import { type OAuthRefusal, refusal, refusalOf } from './errors.ts';
import { withoutIgnoredScopes } from './ignored-scopes.ts';
import { currentWork, type InProcessProvider } from './internals.ts';
import { errors } from './library.ts';
import { paths, resourceProblem } from './metadata.ts';
import { commit, type Decision, UnitOfWork, type UserDecision } from './unit-of-work.ts';

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
  allow(
    query: URLSearchParams,
    member: { userId: number; workspaceId: number } & RequestOrigin,
  ): Promise<ConsentResult>;
  deny(query: URLSearchParams, userId: number): Promise<ConsentResult>;
}

export interface ConsentContext extends QuestionContext, AuditContext {
  readonly baseUrl: string;
}

export function createConsent(context: ConsentContext, provider: InProcessProvider): Consent {
  const authorize = async (query: URLSearchParams, decision: UserDecision, origin?: RequestOrigin) => {
    const parameters = withoutIgnoredScopes(query);
    const requestedScope = parameters.get('scope') ?? '';
    const problem = resourceProblem(query.getAll('resource'), context);
    const work = new UnitOfWork(context.clock.now(), {
      decision: { ...decision, requestedScope, resourceProblem: problem },
      ...(origin && { origin }),
    });
    const request = { method: 'GET', path: paths.authorization, query: protocolPart(parameters) } as const;
    return { work, result: withState(resultOf(await provider(request, work)), query) };
  };
  return {
    async preview(query, userId) {
      const { work, result } = await authorize(query, { kind: 'preview', userId });
      return work.previewedScopes ? { question: await questionOf(context, work, userId) } : result;
    },
    async allow(query, { userId, workspaceId, ...origin }) {
      const requested = query.get('client_id') ?? '';
      // A malformed id may have a NUL, which the database refuses, and is no id of an app.
      const clientId = isWellFormedClientId(requested) ? requested : '';
      const membership = (await membershipsOf(context, { userId, clientId })).find(({ id }) => id === workspaceId);
      const hasRoom = membership !== undefined && hasRoomIn(membership);
      const decision = { kind: 'allow', userId, workspaceId, role: membership?.role, hasRoom } as const;
      const { work, result } = await authorize(query, decision, origin);
      if ('refusal' in result || result.redirect.error !== undefined) return result;
      const isMember = await commit(context, work);
      if (!isMember) return { refusal: refusal(403, 'access_denied', notMemberText) };
      return { ...result, grantedScopes: work.grant?.scopes ?? '' };
    },
    deny: async (query, userId) => (await authorize(query, { kind: 'deny', userId })).result,
  };
}

const notMemberText = 'You are not a member of the workspace in workspaceId';
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

/** The library treats an empty parameter as absent, but a `state` must return to the app as it was sent. */
function withState(result: ConsentResult, query: URLSearchParams): ConsentResult {
  if ('refusal' in result || query.get('state') !== '') return result;
  const url = new URL(result.redirect.redirectUrl);
  url.searchParams.set('state', '');
  return { ...result, redirect: { ...result.redirect, redirectUrl: url.href } };
}

/** For an unsupported response type, the library puts the error into the fragment, which no server of an app sees. */
function withParametersInQuery(location: string): URL {
  const url = new URL(location);
  for (const [name, value] of new URLSearchParams(url.hash.slice(1))) url.searchParams.append(name, value);
  url.hash = '';
  return url;
}

function notAllowed(scopes: string): string {
  return `This app may not request these scopes: ${scopes}`;
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
      if (decision.role === undefined) throw new NotRedirected(notMemberText);
      if (!mayConnect(client, decision.workspaceId)) throw new NotRedirected(pendingText);
      return grantOf(context, client.clientId, grantedScopes(scopes, { ...decision, role: decision.role }).join(' '));
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
  if (scopes.length === 0) throw new errors.InvalidScope('This app is not allowed any scope', '');
  return scopes;
}

function grantedScopes(
  scopes: readonly string[],
  { role, hasRoom }: { readonly role: Role; readonly hasRoom: boolean },
): readonly string[] {
  const granted = scopesWithinRole(role, scopes);
  if (granted.length === 0) throw new NotRedirected(roleText);
  if (!hasRoom) throw new NotRedirected(noRoomText);
  return granted;
}

async function grantOf({ oidc }: KoaContextWithOIDC, clientId: string, scope: string): Promise<Grant> {
  const grant = new oidc.provider.Grant({ accountId: oidc.account?.accountId, clientId });
  grant.addOIDCScope(scope);
  if (oidc.params) oidc.params.scope = scope;
  await grant.save();
  return grant;
}
