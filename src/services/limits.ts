import { formError } from '#src/domain/errors.ts';

/** Refuses one more where there are as many as there may be. */
export function requireBelow(max: number, count: number, message: string): void {
  if (count >= max) throw formError('limit_reached', message);
}
