import { DomainError } from '#src/domain/errors.ts';
import { withTimeout } from '#src/lib/timeout.ts';
import { type StoreHealth, storeTimeoutMs } from './rate-limit/shared-limiter.ts';
import { memoryWindows, type WindowStore, type Windows } from './rate-limit/windows.ts';

export interface AttemptLimit {
  readonly points: number;
  readonly windowSeconds: number;
}

/** A limit that is reached, until its window ends. */
export interface ReachedLimit {
  readonly limit: AttemptLimit;
  readonly msBeforeEnd: number;
}

/** An attempt that counts until it is cancelled. */
export interface CountedAttempt extends ReachedLimit {
  /** All attempts in the window, this one included. */
  readonly count: number;
  readonly isOver: boolean;
  cancel(): Promise<void>;
}

/** What a window holds. */
export interface PastAttempts {
  readonly count: number;
  /** The limit, if one more attempt would exceed it. */
  readonly reached: ReachedLimit | undefined;
}

export interface AttemptStore {
  /** Where all nodes count. */
  readonly store: WindowStore;
  readonly health: StoreHealth;
  /** Called when the store does not answer and this node counts alone. */
  readonly onFailure: (error: unknown) => void;
}

/** Counts attempts by key in windows that all nodes share; on this node alone while the store does not answer. */
export class AttemptCounter {
  readonly #limit: AttemptLimit;
  readonly #shared: Windows;
  readonly #local: Windows;
  readonly #health: StoreHealth;
  readonly #onFailure: (error: unknown) => void;

  constructor(limit: AttemptLimit, { store, health, onFailure }: AttemptStore) {
    const options = { points: limit.points, duration: limit.windowSeconds };
    this.#limit = limit;
    this.#shared = store(options);
    this.#local = memoryWindows(options);
    this.#health = health;
    this.#onFailure = onFailure;
  }

  async add(key: string): Promise<CountedAttempt> {
    return (await this.#try(() => this.#addTo(this.#shared, key))) ?? this.#addTo(this.#local, key);
  }

  /** The attempts in the window. Counts nothing and creates no key. */
  async find(key: string): Promise<PastAttempts> {
    const found = (await this.#try(() => this.#shared.get(key))) ?? (await this.#local.get(key));
    if (!found || found.msBeforeNext <= 0) return { count: 0, reached: undefined };
    const { consumedPoints: count, msBeforeNext: msBeforeEnd } = found;
    return { count, reached: count < this.#limit.points ? undefined : { limit: this.#limit, msBeforeEnd } };
  }

  async #addTo(windows: Windows, key: string): Promise<CountedAttempt> {
    const { consumedPoints: count, msBeforeNext: msBeforeEnd } = await windows.penalty(key);
    const cancel = async () => {
      if (windows === this.#local) await subtractOne(windows, key);
      else await this.#try(() => subtractOne(windows, key));
    };
    return { limit: this.#limit, count, isOver: count > this.#limit.points, msBeforeEnd, cancel };
  }

  /** Undefined when the store fails, or is skipped because it has just failed. */
  async #try<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    if (this.#health.hasJustFailed() || this.#health.isPaused()) return undefined;
    try {
      const result = await withTimeout(work(), storeTimeoutMs);
      this.#health.answered();
      return result;
    } catch (error) {
      this.#health.failed();
      this.#onFailure(error);
      return undefined;
    }
  }
}

/** The error of a limit that is reached. */
export function limitReached({ limit, msBeforeEnd }: ReachedLimit): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeEnd / 1000));
  const resetAt = Date.now() + msBeforeEnd;
  const { points, windowSeconds } = limit;
  return new DomainError('RATE_LIMIT_EXCEEDED', {
    rate: { allowed: false, limit: points, remaining: 0, resetAt, retryAfterSeconds, windowSeconds },
  });
}

/** Deletes a key that counts nothing any more, rather than storing it until its window ends. */
async function subtractOne(windows: Windows, key: string): Promise<void> {
  const { consumedPoints } = await windows.reward(key);
  if (consumedPoints <= 0) await windows.deleteEmpty(key);
}
