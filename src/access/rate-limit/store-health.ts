/** After so many failures in a row the store is tried by one call a second, so an outage does not cost each request its patience. */
const failuresBeforeRest = 5;
const restMs = 1000;

/** How a store has answered lately: one of these for all that ask it, so that each learns from the others. */
export class StoreHealth {
  readonly #clock: () => number;
  #failuresInARow = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  #restsUntil = 0;

  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  /** Whether it is to be left alone. Of those who ask while it is away, one a second is told no, and tries it. */
  isResting(): boolean {
    if (this.#failuresInARow < failuresBeforeRest) return false;
    const now = this.#clock();
    if (now < this.#restsUntil) return true;
    this.#restsUntil = now + restMs;
    return false;
  }

  /** For work of several steps: none waits again for what the one before has waited for in vain. */
  hasJustFailed(): boolean {
    return this.#failuresInARow > 0 && this.#clock() < this.#failedAt + restMs;
  }

  answered(): void {
    this.#failuresInARow = 0;
  }

  failed(): void {
    this.#failuresInARow += 1;
    this.#failedAt = this.#clock();
  }
}
