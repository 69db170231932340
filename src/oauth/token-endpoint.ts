import type { Context as KoaContext } from 'koa';
import type { ArrivalLimits } from '#src/access/arrival-limits.ts';
import type { AttemptSource } from '#src/access/attempt-keys.ts';
import type { LoginThrottle } from '#src/access/login-throttle.ts';
import { rateLimitHeaders } from '#src/access/rate-limit/decision.ts';
import type { RateGate } from '#src/access/rate-limit/gate.ts';
import { DomainError, domainErrorOf, errorTable, type RateDecision, retryHeaders } from '#src/domain/errors.ts';
import type { Requester } from '#src/domain/principal/requester.ts';
import type { Metrics } from '#src/lib/metrics.ts';
import { readableBy } from '#src/lib/network/headers.ts';
import { prefersStrict, strictApplied } from '#src/lib/network/prefer.ts';
import type { AuditContext } from '#src/services/audit/context.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { allowsOrigin, isOrigin } from './cors.ts';
import {
  nothingLeftText,
  type OAuthRefusal,
  rateRefusal,
  refusal,
  refusalOf,
  summaryOfRefusal,
  unavailable,
} from './errors.ts';
import { withoutIgnoredScopes } from './ignored-scopes.ts';
import type { InProcessProvider } from './internals.ts';
import { paths, resourceProblem } from './metadata.ts';
import { claimedClient, exchangedToken, readForm } from './token-request.ts';
import { commit, UnitOfWork } from './unit-of-work.ts';
import { revocationParameters, tokenParameters } from './unknown-parameters.ts';

export interface TokenEndpointOptions extends ServiceContext, AuditContext {
  readonly baseUrl: string;
  /** The public address of the web app. */
  readonly appUrl: string;
  readonly clientThrottle: LoginThrottle;
  readonly gate: RateGate;
  readonly arrivalLimits: ArrivalLimits;
  readonly metrics: Pick<Metrics, 'limited' | 'refusedCredential'>;
  /** The client address of a request. */
  readonly addressOf: (koa: KoaContext) => string;
  readonly onError: (error: unknown, koa?: KoaContext) => void;
}

interface TokenResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  /** The client that the request names. */
  readonly client?: string;
  /** True if the client proved itself, with a valid secret, code or refresh token, for the first time at its address. */
  readonly isNewlyProven?: boolean;
  /** True if the authentication of a client failed that may have a secret. A public client has none. */
  readonly isAttempt?: boolean;
}

type Conclude = (
  response: KoaContext,
  work: UnitOfWork,
  form: URLSearchParams,
) => Promise<OAuthRefusal | { status: 200; body: object }>;

/** `POST /v1/oauth/token` and `POST /v1/oauth/revoke`, for apps: they authenticate as a client, without a session. */
export function tokenEndpoints(options: TokenEndpointOptions, provider: InProcessProvider) {
  const endpoint = (path: string, conclude: Conclude) => {
    const respond = (koa: KoaContext) => responseOf(koa, { ...options, provider, path, conclude });
    return (koa: KoaContext) => sendResponse(koa, respond, options);
  };
  return {
    token: endpoint(paths.token, async ({ status, body }, work, form) => {
      if (status !== 200) return refusalOf(status, body, work.refusalDetail);
      // Nothing is written, so the code or refresh token can be presented again when the role or the app is allowed more.
      if (!(body as { scope?: string }).scope) return refusal(400, 'invalid_scope', nothingLeftText);
      // Nothing is written yet, so the app can repeat the request without the mistake.
      const problem = resourceProblem(form.getAll('resource'), options);
      if (problem !== undefined) return refusal(400, 'invalid_target', problem);
      const holds = await commit(options, work);
      return holds
        ? { status: 200, body: body as object }
        : refusalOf(400, { error: 'invalid_grant' }, work.refusalDetail);
    }),
    revocation: endpoint(paths.revocation, async ({ status, body }) => {
      // RFC 7009, 2.2: the response to an invalid token is that to a revoked one.
      const isForeign = (body as { error?: string }).error === 'unsupported_token_type';
      return status === 200 || isForeign ? { status: 200, body: {} } : refusalOf(status, body);
    }),
  };
}

/** The parameters of each endpoint. Others are refused if the request prefers strict handling (RFC 7240). */
const parametersOf: Readonly<Record<string, readonly string[]>> = {
  [paths.token]: tokenParameters,
  [paths.revocation]: revocationParameters,
};

interface Endpoint extends TokenEndpointOptions {
  readonly provider: InProcessProvider;
  readonly path: string;
  readonly conclude: Conclude;
}

async function responseOf(
  koa: KoaContext,
  { provider, path, conclude, clientThrottle, gate, arrivalLimits, addressOf, appUrl, clock }: Endpoint,
): Promise<TokenResponse> {
  const address = addressOf(koa);
  arrivalLimits.count('tokenRequest', address);
  const form = await readForm(koa.req, prefersStrict(koa.headers) ? parametersOf[path] : undefined);
  const isForm = form instanceof URLSearchParams;
  const claimed = claimedClient(koa.req.headers, isForm ? form : new URLSearchParams());
  const { isKnown } = await clientThrottle.requireBelowLimits({ address, account: claimed });
  const rate = await gate.consumeClient({ action: path, client: claimed, address, isKnown });
  koa.set(rateLimitHeaders(rate));
  if (!rate.allowed) throw new DomainError('RATE_LIMIT_EXCEEDED', { rate });
  if (!isForm) return { ...form, headers: {} };
  const { authorization, origin } = koa.req.headers;
  const work = new UnitOfWork(clock.now(), { exchanged: path === paths.token ? exchangedToken(form) : undefined });
  const headers = { ...(authorization && { authorization }), ...(origin && { origin }) };
  const body = String(withoutIgnoredScopes(form));
  const response = await provider({ method: 'POST', path, headers, body }, work);
  const concluded = await conclude(response, work, form);
  if ('error' in concluded.body) logRefusal(koa, work, String(concluded.body.error));
  // Anybody can revoke an unknown token in the name of a public client, which has no secret.
  const hasProof = concluded.status === 200 && (path === paths.token || work.client?.clientType === 'CONFIDENTIAL');
  const client = work.client?.clientId ?? claimed;
  const isNewlyProven = hasProof && !(isKnown && client === claimed);
  const isAttempt = concluded.status === 401 && work.client?.clientType !== 'PUBLIC';
  return { ...concluded, headers: headersOf(response, work, { origin, appUrl }), client, isNewlyProven, isAttempt };
}

/** The owner of the app finds the refusal in the log of requests. */
function logRefusal({ state }: KoaContext, work: UnitOfWork, error: string): void {
  const { client, presented } = work;
  if (!client) return;
  const { registeredIn: workspaceId, registeredBy: userId, clientId } = client;
  // The owner must not see connections of other workspaces.
  const isOwn = presented?.workspaceId === workspaceId && presented.clientId === clientId;
  const requester: Requester = { workspaceId, userId, clientId, connectionId: isOwn ? presented.grantId : undefined };
  state.refused = requester;
  state.error = summaryOfRefusal(error, work);
}

/** The provider would let any page read a response that was made before the client was known. */
function headersOf(
  { response }: KoaContext,
  { client }: UnitOfWork,
  { origin, appUrl }: { readonly origin: string | undefined; readonly appUrl: string },
) {
  const challenge = response.get('www-authenticate');
  const isAllowed = origin !== undefined && client !== undefined && allowsOrigin(client, origin, appUrl);
  return {
    Vary: 'Origin',
    ...(challenge && { 'WWW-Authenticate': challenge }),
    ...(isAllowed && readableBy(origin)),
  };
}

const failure: TokenResponse = {
  ...refusal(500, 'server_error', errorTable.INTERNAL_SERVER_ERROR.message),
  headers: {},
};
const outage: TokenResponse = { ...unavailable, headers: retryHeaders };

async function sendResponse(
  koa: KoaContext,
  respond: (koa: KoaContext) => Promise<TokenResponse>,
  { clientThrottle, metrics, addressOf, appUrl, onError }: TokenEndpointOptions,
): Promise<void> {
  koa.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
  if (prefersStrict(koa.headers)) koa.set(strictApplied);
  const { origin } = koa.headers;
  // Set this before the client is known, so that the web app can show every refusal.
  if (origin !== undefined && isOrigin(appUrl, origin)) koa.set({ ...readableBy(origin), Vary: 'Origin' });
  try {
    const { client, isNewlyProven, isAttempt, ...response } = await respond(koa).catch((error: unknown) => {
      if (isLimit(error)) throw error;
      onError(error, koa);
      return domainErrorOf(error)?.code === 'UNAVAILABLE' ? outage : failure;
    });
    if (response.status === 401) metrics.refusedCredential('invalid_client');
    if (client !== undefined && (isNewlyProven || isAttempt)) {
      await countAttempt(clientThrottle, { address: addressOf(koa), account: client }, isNewlyProven);
    }
    answer(koa, response);
  } catch (error) {
    if (!isLimit(error)) throw error;
    metrics.limited(koa.path);
    answer(koa, { ...rateRefusal(error.rate), headers: limitHeaders(error.rate) });
  }
}

function answer(koa: KoaContext, { status, headers, body }: TokenResponse): void {
  koa.set(headers);
  koa.status = status;
  koa.body = body;
}

/** Any page may read the refusal: it depends only on the number of requests. */
function limitHeaders(rate: RateDecision): Record<string, string> {
  return {
    ...rateLimitHeaders(rate),
    ...readableBy('*'),
  };
}

function isLimit(error: unknown): error is DomainError & { readonly rate: RateDecision } {
  return error instanceof DomainError && error.rate !== undefined;
}

/** A client that is unknown, or whose secret is wrong. */
class WrongClient extends Error {
  override readonly name = 'WrongClient';
}

export function isWrongClient(error: unknown): boolean {
  return error instanceof WrongClient;
}

/**
 * Counts a failed authentication of a client, or remembers a client that proved itself. Throws RATE_LIMIT_EXCEEDED after too
 * many failures. From then on `requireBelowLimits` refuses the client at that address before the database is read, unless it
 * has authenticated there before: others behind the same address must not lock out a client that knows its secret.
 */
async function countAttempt(
  throttle: LoginThrottle,
  source: AttemptSource,
  isProven: boolean | undefined,
): Promise<void> {
  if (isProven) return throttle.remember(source);
  const attempt = throttle.attempt(source, () => Promise.reject(new WrongClient()));
  await attempt.catch((error: unknown) => {
    if (!isWrongClient(error)) throw error;
  });
}
