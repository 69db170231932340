export interface UseLogOptions<Ref> {
  /** The least time between two writes of one credential. */
  intervalMs: number;
  write: (uses: Use<Ref>[]) => Promise<unknown>;
  /** Told of a write that failed. Its uses are dropped: the next request of each credential notes it again. */
  onError: (error: unknown) => void;
}

export interface Use<Ref> {
  ref: Ref;
  at: Date;
}

/** Uses are collected for so long, so that many credentials are written in one statement. */
const delayMs = 1000;

/** Notes that credentials were used, and writes it in the background, all that came together at once. */
export class UseLog<Ref> {
  readonly #options: UseLogOptions<Ref>;
  readonly #pending = new Map<string, Use<Ref>>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: UseLogOptions<Ref>) {
    this.#options = options;
  }

  /** Costs a comparison unless the last written use is long ago. */
  note(name: () => string, { ref, at, lastUsedAt }: Use<Ref> & { lastUsedAt: string | null }): void {
    if (lastUsedAt !== null && at.getTime() - Date.parse(lastUsedAt) < this.#options.intervalMs) return;
    const key = name();
    if (this.#pending.has(key)) return;
    this.#pending.set(key, { ref, at });
    this.#timer ??= setTimeout(() => this.flush(), delayMs).unref();
  }

  /** Resolves when all that was noted before is written. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const uses = [...this.#pending.values()];
    this.#pending.clear();
    if (uses.length > 0) this.#writing = this.#writing.then(() => this.#write(uses));
    return this.#writing;
  }

  async #write(uses: Use<Ref>[]): Promise<void> {
    try {
      await this.#options.write(uses);
    } catch (error) {
      this.#options.onError(error);
    }
  }
}
