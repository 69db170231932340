import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Context as KoaContext } from 'koa';
import type { AttemptSource, LoginThrottle } from '#src/access/login-throttle.ts';
import { rateLimitHeaders } from '#src/access/rate-limit/limiter.ts';
import { bodyError, DomainError, errorTable } from '#src/domain/errors.ts';
import { readText } from '#src/lib/request-body.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { allowsOrigin } from './cors.ts';
import { invalidGrantText, type OAuthRefusal, refusal, refusalOf } from './errors.ts';
import type { InProcessProvider } from './internals.ts';
import { paths } from './metadata.ts';
import { commit, UnitOfWork } from './unit-of-work.ts';

export interface TokenEndpointOptions extends ServiceContext {
  readonly clientThrottle: LoginThrottle;
  /** The client address of a request. */
  readonly addressOf: (koa: KoaContext) => string;
  readonly onError: (error: unknown, koa?: KoaContext) => void;
}

interface TokenResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  /** The client that the request names. With status 401, its authentication failed. */
  readonly client?: string;
}

type Conclude = (response: KoaContext, work: UnitOfWork) => Promise<OAuthRefusal | { status: 200; body: object }>;

/** `POST /v1/oauth/token` and `POST /v1/oauth/revoke`, for apps: they authenticate as a client, without a session. */
export function tokenEndpoints(options: TokenEndpointOptions, provider: InProcessProvider) {
  const endpoint = (path: string, conclude: Conclude) => {
    const respond = (koa: KoaContext) => responseOf(koa, { ...options, provider, path, conclude });
    return (koa: KoaContext) => sendResponse(koa, respond, options);
  };
  return {
    token: endpoint(paths.token, async ({ status, body }, work) => {
      if (status !== 200) return refusalOf(status, body, work.refusalDetail);
      const holds = await commit(options, work);
      return holds ? { status: 200, body: body as object } : refusal(400, 'invalid_grant', invalidGrantText);
    }),
    revocation: endpoint(paths.revocation, async ({ status, body }) => {
      // RFC 7009, 2.2: the response to an invalid token is that to a revoked one.
      const isForeign = (body as { error?: string }).error === 'unsupported_token_type';
      return status === 200 || isForeign ? { status: 200, body: {} } : refusalOf(status, body);
    }),
  };
}

interface Endpoint extends TokenEndpointOptions {
  readonly provider: InProcessProvider;
  readonly path: string;
  readonly conclude: Conclude;
}

async function responseOf(
  koa: KoaContext,
  { provider, path, conclude, clientThrottle, addressOf, clock }: Endpoint,
): Promise<TokenResponse> {
  const form = await readForm(koa.req);
  if (!(form instanceof URLSearchParams)) return { ...form, headers: {} };
  const { authorization, origin } = koa.req.headers;
  const claimed = claimedClient(koa.req.headers, form);
  await clientThrottle.requireBelowLimits({ address: addressOf(koa), account: claimed });
  const work = new UnitOfWork(clock.now());
  const headers = { ...(authorization && { authorization }), ...(origin && { origin }) };
  const response = await provider({ method: 'POST', path, headers, body: String(form) }, work);
  const concluded = await conclude(response, work);
  const client = work.client?.clientId ?? claimed;
  return { ...concluded, headers: headersOf(response, work, origin), client };
}

/** The provider would let any page read a response that was made before the client was known. */
function headersOf({ response }: KoaContext, { client }: UnitOfWork, origin: string | undefined) {
  const challenge = response.get('www-authenticate');
  const isAllowed = origin !== undefined && client !== undefined && allowsOrigin(client, origin);
  return {
    Vary: 'Origin',
    ...(challenge && { 'WWW-Authenticate': challenge }),
    ...(isAllowed && { 'Access-Control-Allow-Origin': origin }),
  };
}

const failure: TokenResponse = {
  ...refusal(500, 'server_error', errorTable.INTERNAL_SERVER_ERROR.message),
  headers: {},
};

async function sendResponse(
  koa: KoaContext,
  respond: (koa: KoaContext) => Promise<TokenResponse>,
  { clientThrottle, addressOf, onError }: TokenEndpointOptions,
): Promise<void> {
  koa.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
  try {
    const { status, headers, body, client } = await respond(koa).catch((error: unknown) => {
      if (isLimit(error)) throw error;
      onError(error, koa);
      return failure;
    });
    if (client !== undefined) await countAttempt(clientThrottle, status, { address: addressOf(koa), account: client });
    koa.set(headers);
    koa.status = status;
    koa.body = body;
  } catch (error) {
    if (isLimit(error)) koa.set(rateLimitHeaders(error.rate));
    throw error;
  }
}

function isLimit(error: unknown): error is DomainError & { readonly rate: NonNullable<DomainError['rate']> } {
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
 * Counts a client that could not be authenticated; throws RATE_LIMIT_EXCEEDED when there were too many. From then on
 * `requireBelowLimits` refuses the client at that address before the database is read; but not where it has
 * authenticated before, so that others behind the same address cannot lock out a client that knows its secret.
 */
async function countAttempt(throttle: LoginThrottle, status: number, source: AttemptSource): Promise<void> {
  if (status === 200) return throttle.remember(source);
  if (status !== 401) return;
  const attempt = throttle.attempt(source, () => Promise.reject(new WrongClient()));
  await attempt.catch((error: unknown) => {
    if (!isWrongClient(error)) throw error;
  });
}

/** The client that a request names, in its header or its form. */
function claimedClient({ authorization = '' }: IncomingHttpHeaders, form: URLSearchParams): string {
  const [, basic] = /^basic +(\S+)$/i.exec(authorization) ?? [];
  if (basic === undefined) return form.get('client_id') ?? '';
  const [id = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  // RFC 6749, 2.3.1: the id in the header is form-encoded.
  return new URLSearchParams(`x=${id.replaceAll('&', '%26')}`).get('x') ?? '';
}

const maxBodyBytes = 64 * 1024;

/** The members that are read from a JSON body; others are ignored. */
const parameters = [
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
  'token',
  'token_type_hint',
  'client_id',
  'client_secret',
];

/** The body as a form, which is what the provider reads: common OAuth clients send forms, others JSON. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | OAuthRefusal> {
  const text = await readText(request, maxBodyBytes);
  if (typeof text !== 'string') {
    const { status, message, details } = bodyError(text.problem);
    return refusal(status, 'invalid_request', details?.formErrors[0] ?? message);
  }
  const [mediaType = ''] = (request.headers['content-type'] ?? '').split(';');
  switch (mediaType.trim().toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      return new URLSearchParams(text);
    case 'application/json':
      return formOfJson(text);
    case '':
      if (text === '') return new URLSearchParams();
  }
  return refusal(415, 'invalid_request', 'Content-Type must be application/json or application/x-www-form-urlencoded');
}

function formOfJson(text: string): URLSearchParams | OAuthRefusal {
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(text);
  } catch {
    return refusal(400, 'invalid_request', 'Request body must be valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refusal(400, 'invalid_request', 'Request body must be a JSON object');
  }
  const members = Object.entries(value).filter(([name, each]) => parameters.includes(name) && each !== null);
  const wrong = members.find(([, each]) => typeof each !== 'string');
  return wrong ? refusal(400, 'invalid_request', `${wrong[0]} must be a string`) : new URLSearchParams(members);
}
