const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The delay after each failed attempt, before jitter. The attempt after the last delay is the final one. */
const retryDelaysMs: readonly number[] = [
  ...[5 * secondMs, 5 * minuteMs, 30 * minuteMs],
  ...[2 * hourMs, 5 * hourMs, 10 * hourMs, 10 * hourMs],
];

/** The first attempt, and one after each delay. */
export const maxAttempts = retryDelaysMs.length + 1;

/** The share by which a delay varies, so that deliveries that failed together are not retried together. */
const jitter = 0.1;

/** How long an endpoint may be without a success before its owner is warned, and before it is paused. */
const warnAfterMs = dayMs;
export const pauseAfterMs = 5 * dayMs;

/** The status with which a receiver ends its deliveries for good. */
const goneStatus = 410;

/** The result of a request: a status, or the reason why no status counts. */
export interface Response {
  readonly status: number | null;
  readonly error: string | null;
}

export function isAcknowledged({ status, error }: Response): boolean {
  return error === null && status !== null && status >= 200 && status < 300;
}

export function isGone({ status }: Response): boolean {
  return status === goneStatus;
}

interface Tries {
  /** How many attempts were made, including the failed one. */
  readonly attempts: number;
  /** True for a delivery that is sent by hand, which has a single attempt. */
  readonly isManual: boolean;
}

/** The milliseconds from a failed attempt to the next one; undefined if the delivery has failed for good. */
export function retryDelayMs({ attempts, isManual }: Tries, random = Math.random): number | undefined {
  const delayMs = isManual ? undefined : retryDelaysMs[attempts - 1];
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 + jitter * (2 * random() - 1)));
}

export interface EndpointHealth {
  /** The time since which no attempt has succeeded. */
  readonly failingSince: Date | null;
  /** When its owner was warned about that. */
  readonly warnedAt: Date | null;
}

/** The consequences of several attempts for their endpoint. */
interface Consequence {
  readonly health: EndpointHealth;
  /** Why the endpoint must be paused now. */
  readonly pause: 'GONE' | 'FAILING' | undefined;
  /** True if its owner must be warned now. */
  readonly warns: boolean;
}

const healthy: EndpointHealth = { failingSince: null, warnedAt: null };

/** One success among the responses is enough for a healthy endpoint. */
export function consequenceOf(
  { failingSince, warnedAt }: EndpointHealth,
  responses: readonly Response[],
  now: Date,
): Consequence {
  const isHealthy = responses.some(isAcknowledged);
  const since = isHealthy ? null : (failingSince ?? now);
  const failingMs = since === null ? 0 : now.getTime() - since.getTime();
  if (responses.some(isGone)) return { health: { failingSince: since, warnedAt }, pause: 'GONE', warns: false };
  if (since === null) return { health: healthy, pause: undefined, warns: false };
  if (failingMs >= pauseAfterMs) return { health: { failingSince: since, warnedAt }, pause: 'FAILING', warns: false };
  const warns = warnedAt === null && failingMs >= warnAfterMs;
  return { health: { failingSince: since, warnedAt: warns ? now : warnedAt }, pause: undefined, warns };
}
