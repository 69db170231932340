import { fieldError, type RateDecision } from '#src/domain/errors.ts';
import { rateLimitError } from '#src/domain/rate-limit-error.ts';

/** How often a call can be moved by its link, which serves whoever has it. */
export const linkChangeLimits = { anHour: 5, inAll: 20 } as const;

const hourMs = 3_600_000;

/**
 * The error of another move by the link, if there may be none. `ages` are those of the moves by the link in milliseconds, the
 * newest first. A cancellation ends the call, cannot be repeated, and is always possible.
 */
export function linkChangeError(ages: readonly number[], { idField, now }: { idField: string; now: Date }) {
  if (ages.length >= linkChangeLimits.inAll) return fieldError(idField, 'limit_reached', usedUp);
  const decisive = ages[linkChangeLimits.anHour - 1];
  if (decisive === undefined || decisive >= hourMs) return undefined;
  const freeAt = new Date(now.getTime() + hourMs - decisive);
  return rateLimitError({ limit: linkChangeLimits.anHour, windowMs: hourMs, freeAt, reason: movedOften }, now);
}

const movedOften = 'This call was moved by its link as often as an hour allows';

const usedUp = `The call was moved ${linkChangeLimits.inAll} times by its link, which is as often as possible: ask the host to move it, or cancel it`;

/** Whether a refused request was one move too many, rather than one request too many of an address. */
export function isLinkLimit({ reason }: Pick<RateDecision, 'reason'>): boolean {
  return reason === movedOften;
}
