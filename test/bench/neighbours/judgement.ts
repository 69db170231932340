import type { Latencies } from '../load/latencies.ts';

/** What quiet neighbours got in a time. */
export interface Felt {
  readonly requests: number;
  /** Requests with another answer than a 200, by status; `lost` without any answer. */
  readonly failed: Readonly<Record<string, number>>;
  readonly latencies: Latencies;
}

/** A neighbour notices nothing below this, however fast the server is when it has nothing else to do. */
const unnoticedMs = 30;
const maxRatio = 3;

/** The longest that the p99 of a neighbour may be beside others. */
export function maxP99(quiet: Felt): number {
  return Math.max(quiet.latencies.p99 * maxRatio, unnoticedMs);
}

/** Why what a neighbour felt is too much; undefined where it is not. */
export function complaintOf(quiet: Felt, during: Felt): string | undefined {
  const failed = [quiet, during].flatMap((each) => Object.entries(each.failed));
  if (failed.length > 0) {
    return `requests of the neighbour failed, ${failed.map(([outcome, count]) => `${outcome}: ${count}`).join(', ')}`;
  }
  const { p99 } = during.latencies;
  // A p99 that is no number has no request behind it.
  if (p99 <= maxP99(quiet)) return undefined;
  return `the neighbour's p99 was ${p99.toFixed(1)} ms, above ${maxP99(quiet).toFixed(1)}`;
}

export function failures({ failed }: Felt): number {
  return Object.values(failed).reduce((sum, count) => sum + count, 0);
}
