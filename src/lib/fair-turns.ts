interface FairTurnsOptions {
  /** How many run at the same time. */
  readonly atOnce: number;
  /** How many of one key wait at most. */
  readonly maxWaiting: number;
  /** The error of one that would have to wait behind them. */
  readonly refusal: () => Error;
}

/**
 * Runs work of many keys, such as workspaces, so that none keeps the others waiting. A key may begin one more while it runs
 * fewer than there are places free: alone it has half of them, and whoever comes finds one. Keys that wait take turns.
 */
export class FairTurns<Key> {
  readonly #options: FairTurnsOptions;
  readonly #running = new Map<Key, number>();
  /** In the order of the turns. */
  readonly #waiting = new Map<Key, (() => void)[]>();
  #free: number;

  constructor(options: FairTurnsOptions) {
    this.#options = options;
    this.#free = options.atOnce;
  }

  /** Does the work when it is its turn. Rejects where too many of the key wait already. */
  async run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.has(key) || !this.#mayBegin(key)) await this.#turn(key);
    else this.#begin(key);
    try {
      return await work();
    } finally {
      this.#end(key);
    }
  }

  #mayBegin(key: Key): boolean {
    return (this.#running.get(key) ?? 0) < this.#free;
  }

  #begin(key: Key): void {
    this.#free -= 1;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  #turn(key: Key): Promise<void> {
    const waiting = this.#waiting.get(key) ?? [];
    if (waiting.length >= this.#options.maxWaiting) throw this.#options.refusal();
    this.#waiting.set(key, waiting);
    return new Promise((resolve) => waiting.push(resolve));
  }

  #end(key: Key): void {
    const left = (this.#running.get(key) as number) - 1;
    if (left === 0) this.#running.delete(key);
    else this.#running.set(key, left);
    this.#free += 1;
    // More than one may begin: with each free place, keys that ran too many before may have one more.
    while (this.#startNext());
  }

  #startNext(): boolean {
    for (const [key, waiting] of this.#waiting) {
      if (!this.#mayBegin(key)) continue;
      this.#waiting.delete(key);
      const start = waiting.shift() as () => void;
      if (waiting.length > 0) this.#waiting.set(key, waiting);
      this.#begin(key);
      start();
      return true;
    }
    return false;
  }
}
