import type { Context as KoaContext, Middleware } from 'koa';
import { errorTable } from '#src/domain/errors.ts';

/** An endpoint that answers GET and HEAD, and refuses other methods. */
export function readOnly(endpoint: (koa: KoaContext) => Promise<void> | void): Middleware {
  return async (koa) => {
    if (koa.method === 'GET' || koa.method === 'HEAD') return endpoint(koa);
    koa.set('Allow', 'GET, HEAD');
    koa.status = 405;
    koa.body = { message: errorTable.METHOD_NOT_ALLOWED.message, code: 'METHOD_NOT_ALLOWED' };
  };
}
