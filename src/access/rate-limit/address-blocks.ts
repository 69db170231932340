import type { RateDecision } from '#src/domain/errors.ts';
import { addressBlocks } from '#src/lib/network/addresses.ts';
import type { MemoryWindows } from './memory.ts';
import type { WindowStore } from './window-store.ts';

/**
 * Multiples of a limit for a /64, a /56 and a /48 of IPv6: one customer may have any of them, and many customers may share
 * the wider ones. An IPv4 address has the limit itself.
 */
export const blockAllowances = [1, 2, 4] as const;

/** A limit by address, in one window. */
export interface AddressLimit {
  /** The points of an IPv4 address or a /64. */
  readonly points: number;
  readonly keyOf: (block: string) => string;
}

/** A window of one block that an address belongs to. */
interface BlockWindow {
  readonly key: string;
  readonly points: number;
}

/** The windows in which an address counts, the narrowest block first. */
export function blockWindows(address: string, { points, keyOf }: AddressLimit): readonly BlockWindow[] {
  return addressBlocks(address).map((block, index) => ({
    key: keyOf(block),
    points: points * (blockAllowances[index] ?? 1),
  }));
}

/**
 * Consumes a point in each block of an address. Returns the first refusal, which counts in no wider block, or else the decision
 * of the narrowest block.
 */
export async function consumeOfAddress(
  windows: WindowStore,
  address: string,
  limit: AddressLimit,
): Promise<RateDecision> {
  const decisions: RateDecision[] = [];
  for (const { key, points } of blockWindows(address, limit)) {
    const decision = await windows.consume(key, points);
    if (!decision.allowed) return decision;
    decisions.push(decision);
  }
  return decisions[0] as RateDecision;
}

/** The same in the memory of this process, without waiting and with a cost. */
export function consumeInProcess(
  windows: MemoryWindows,
  address: string,
  { cost, ...limit }: AddressLimit & { readonly cost?: number },
): RateDecision {
  const decisions: RateDecision[] = [];
  for (const { key, points } of blockWindows(address, limit)) {
    const decision = windows.consume(key, points, cost);
    if (!decision.allowed) return decision;
    decisions.push(decision);
  }
  return decisions[0] as RateDecision;
}

/** Returns the points that `consumeOfAddress` consumed. */
export async function releaseOfAddress(windows: WindowStore, address: string, limit: AddressLimit): Promise<void> {
  for (const { key, points } of blockWindows(address, limit)) await windows.release(key, points);
}
