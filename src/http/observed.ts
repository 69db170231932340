import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context as KoaContext, Middleware } from 'koa';
import { domainErrorOf, errorTable, retryHeaders } from '#src/domain/errors.ts';
import { withoutCredentials } from '#src/domain/principal/credentials.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import type { Log } from '#src/lib/log.ts';
import type { Metrics } from '#src/lib/metrics.ts';
import type { ObservedResponse } from './api-request-log.ts';
import { isRepeated } from './contexts.ts';
import { beginHeaders, completeHeaders } from './default-headers.ts';
import { otherPath, type Routes } from './routes.ts';

/** Excludes credentials, because the id is logged. */
const acceptedRequestId = /^(?!.*(?:service|whsec)_)[a-z0-9._:-]{1,128}$/i;

interface ObservedOptions {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly routes: Routes;
  /** The accepted hosts; all hosts if absent. */
  readonly hosts?: ReadonlySet<string>;
  /** The client address of a request. */
  readonly addressOf: (koa: KoaContext) => string;
  /** Checks which proxy forwards the request. */
  readonly noticeProxy?: (request: IncomingMessage) => void;
  readonly onError: (error: unknown, koa: KoaContext) => void;
  /** Stores requests of keys and apps for the developers of their workspace. */
  readonly logApiRequest?: (koa: KoaContext, response: ObservedResponse) => void;
}

/** The outermost middleware: sets the X-Request-Id and common headers, and records responses in the log and the metrics. */
export function observed(options: ObservedOptions): Middleware {
  const { log, metrics, routes, addressOf, noticeProxy, onError, logApiRequest } = options;
  return async (koa, next) => {
    const started = performance.now();
    const requested = koa.req.headers['x-request-id'];
    const requestId = typeof requested === 'string' && acceptedRequestId.test(requested) ? requested : randomUUID();
    koa.state.requestId = requestId;
    koa.set('X-Request-Id', requestId);
    beginHeaders(koa);
    noticeProxy?.(koa.req);
    const refusal = refusalOf(koa.req, options);
    try {
      if (refusal) refuse(koa, ...refusal);
      else await next();
    } catch (error) {
      onError(error, koa);
      koa.state.error = error;
      refuseUnexpected(koa, error);
    }
    completeHeaders(koa);
    const ms = performance.now() - started;
    const { method, status } = koa;
    // Koa has no path if the target is not a URL.
    const path = loggedPath(refusal ? (koa.req.url ?? '').replace(/[?].*/s, '') : koa.path);
    const route = routes.at(path)?.label ?? otherPath;
    metrics.request(route, knownMethod(method), status, ms / 1000);
    const { credential, workspaceId } = callerOf(koa);
    const address = addressOf(koa);
    logApiRequest?.(koa, { route, method: knownMethod(method), ms, requestId, address });
    const caller = { workspaceId, credential, address };
    log.info({ requestId, method, path, route, status, ms: Math.round(ms * 10) / 10, ...caller }, 'request');
  };
}

/** Returns the refusal of a request that no part of the app can process. */
function refusalOf(
  request: IncomingMessage,
  { hosts, routes }: Pick<ObservedOptions, 'hosts' | 'routes'>,
): [status: number, message: string] | undefined {
  const { url = '', headers, httpVersion } = request;
  if (!isReadableTarget(url)) return [400, 'Malformed request target'];
  if (headers.host === undefined && httpVersion === '1.1') return [400, 'Host is required'];
  // Node uses the first one, but a proxy may have used the last.
  if (isRepeated(request, 'host')) return [400, 'Host must be given once'];
  if (hosts && !routes.at(url.replace(/[?].*/s, ''))?.isForAnyHost && !isAnswered(request, hosts))
    return [421, 'This server only answers requests for the hosts of its BASE_URL and APP_URL'];
  if (headers.expect !== undefined && !/(?:^|\W)100-continue(?:$|\W)/i.test(headers.expect)) {
    return [417, 'The Expect header may only be 100-continue'];
  }
  return undefined;
}

/** Checks the hosts of a request. A target in absolute form also names a host. */
function isAnswered({ url = '', headers: { host = '' } }: IncomingMessage, hosts: ReadonlySet<string>): boolean {
  const inTarget = url.startsWith('/') || url === '*' ? undefined : URL.parse(url)?.host;
  return hosts.has(host.toLowerCase()) && (inTarget === undefined || hosts.has(inTarget));
}

const credentialNames = {
  apiKey: 'api_key',
  accessToken: 'access_token',
  session: 'session',
} as const satisfies Record<Principal['credential'], string>;

/** Returns the caller of the request, if its credential was valid. */
function callerOf({ state }: KoaContext): { credential: string; workspaceId?: number } {
  const principal = state.principal as Principal | undefined;
  if (!principal) return { credential: 'none' };
  return { credential: credentialNames[principal.credential], workspaceId: principal.workspaceId };
}

/** Hides booking links in logs, because anybody with the link can reschedule and cancel the booking. */
function loggedPath(path: string): string {
  return withoutCredentials(path).replace(/^\/b\/.*?(\.ics)?$/s, '/b/…$1');
}

/** A target in absolute form must be a valid URL. */
function isReadableTarget(target: string): boolean {
  return target.startsWith('/') || target === '*' || URL.canParse(target);
}

function refuse(koa: KoaContext, status: number, message: string): void {
  koa.status = status;
  koa.body = { message };
}

function refuseUnexpected(koa: KoaContext, error: unknown): void {
  if (domainErrorOf(error)?.code === 'UNAVAILABLE') {
    koa.set(retryHeaders);
    koa.status = 503;
    koa.body = { message: errorTable.UNAVAILABLE.message, code: 'UNAVAILABLE' };
  } else refuse(koa, 500, errorTable.INTERNAL_SERVER_ERROR.message);
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

function knownMethod(method: string): string {
  return methods.has(method) ? method : 'other';
}
