import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';
import type { WindowStore } from '#src/access/rate-limit/window-store.ts';
import { withPatience } from '#src/lib/patience.ts';

const patienceMs = 1000;

export interface GuessLimit {
  readonly points: number;
  readonly windowSeconds: number;
}

/** One that was counted, until it is taken back. */
export interface Counted {
  readonly limit: GuessLimit;
  /** All that count in the window, with this one. */
  readonly count: number;
  readonly isOver: boolean;
  readonly msBeforeEnd: number;
  takeBack(): Promise<void>;
}

/** Counts by key in windows that all nodes share; on this node alone while the store does not answer. */
export class GuessCounter {
  readonly #limit: GuessLimit;
  readonly #shared: RateLimiterAbstract;
  readonly #local: RateLimiterAbstract;
  readonly #onFailure: (error: unknown) => void;

  constructor(limit: GuessLimit, store: WindowStore, onFailure: (error: unknown) => void) {
    const options = { points: limit.points, duration: limit.windowSeconds };
    this.#limit = limit;
    this.#shared = store(options);
    this.#local = new RateLimiterMemory(options);
    this.#onFailure = onFailure;
  }

  async add(key: string): Promise<Counted> {
    return (await this.#try(() => this.#addTo(this.#shared, key))) ?? this.#addTo(this.#local, key);
  }

  async has(key: string): Promise<boolean> {
    const found = (await this.#try(() => this.#shared.get(key))) ?? (await this.#local.get(key));
    return found !== null && found.consumedPoints > 0;
  }

  async #addTo(windows: RateLimiterAbstract, key: string): Promise<Counted> {
    const { consumedPoints: count, msBeforeNext: msBeforeEnd } = await windows.penalty(key);
    const takeBack = async () => {
      await this.#try(() => windows.reward(key));
    };
    return { limit: this.#limit, count, isOver: count > this.#limit.points, msBeforeEnd, takeBack };
  }

  /** Undefined where it fails, which is told. */
  async #try<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await withPatience(work(), patienceMs);
    } catch (error) {
      this.#onFailure(error);
      return undefined;
    }
  }
}
