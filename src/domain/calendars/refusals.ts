import { dayMs, minuteMs } from '#src/lib/time/zone-offsets.ts';

// Decides when a refused credential disconnects a calendar. Servers also answer 401 temporarily, while they restart or move, so
// one answer is not enough: only a person can connect a calendar again.

const refusalsToDisconnect = 3;
const minSpanMs = 15 * minuteMs;

/** How often a disconnected connection is retried, and for how long after its disconnection. */
export const retryPauseMs = 60 * minuteMs;
export const retriedForMs = 7 * dayMs;

/** The refusals of a credential since the last good read. */
export interface Refusals {
  readonly refusals: number;
  /** When the first of them happened. */
  readonly refusedAt: Date;
}

interface RefusedConnection {
  /** Failed reads since the last successful one. A node of an earlier version resets only this counter. */
  readonly failures: number;
  readonly refusals: number;
  readonly refusedAt: string | null;
}

/** Counts one more refusal. Reads that fail for another reason neither count nor reset the refusals. */
export function refusedOnceMore({ failures, refusals, refusedAt }: RefusedConnection, now: Date): Refusals {
  const isFirst = failures === 0 || refusedAt === null;
  return isFirst ? { refusals: 1, refusedAt: now } : { refusals: refusals + 1, refusedAt: new Date(refusedAt) };
}

export function disconnects({ refusals, refusedAt }: Refusals, now: Date): boolean {
  return refusals >= refusalsToDisconnect && now.getTime() - refusedAt.getTime() >= minSpanMs;
}
