import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';

export interface WindowOptions {
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
  /** A key that has counted so many is refused from this node's memory until the window ends. */
  readonly inMemoryBlockOnConsumed?: number;
}

/** Makes limiters of the library over one store. The counters are the store's: limiters of one key share them. */
export type WindowStore = (options: WindowOptions) => RateLimiterAbstract;

/** This process alone; each limiter has counters of its own. */
export const memoryWindows: WindowStore = (options) => new RateLimiterMemory(options);
