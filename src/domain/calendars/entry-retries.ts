import { minuteMs } from '#src/lib/time/zone-offsets.ts';

/** After each attempt that failed; then every hour. */
const retryMinutes = [1, 2, 5, 15, 30];
const lastingMinutes = 60;
/** Five days: a server that was away over a long weekend still gets the entry. */
const maxAttempts = retryMinutes.length + 5 * 24;
const maxRetryAfterMs = 24 * 60 * minuteMs;

/** When an entry is written again after so many failed attempts; undefined: no more. A provider that wants more time gets it, up to a day. */
export function nextEntryAttempt(
  { attempts, retryAfterMs = 0 }: { readonly attempts: number; readonly retryAfterMs?: number | undefined },
  now: Date,
): Date | undefined {
  if (attempts >= maxAttempts) return undefined;
  const pause = (retryMinutes[attempts - 1] ?? lastingMinutes) * minuteMs;
  return new Date(now.getTime() + Math.max(pause, Math.min(retryAfterMs, maxRetryAfterMs)));
}
