import type { RateLimiterRes } from 'rate-limiter-flexible';
import type { StoreHealth } from '#src/access/rate-limit/store-health.ts';
import { memoryWindows, type WindowStore, type Windows } from '#src/access/rate-limit/window-store.ts';
import { withTimeout } from '#src/lib/timeout.ts';

const patienceMs = 1000;

export interface GuessLimit {
  readonly points: number;
  readonly windowSeconds: number;
}

/** A limit that is reached, until its window ends. */
export interface Spent {
  readonly limit: GuessLimit;
  readonly msBeforeEnd: number;
}

/** One that was counted, until it is taken back. */
export interface Counted extends Spent {
  /** All that count in the window, with this one. */
  readonly count: number;
  readonly isOver: boolean;
  takeBack(): Promise<void>;
}

/** Where all nodes count. */
export interface CountedStore {
  readonly store: WindowStore;
  /** How it has answered lately. */
  readonly health: StoreHealth;
  /** Told that the store does not answer, and this node counts alone. */
  readonly onFailure: (error: unknown) => void;
}

/** Counts by key in windows that all nodes share; on this node alone while the store does not answer. */
export class GuessCounter {
  readonly #limit: GuessLimit;
  readonly #shared: Windows;
  readonly #local: Windows;
  readonly #health: StoreHealth;
  readonly #onFailure: (error: unknown) => void;

  constructor(limit: GuessLimit, { store, health, onFailure }: CountedStore) {
    const options = { points: limit.points, duration: limit.windowSeconds };
    this.#limit = limit;
    this.#shared = store(options);
    this.#local = memoryWindows(options);
    this.#health = health;
    this.#onFailure = onFailure;
  }

  async add(key: string): Promise<Counted> {
    return (await this.#try(() => this.#addTo(this.#shared, key))) ?? this.#addTo(this.#local, key);
  }

  async has(key: string): Promise<boolean> {
    const found = await this.#find(key);
    return found !== null && found.consumedPoints > 0;
  }

  /** Whether one more would be too many; counts nothing, and makes no key. */
  async spent(key: string): Promise<Spent | undefined> {
    const found = await this.#find(key);
    if (found === null || found.consumedPoints < this.#limit.points) return undefined;
    return { limit: this.#limit, msBeforeEnd: found.msBeforeNext };
  }

  async #find(key: string): Promise<RateLimiterRes | null> {
    const found = (await this.#try(() => this.#shared.get(key))) ?? (await this.#local.get(key));
    return found && found.msBeforeNext > 0 ? found : null;
  }

  async #addTo(windows: Windows, key: string): Promise<Counted> {
    const { consumedPoints: count, msBeforeNext: msBeforeEnd } = await windows.penalty(key);
    const takeBack = async () => {
      if (windows === this.#local) await takeOneFrom(windows, key);
      else await this.#try(() => takeOneFrom(windows, key));
    };
    return { limit: this.#limit, count, isOver: count > this.#limit.points, msBeforeEnd, takeBack };
  }

  /** Undefined where the store fails, which is told, or is left alone because it has just failed. */
  async #try<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    if (this.#health.hasJustFailed() || this.#health.isResting()) return undefined;
    try {
      const result = await withTimeout(work(), patienceMs);
      this.#health.answered();
      return result;
    } catch (error) {
      this.#health.failed();
      this.#onFailure(error);
      return undefined;
    }
  }
}

/** A key for which nothing counts is not kept to the end of its window. */
async function takeOneFrom(windows: Windows, key: string): Promise<void> {
  const { consumedPoints } = await windows.reward(key);
  if (consumedPoints <= 0) await windows.deleteEmpty(key);
}
