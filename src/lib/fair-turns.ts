interface FairTurnsOptions {
  /** The maximum that runs at the same time. */
  readonly atOnce: number;
  /** How much work of one key may wait, and how long; unlimited by default. */
  readonly maxWaiting?: number;
  readonly maxWaitMs?: number | undefined;
  /** The error of work that would exceed these limits. */
  readonly refusal: () => Error;
}

/**
 * Schedules the work of many keys, such as workspaces, so that no key blocks the others. A key may begin one more while it runs
 * fewer than there are free places: a key alone gets half of them, so that a new key finds one. Waiting keys take turns.
 */
export class FairTurns<Key> {
  readonly #options: FairTurnsOptions;
  readonly #running = new Map<Key, number>();
  /** Waiting work by key, in the order of the turns. */
  readonly #waiting = new Map<Key, Set<() => void>>();
  #free: number;

  constructor(options: FairTurnsOptions) {
    this.#options = options;
    this.#free = options.atOnce;
  }

  /** Runs the work when its turn comes. The signal ends the wait, not the work. */
  async run<Result>(key: Key, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const waiting = this.begin(key, signal);
    if (waiting) await waiting;
    try {
      return await work();
    } finally {
      this.end(key);
    }
  }

  /** Begins a turn, now (undefined) or later. Each turn that has begun must be ended once. */
  begin(key: Key, signal?: AbortSignal): Promise<void> | undefined {
    if (this.#waiting.has(key) || !this.#mayBegin(key)) return this.#wait(key, signal);
    this.#take(key);
    return undefined;
  }

  end(key: Key): void {
    const left = (this.#running.get(key) as number) - 1;
    if (left === 0) this.#running.delete(key);
    else this.#running.set(key, left);
    this.#free += 1;
    while (this.#beginNext());
  }

  /** The number of waiting turns. */
  get waiting(): number {
    return this.#waiting.values().reduce((sum, { size }) => sum + size, 0);
  }

  #mayBegin(key: Key): boolean {
    return (this.#running.get(key) ?? 0) < this.#free;
  }

  #take(key: Key): void {
    this.#free -= 1;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  async #wait(key: Key, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { maxWaiting = Infinity, maxWaitMs, refusal } = this.#options;
    const waiting = this.#waiting.get(key) ?? new Set();
    if (waiting.size >= maxWaiting) throw refusal();
    this.#waiting.set(key, waiting);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.add(resolve);
    const leave = (reason: unknown) => this.#leave(key, resolve) && reject(reason);
    const timer = maxWaitMs && setTimeout(() => leave(refusal()), maxWaitMs);
    const onAbort = () => leave(signal?.reason);
    signal?.addEventListener('abort', onAbort);
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      clearTimeout(timer);
    }
  }

  #leave(key: Key, resolve: () => void): boolean {
    const waiting = this.#waiting.get(key);
    const isWaiting = waiting?.delete(resolve) ?? false;
    if (waiting?.size === 0) this.#waiting.delete(key);
    return isWaiting;
  }

  /** Serves the first waiting key that may begin one more, and moves that key to the end of the queue. */
  #beginNext(): boolean {
    for (const [key, waiting] of this.#waiting) {
      if (!this.#mayBegin(key)) continue;
      const [begin] = waiting as Set<() => void>;
      this.#leave(key, begin as () => void);
      if (waiting.size > 0) {
        this.#waiting.delete(key);
        this.#waiting.set(key, waiting);
      }
      this.#take(key);
      begin?.();
      return true;
    }
    return false;
  }
}
