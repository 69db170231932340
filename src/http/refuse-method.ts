import type { Context as KoaContext } from 'koa';
import { errorTable } from '#src/domain/errors.ts';

/** For what can only be read. */
export function refuseMethod(koa: KoaContext): void {
  koa.set('Allow', 'GET, HEAD');
  koa.status = 405;
  koa.body = { message: errorTable.METHOD_NOT_ALLOWED.message, code: 'METHOD_NOT_ALLOWED' };
}

export function isRead({ method }: KoaContext): boolean {
  return method === 'GET' || method === 'HEAD';
}
