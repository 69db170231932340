import { formError } from '#src/domain/errors.ts';

/** Throws if the maximum number has already been reached. */
export function requireBelow(max: number, count: number, message: string): void {
  if (count >= max) throw formError('limit_reached', message);
}
