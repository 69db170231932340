import { fieldError, formError } from '#src/domain/errors.ts';

/** Throws if the maximum number has already been reached. */
export function requireBelow(max: number, count: number, message: string, path?: string): void {
  if (count < max) return;
  throw path === undefined ? formError('limit_reached', message) : fieldError(path, 'limit_reached', message);
}
