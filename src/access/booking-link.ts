import { DomainError } from '#src/domain/errors.ts';
import type { ArrivalLimits } from './arrival-limits.ts';

/**
 * Refuses the token of a booking that this server has not signed, which therefore names nothing: with NOT_FOUND, and beyond the limit
 * of such tokens with RATE_LIMIT_EXCEEDED. The signature shows it without the database, so a forged token uses up nothing of what
 * the people behind the same address may look at and book.
 */
export function requireSigned(
  { arrivalLimits }: { readonly arrivalLimits: ArrivalLimits },
  named: object | undefined,
  address: string,
): void {
  if (named !== undefined) return;
  arrivalLimits.count('forgedLink', address);
  throw new DomainError('NOT_FOUND');
}
