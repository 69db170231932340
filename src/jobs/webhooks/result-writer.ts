import { setTimeout as pause } from 'node:timers/promises';
import type { EndpointRef } from '#src/db/reads/webhook-queue.ts';
import { type AttemptResult, type DeliveryOutcome, writeResults } from '#src/db/writes/webhook-results.ts';
import type { ServiceContext } from '#src/services/context.ts';

const rewriteMs = 500;

export interface ResultContext extends Pick<ServiceContext, 'db'> {
  /** Limits the number of concurrent PostgreSQL connections. */
  readonly limited: <Result>(task: () => Promise<Result>) => Promise<Result>;
  readonly onOutcome: (outcome: DeliveryOutcome) => void;
  /** Called when results could not be written. */
  readonly onError: (error: unknown) => void;
  /** Aborts running attempts, which then count as not made. */
  readonly aborting: AbortSignal;
}

interface ResultWriterOptions {
  readonly context: ResultContext;
  readonly endpoint: EndpointRef;
  /** The end of the lease on the clock of `performance.now()`. */
  readonly leaseEndsAt: () => number;
  /** True if the endpoint was failing when it was last read. */
  readonly wasFailing: () => boolean;
  /** Called when the results of these deliveries are stored, or when writing has ended. */
  readonly onChange: (deliveryIds: readonly string[]) => void;
}

/** Writes the results of the attempts for one endpoint. Results that arrive during a write are batched. */
export class ResultWriter {
  readonly #options: ResultWriterOptions;
  #results: AttemptResult[] = [];
  #writing: Promise<void> | undefined;
  /** True if an attempt has failed since the lease was taken. */
  #hasFailed = false;
  #isLost = false;

  constructor(options: ResultWriterOptions) {
    this.#options = options;
  }

  get isWriting(): boolean {
    return this.#writing !== undefined;
  }

  /** True if results could not be written before the lease ended. */
  get isLost(): boolean {
    return this.#isLost;
  }

  add(result: AttemptResult): void {
    this.#results.push(result);
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
      this.#options.onChange([]);
    });
  }

  async #write(): Promise<void> {
    // Batches results of the same turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#results.length > 0) {
      const results = this.#results.splice(0);
      const outcomes = await this.#writeUntilLeaseEnds(results);
      if (!outcomes) {
        this.#isLost = true;
        return;
      }
      for (const outcome of outcomes) this.#options.context.onOutcome(outcome);
      this.#options.onChange(results.map(({ deliveryId }) => deliveryId));
    }
  }

  /** Returns the outcomes; undefined if the database fails until the lease ends. Then another worker sends again. */
  async #writeUntilLeaseEnds(results: readonly AttemptResult[]): Promise<DeliveryOutcome[] | undefined> {
    const { context, endpoint, leaseEndsAt } = this.#options;
    const { db, limited, onError, aborting } = context;
    // The endpoint's state when it was read, or after attempts before these results.
    const wasFailing = this.#options.wasFailing() || this.#hasFailed;
    while (true) {
      try {
        const outcomes = await limited(() => writeResults(db, endpoint, { results, wasFailing }));
        this.#hasFailed ||= outcomes.some((outcome) => outcome !== 'delivered');
        return outcomes;
      } catch (error) {
        onError(error);
        if (aborting.aborted || performance.now() + rewriteMs > leaseEndsAt()) return undefined;
        await pause(rewriteMs);
      }
    }
  }
}
