import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context as KoaContext, Middleware } from 'koa';
import { errorTable } from '#src/domain/errors.ts';
import type { Log } from '#src/lib/log.ts';
import type { Metrics } from '#src/lib/metrics.ts';

const acceptedRequestId = /^[A-Za-z0-9._:-]{1,128}$/;

/** The outermost middleware: gives each response its X-Request-Id, and records it in the log and the metrics. */
export function observed(
  log: Log,
  metrics: Metrics,
  knownPaths: ReadonlySet<string>,
  onError: (error: unknown, koa: KoaContext) => void,
): Middleware {
  return async (koa, next) => {
    const started = performance.now();
    const requested = koa.req.headers['x-request-id'];
    const requestId = typeof requested === 'string' && acceptedRequestId.test(requested) ? requested : randomUUID();
    koa.state.requestId = requestId;
    koa.set('X-Request-Id', requestId);
    const refusal = refusalOf(koa.req);
    try {
      if (refusal) refuse(koa, ...refusal);
      else await next();
    } catch (error) {
      onError(error, koa);
      refuse(koa, 500, errorTable.INTERNAL_SERVER_ERROR.message);
    }
    const ms = performance.now() - started;
    const { method, status } = koa;
    // Koa has no path for a target that is not a URL.
    const path = refusal ? (koa.req.url ?? '').replace(/[?].*/s, '') : koa.path;
    metrics.request(knownPaths.has(path) ? path : 'other', knownMethod(method), status, ms / 1000);
    log.info({ requestId, method, path, status, ms: Math.round(ms * 10) / 10 }, 'request');
  };
}

/** The response to a request that no part of the app can process. */
function refusalOf({ url = '', headers, httpVersion }: IncomingMessage): [status: number, message: string] | undefined {
  if (!isReadableTarget(url)) return [400, 'Malformed request target'];
  if (headers.host === undefined && httpVersion === '1.1') return [400, 'Host is required'];
  if (headers.expect !== undefined && !/(?:^|\W)100-continue(?:$|\W)/i.test(headers.expect)) {
    return [417, 'Expect may only be 100-continue'];
  }
  return undefined;
}

/** A target in absolute form must be a valid URL. */
function isReadableTarget(target: string): boolean {
  return target.startsWith('/') || target === '*' || URL.canParse(target);
}

function refuse(koa: KoaContext, status: number, message: string): void {
  koa.status = status;
  koa.body = { message };
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

function knownMethod(method: string): string {
  return methods.has(method) ? method : 'other';
}
