import { forServer } from '#src/lib/asking-workspace.ts';

/** Flushes once, some time after the first request for it. Each write starts after the previous one has ended. */
export class DelayedFlush {
  readonly #delayMs: number;
  readonly #collect: () => (() => Promise<void>) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** `collect` takes the pending data at once and returns the function that writes it, which must not reject. */
  constructor(delayMs: number, collect: () => (() => Promise<void>) | undefined) {
    this.#delayMs = delayMs;
    this.#collect = collect;
  }

  schedule(): void {
    this.#timer ??= setTimeout(() => this.flush(), this.#delayMs).unref();
  }

  /** Resolves when everything collected so far is written. */
  flush(): Promise<void> {
    this.cancel();
    const write = this.#collect();
    // A request may have triggered the flush, but its workspace must not pay for the data of others.
    if (write) this.#writing = this.#writing.then(() => forServer(write));
    return this.#writing;
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
