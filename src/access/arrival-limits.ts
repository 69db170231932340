import { nodeLimits } from './limit-table.ts';
import { consumeInProcess } from './rate-limit/address-blocks.ts';
import { type MemoryWindows, memoryWindows } from './rate-limit/memory.ts';
import { limitReached } from './rate-limit/window-store.ts';

const limits = nodeLimits.arrivals;

export type Arrival = keyof typeof limits;

/**
 * Counts requests when they arrive, before a byte of their body is read or anything is looked up. The limits leave room for
 * everyone behind one address; later limits on what a request does are narrower.
 */
export class ArrivalLimits {
  readonly #windows: MemoryWindows;
  readonly #onRefused: (arrival: Arrival) => void;

  constructor(
    onRefused: (arrival: Arrival) => void = () => undefined,
    windows = memoryWindows(Date.now, limits.form.windowSeconds),
  ) {
    this.#onRefused = onRefused;
    this.#windows = windows;
  }

  /** Counts a request, or throws RATE_LIMIT_EXCEEDED. An IPv6 address also counts by its /56 and its /48. */
  count(arrival: Arrival, address: string): void {
    const { points, windowSeconds } = limits[arrival];
    const decision = consumeInProcess(this.#windows, address, { points, keyOf: (block) => `${arrival}:${block}` });
    if (decision.allowed) return;
    this.#onRefused(arrival);
    throw limitReached(decision, windowSeconds);
  }
}
