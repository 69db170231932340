const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long after each failed attempt the next one follows, before jitter. There is none after the last. */
const retryDelaysMs: readonly number[] = [
  ...[5 * secondMs, 5 * minuteMs, 30 * minuteMs],
  ...[2 * hourMs, 5 * hourMs, 10 * hourMs, 10 * hourMs],
];

/** The first attempt, and one after each delay. */
export const maxAttempts = retryDelaysMs.length + 1;

/** The share by which a delay varies, so that what failed together is not sent again together. */
const jitter = 0.1;

/** Without a success for so long, the owner of an endpoint is warned, and then the endpoint is paused. */
const warnAfterMs = dayMs;
export const pauseAfterMs = 5 * dayMs;

/** The status by which a receiver ends the delivery to it for good. */
const goneStatus = 410;

/** What came of a request: a status, or the reason why there is none that counts. */
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
  /** How many attempts were made, the failed one included. */
  readonly attempts: number;
  /** Sent again by hand: the first attempt is the last. */
  readonly isManual: boolean;
}

/** In how many milliseconds a delivery is tried again after a failed attempt; undefined where it has failed for good. */
export function retryDelayMs({ attempts, isManual }: Tries, random = Math.random): number | undefined {
  const delayMs = isManual ? undefined : retryDelaysMs[attempts - 1];
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 + jitter * (2 * random() - 1)));
}

/** How an endpoint does. */
export interface EndpointHealth {
  /** Since when no attempt has succeeded. */
  readonly failingSince: Date | null;
  /** When its owner was warned about that. */
  readonly warnedAt: Date | null;
}

/** What several attempts mean for their endpoint. */
interface Consequence {
  readonly health: EndpointHealth;
  /** Why the endpoint is to be paused now. */
  readonly pause: 'GONE' | 'FAILING' | undefined;
  /** Whether its owner is to be warned now. */
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
