import type { Context as KoaContext } from 'koa';
import { errorTable } from '#src/domain/errors.ts';

/** Responds, for programs, to a path that does not exist. */
export function notFound(koa: KoaContext): void {
  koa.body = { message: errorTable.NOT_FOUND.message, code: 'NOT_FOUND' };
  koa.status = 404;
}
