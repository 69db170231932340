import { DomainError } from '#src/domain/errors.ts';
import type { ArrivalLimits } from './arrival-limits.ts';

/**
 * Refuses a booking token that this server has not signed: with NOT_FOUND, and beyond the limit of such tokens with
 * RATE_LIMIT_EXCEEDED. The signature is checked without the database, so forged tokens use up none of the limits of people
 * behind the same address.
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
