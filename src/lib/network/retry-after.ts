/** Longer waits come from a clock that is wrong, or from a date far away. */
const maxWaitMs = 3_600_000;

/** `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3), in milliseconds from now; undefined if it is neither. */
export function retryAfterMs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const waitMs = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), maxWaitMs) : undefined;
}
