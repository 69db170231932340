/** Runs work that no response waits for, so that the response time reveals nothing about it. */
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

  /** Reports the error of awaited work whose caller gets a different error. */
  report(error: unknown): void {
    this.#onError(error);
  }

  /** Resolves when all started work has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }
}
