import { fieldError, type RateDecision } from '#src/domain/errors.ts';
import { rateLimitError } from '#src/domain/rate-limit-error.ts';
import { hourMs } from '#src/lib/time/zone-offsets.ts';

/** How often a call can be moved by its link, which anyone who has it can use. */
export const linkChangeLimits = { anHour: 5, inAll: 20 } as const;

/**
 * The error if the link may not move the call again. `ages` are the ages of the moves by the link in milliseconds, newest
 * first. A cancellation ends the call, cannot be repeated, and is always possible.
 */
export function linkChangeError(ages: readonly number[], { idField, now }: { idField: string; now: Date }) {
  if (ages.length >= linkChangeLimits.inAll) return fieldError(idField, 'limit_reached', usedUp);
  const decisive = ages[linkChangeLimits.anHour - 1];
  if (decisive === undefined || decisive >= hourMs) return undefined;
  const freeAt = new Date(now.getTime() + hourMs - decisive);
  return rateLimitError({ limit: linkChangeLimits.anHour, windowMs: hourMs, freeAt, reason: movedOften }, now);
}

const movedOften = 'This call was rescheduled by its link as often as is allowed within an hour';

const usedUp = `The call was rescheduled ${linkChangeLimits.inAll} times by its link, which is the maximum: ask the host to reschedule it, or cancel it`;

/** True if a request was refused because of the call's moves, rather than the requests from an address. */
export function isLinkLimit({ reason }: Pick<RateDecision, 'reason'>): boolean {
  return reason === movedOften;
}
