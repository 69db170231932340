import pg from 'pg';
import { DomainError, fieldError } from '#src/domain/errors.ts';
import { detailsOf } from '#src/domain/field-errors.ts';
import type { SlotContext } from '../context.ts';
import { nextAvailable } from '../scheduling.ts';

/**
 * The error for a time that is taken or was never offered, with the next open times. They are searched after the transaction,
 * so that the hosts are not locked meanwhile. With an Idempotency-Key the locks remain, because its transaction continues. If
 * too many searches run, the error has no times.
 */
export async function slotUnavailable(
  { now, ...context }: Pick<SlotContext, 'db' | 'slots'> & { readonly now: Date },
  query: Parameters<typeof nextAvailable>[1],
  dateTime: number,
): Promise<DomainError> {
  const next = nextAvailable(context, query, { dateTime, now: now.getTime() }).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'UNAVAILABLE') return [];
    throw error;
  });
  return unavailable(await next);
}

function unavailable(next: string[]): DomainError {
  const problem = { path: ['dateTime'], code: 'not_available', message: 'This time is not available' } as const;
  return new DomainError('VALIDATION_FAILED', { details: { ...detailsOf([problem]), nextAvailable: next } });
}

/**
 * The locks keep two calls of a host apart. The constraint also covers other programs that write to the database, and a host
 * who gets a call without being free.
 */
export function refuseOverlap(error: unknown, hostId?: number): never {
  const isOverlap = error instanceof pg.DatabaseError && error.code === '23P01';
  if (isOverlap && hostId !== undefined) throw fieldError('userId', 'taken', 'Has another call at this time');
  throw isOverlap ? unavailable([]) : error;
}
