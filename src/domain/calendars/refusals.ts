import { dayMs, minuteMs } from '#src/lib/time/zone-offsets.ts';

// When a credential that a provider refuses counts as over. Servers answer 401 in passing as well, while they restart or move, so
// one answer ends nothing: only a person can connect a calendar again.

const refusalsToDisconnect = 3;
const minSpanMs = 15 * minuteMs;

/** A disconnected connection is tried again this often, and for so long after it was disconnected. */
export const retryPauseMs = 60 * minuteMs;
export const retriedForMs = 7 * dayMs;

/** The refusals of a credential since the last good read. */
export interface Refusals {
  readonly refusals: number;
  /** The first of them. */
  readonly refusedAt: Date;
}

interface RefusedConnection {
  /** Failed reads since the last good one. A node of an earlier version resets nothing else. */
  readonly failures: number;
  readonly refusals: number;
  readonly refusedAt: string | null;
}

/** The refusals with one more. Reads that fail for another reason neither count nor reset them. */
export function refusedOnceMore({ failures, refusals, refusedAt }: RefusedConnection, now: Date): Refusals {
  const isFirst = failures === 0 || refusedAt === null;
  return isFirst ? { refusals: 1, refusedAt: now } : { refusals: refusals + 1, refusedAt: new Date(refusedAt) };
}

export function disconnects({ refusals, refusedAt }: Refusals, now: Date): boolean {
  return refusals >= refusalsToDisconnect && now.getTime() - refusedAt.getTime() >= minSpanMs;
}
