import pLimit, { type LimitFunction } from 'p-limit';

interface FairLimitOptions {
  /** How much runs at the same time. */
  readonly atOnce: number;
  /** How much of one owner runs or waits. */
  readonly maxOfOwner: number;
  /** How much runs or waits altogether. */
  readonly max: number;
}

interface Owner {
  readonly limit: LimitFunction;
  size: number;
}

/**
 * Runs a bounded amount of work at a time, and lets the rest wait. Of each owner only `atOnce` stand in the queue that all
 * share, so that whoever brings much work waits for themselves, and others pass.
 */
export class FairLimit {
  readonly #options: FairLimitOptions;
  readonly #shared: LimitFunction;
  readonly #owners = new Map<string, Owner>();
  #size = 0;

  constructor(options: FairLimitOptions) {
    this.#options = options;
    this.#shared = pLimit(options.atOnce);
  }

  /** The result of the work; undefined where too much waits already. */
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result> | undefined {
    const owner = this.#owners.get(name) ?? { limit: pLimit(this.#options.atOnce), size: 0 };
    if (this.#size >= this.#options.max || owner.size >= this.#options.maxOfOwner) return undefined;
    this.#owners.set(name, owner);
    owner.size++;
    this.#size++;
    return owner
      .limit(() => this.#shared(work))
      .finally(() => {
        owner.size--;
        this.#size--;
        if (owner.size === 0) this.#owners.delete(name);
      });
  }
}
