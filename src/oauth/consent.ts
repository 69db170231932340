import type { Context as KoaContext } from 'koa';
import { type MembershipRow, workspacesOfUser } from '#src/db/reads/oauth.ts';
import { isScope, scopeSentences } from '#src/domain/access/scopes.ts';
import { isApproved, logoPath, type OAuthClientStatus } from '#src/domain/oauth-clients/oauth-client.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { commit } from './adapter/commit.ts';
import { mayConnect, pendingText } from './decide.ts';
import { type OAuthRefusal, refusal, refusalOf } from './errors.ts';
import { Exchange } from './exchange.ts';
import type { Library } from './internals.ts';
import { paths } from './provider.ts';

/** What the user is asked. */
export interface ConsentQuestion {
  readonly client: {
    readonly clientId: string;
    readonly name: string;
    readonly homepageUrl: string | null;
    readonly logoUrl: string | null;
    readonly status: OAuthClientStatus;
  };
  readonly scopes: readonly { readonly scope: string; readonly description: string }[];
  /** The workspaces of the user, and why the app cannot be connected to one. */
  readonly workspaces: readonly {
    readonly id: number;
    readonly name: string;
    readonly allowed: boolean;
    readonly reason: string | null;
  }[];
  readonly pending: boolean;
}

/** Where the browser goes next: an address that the app has registered, with a code or an error. */
export interface ConsentRedirect {
  readonly redirectUrl: string;
  /** Absent when access was granted. */
  readonly error?: string;
  readonly errorDescription?: string;
}

export type ConsentAnswer = { readonly redirect: ConsentRedirect } | { readonly refused: OAuthRefusal };

/**
 * The authorization endpoint without a browser: for the API and, in the same process, for the consent page.
 *
 * `query` is the query of `/oauth/authorize` as the app sent it; what does not belong to the protocol is left out. Ask
 * `preview` what to show; then `allow` with the scopes that were shown as `scope`, or `deny`. Each gives either what
 * was asked for, or a redirect to send the browser to (errors that the app is to know of, too), or a refusal to show
 * to the user and to nobody else: the app is unknown, its address is not registered, or it may not be connected.
 * The caller makes sure that the user is signed in and meant it.
 */
export interface Consent {
  preview(query: URLSearchParams, userId: number): Promise<{ readonly question: ConsentQuestion } | ConsentAnswer>;
  allow(query: URLSearchParams, member: { userId: number; workspaceId: number }): Promise<ConsentAnswer>;
  deny(query: URLSearchParams, userId: number): Promise<ConsentAnswer>;
}

type Decided =
  | { readonly kind: 'preview' | 'deny'; readonly userId: number }
  | { readonly kind: 'allow'; readonly userId: number; readonly workspaceId: number };

export interface ConsentContext extends ServiceContext {
  /** Where pictures of apps are shown. */
  readonly appUrl: string;
}

export function createConsent(context: ConsentContext, library: Library): Consent {
  const ask = async (query: URLSearchParams, decided: Decided) => {
    const decision = { ...decided, requestedScope: query.get('scope') ?? '' };
    const exchange = new Exchange(context.clock.now(), decision);
    const request = { method: 'GET', path: paths.authorization, query: protocolPart(query) } as const;
    return { exchange, answer: await library(request, exchange) };
  };
  return {
    async preview(query, userId) {
      const { exchange, answer } = await ask(query, { kind: 'preview', userId });
      return exchange.asked ? { question: await questionOf(context, exchange, userId) } : answerOf(answer);
    },
    async allow(query, member) {
      const { exchange, answer } = await ask(query, { kind: 'allow', ...member });
      const told = answerOf(answer);
      if ('refused' in told || told.redirect.error !== undefined) return told;
      const committed = await commit(context, exchange);
      return committed === 'done' ? told : { refused: refusal(403, 'access_denied', notMemberText) };
    },
    async deny(query, userId) {
      return answerOf((await ask(query, { kind: 'deny', userId })).answer);
    },
  };
}

const notMemberText = 'You are not a member of this workspace';

const protocolParameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
];

/** The rest could change how the library answers. A parameter that is there twice stays so, and is refused. */
function protocolPart(query: URLSearchParams): string {
  return String(new URLSearchParams([...query].filter(([name]) => protocolParameters.includes(name))));
}

function answerOf({ status, body, response, state }: KoaContext): ConsentAnswer {
  const redirectUrl = response.get('location');
  if (!redirectUrl) return { refused: refusalOf(status, body, state.exchange.refusalDetail) };
  const { searchParams, hash } = new URL(redirectUrl);
  const told = searchParams.has('error') ? searchParams : new URLSearchParams(hash.slice(1));
  const error = told.get('error');
  return { redirect: error === null ? { redirectUrl } : { redirectUrl, error, ...described(told) } };
}

function described(told: URLSearchParams): { errorDescription?: string } {
  const errorDescription = told.get('error_description');
  return errorDescription === null ? {} : { errorDescription };
}

async function questionOf(
  { db, appUrl }: ConsentContext,
  exchange: Exchange,
  userId: number,
): Promise<ConsentQuestion> {
  const { client, asked = [] } = exchange;
  if (!client) throw new Error('A question without its app.');
  const { clientId, name, homepageUrl, hasLogo, status } = client;
  const workspaces = await db.pipelined.run<MembershipRow>(workspacesOfUser, [userId]);
  return {
    client: { clientId, name, homepageUrl, logoUrl: hasLogo ? appUrl + logoPath(clientId) : null, status },
    scopes: asked.filter(isScope).map((scope) => ({ scope, description: scopeSentences[scope] })),
    workspaces: workspaces.map((workspace) => {
      const allowed = mayConnect(client, workspace.id);
      return { ...workspace, allowed, reason: allowed ? null : pendingText };
    }),
    pending: !isApproved(status),
  };
}
