/** Work that nobody waits for, so that the time of a response says nothing about it. */
export class BackgroundWork {
  readonly #running = new Set<Promise<void>>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  run(work: () => Promise<unknown>): void {
    const running: Promise<void> = work()
      .then(() => undefined, this.#onError)
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Reports an error of work that was waited for, whose caller gets another one. */
  report(error: unknown): void {
    this.#onError(error);
  }

  /** Resolves when all work that was begun has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }
}
