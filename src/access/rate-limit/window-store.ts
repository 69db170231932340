import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';

export interface WindowOptions {
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
  /** A key that has counted so many is refused from this node's memory until the window ends. */
  readonly inMemoryBlockOnConsumed?: number;
}

/** A limiter of the library that can also forget a key for which nothing counts any more. */
export interface Windows extends RateLimiterAbstract {
  deleteEmpty(key: string): Promise<void>;
}

/** Makes limiters of the library over one store. The counters are the store's: limiters of one key share them. */
export type WindowStore = (options: WindowOptions) => Windows;

/** This process alone; each limiter has counters of its own. */
export const memoryWindows: WindowStore = (options) => new MemoryWindows(options);

export class MemoryWindows extends RateLimiterMemory implements Windows {
  async deleteEmpty(key: string): Promise<void> {
    const found = await this.get(key);
    if (found && found.consumedPoints <= 0) await this.delete(key);
  }
}
