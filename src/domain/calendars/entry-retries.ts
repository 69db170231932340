import { minuteMs } from '#src/lib/time/zone-offsets.ts';

/** The pauses after the first failed attempts; after that, retries are hourly. */
const retryMinutes = [1, 2, 5, 15, 30];
const lastingMinutes = 60;
/** Five days of hourly retries: a server that was down over a long weekend still gets the entry. */
const maxAttempts = retryMinutes.length + 5 * 24;
const maxRetryAfterMs = 24 * 60 * minuteMs;

/** When to write an entry again after failed attempts; undefined for never. A longer Retry-After counts, up to a day. */
export function nextEntryAttempt(
  { attempts, retryAfterMs = 0 }: { readonly attempts: number; readonly retryAfterMs?: number | undefined },
  now: Date,
): Date | undefined {
  if (attempts >= maxAttempts) return undefined;
  const pause = (retryMinutes[attempts - 1] ?? lastingMinutes) * minuteMs;
  return new Date(now.getTime() + Math.max(pause, Math.min(retryAfterMs, maxRetryAfterMs)));
}
