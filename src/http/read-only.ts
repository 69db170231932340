import type { Context as KoaContext, Next } from 'koa';
import { errorTable } from '#src/domain/errors.ts';

/** An endpoint that answers GET and HEAD, and refuses other methods. */
export function readOnly(endpoint: (koa: KoaContext, ...steps: string[]) => Promise<void> | void) {
  return async (koa: KoaContext, _next: Next, ...steps: string[]) => {
    if (koa.method === 'GET' || koa.method === 'HEAD') return endpoint(koa, ...steps);
    koa.set('Allow', 'GET, HEAD');
    koa.status = 405;
    koa.body = { message: errorTable.METHOD_NOT_ALLOWED.message, code: 'METHOD_NOT_ALLOWED' };
  };
}
