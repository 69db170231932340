interface ByteBudgetOptions {
  /** The maximum of bytes held at the same time: more than `maxBytes`. */
  readonly bytes: number;
  /** The maximum of one holder. */
  readonly maxBytes: number;
  /** The error of a holder that may not take more. */
  readonly refusal: () => Error;
}

interface Waiting {
  readonly holder: Holder;
  readonly bytes: number;
  readonly begin: () => void;
  readonly end: (reason: unknown) => void;
}

interface Holder {
  readonly key: number;
  held: number;
  isClosed: boolean;
}

/** The share of a budget that one piece of work holds. Its opener closes it once, however the work ends. */
export interface Share {
  /**
   * Takes more bytes, now (undefined) or later. Rejects beyond the limit of one holder, with the reason of the signal, and
   * after the share is closed: a request that still runs then ends as well.
   */
  take(bytes: number, signal: AbortSignal): Promise<void> | undefined;
  close(): void;
}

/**
 * A memory budget for pieces of work that grow, each of a key such as a workspace. The oldest may always grow to its limit: the
 * others leave room for that, so that no two wait for each other. Of the rest, a key takes no more than it leaves free, so that
 * a new key finds some. Waiting keys take turns.
 */
export class ByteBudget {
  readonly #options: ByteBudgetOptions;
  /** The holders of bytes, oldest first. */
  readonly #holders = new Set<Holder>();
  /** Waiting work by key, in the order of the turns. */
  readonly #waiting = new Map<number, Set<Waiting>>();
  #held = 0;

  constructor(options: ByteBudgetOptions) {
    this.#options = options;
  }

  get held(): number {
    return this.#held;
  }

  open(key: number): Share {
    const holder: Holder = { key, held: 0, isClosed: false };
    return {
      take: (bytes, signal) => this.#take(holder, bytes, signal),
      close: () => this.#close(holder),
    };
  }

  #take(holder: Holder, bytes: number, signal: AbortSignal): Promise<void> | undefined {
    if (holder.isClosed || holder.held + bytes > this.#options.maxBytes) return Promise.reject(this.#options.refusal());
    const isNext = holder === this.#oldest || !this.#waiting.has(holder.key);
    if (isNext && this.#mayTake(holder, bytes)) {
      this.#give(holder, bytes);
      return undefined;
    }
    return this.#wait(holder, bytes, signal);
  }

  #mayTake(holder: Holder, bytes: number): boolean {
    const { bytes: all, maxBytes } = this.#options;
    const oldest = this.#oldest ?? holder;
    if (oldest === holder) return true;
    const room = all - this.#held - (maxBytes - oldest.held);
    return this.#heldBesidesOldest(holder.key) + bytes <= room;
  }

  get #oldest(): Holder | undefined {
    const [oldest] = this.#holders;
    return oldest;
  }

  #heldBesidesOldest(key: number): number {
    let sum = 0;
    for (const each of this.#holders) if (each.key === key && each !== this.#oldest) sum += each.held;
    return sum;
  }

  #give(holder: Holder, bytes: number): void {
    this.#holders.add(holder);
    holder.held += bytes;
    this.#held += bytes;
  }

  #close(holder: Holder): void {
    this.#holders.delete(holder);
    this.#held -= holder.held;
    holder.held = 0;
    holder.isClosed = true;
    for (const waiting of this.#waiting.get(holder.key) ?? []) {
      if (waiting.holder === holder) waiting.end(this.#options.refusal());
    }
    while (this.#beginNext());
  }

  async #wait(holder: Holder, bytes: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = (reason: unknown) => {
      this.#leave(waiting);
      reject(reason);
    };
    const waiting: Waiting = { holder, bytes, begin: resolve, end };
    const ofKey = this.#waiting.get(holder.key) ?? new Set();
    this.#waiting.set(holder.key, ofKey.add(waiting));
    const onAbort = () => end(signal.reason);
    signal.addEventListener('abort', onAbort);
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  #leave(waiting: Waiting): void {
    const { key } = waiting.holder;
    const ofKey = this.#waiting.get(key);
    ofKey?.delete(waiting);
    if (ofKey?.size === 0) this.#waiting.delete(key);
  }

  /** Serves the first waiting key that fits, and moves that key to the end of the queue. */
  #beginNext(): boolean {
    for (const [key, ofKey] of this.#waiting) {
      for (const waiting of ofKey) {
        if (!this.#mayTake(waiting.holder, waiting.bytes)) continue;
        this.#leave(waiting);
        if (ofKey.size > 0) {
          this.#waiting.delete(key);
          this.#waiting.set(key, ofKey);
        }
        this.#give(waiting.holder, waiting.bytes);
        waiting.begin();
        return true;
      }
    }
    return false;
  }
}
