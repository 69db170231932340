import { forServer } from '#src/lib/asking-workspace.ts';

/** Flushes once, a while after the first call that asks for it. What a flush starts begins after the one before has ended. */
export class DelayedFlush {
  readonly #delayMs: number;
  readonly #collect: () => (() => Promise<void>) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** `collect` takes what is to be written, at once, and returns how it is written; that must not reject. */
  constructor(delayMs: number, collect: () => (() => Promise<void>) | undefined) {
    this.#delayMs = delayMs;
    this.#collect = collect;
  }

  schedule(): void {
    this.#timer ??= setTimeout(() => this.flush(), this.#delayMs).unref();
  }

  /** Resolves when all that was collected until now is written. */
  flush(): Promise<void> {
    this.cancel();
    const write = this.#collect();
    // A request may have begun it, but its workspace does not pay for all others.
    if (write) this.#writing = this.#writing.then(() => forServer(write));
    return this.#writing;
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
