import { setTimeout as pause } from 'node:timers/promises';
import type { EndpointRef } from '#src/db/reads/webhook-queue.ts';
import { type AttemptResult, type DeliveryOutcome, writeResults } from '#src/db/writes/webhook-results.ts';
import type { ServiceContext } from '#src/services/context.ts';

const rewriteMs = 500;

export interface ResultContext extends Pick<ServiceContext, 'db'> {
  /** Limits how many connections to PostgreSQL are used at the same time. */
  readonly limited: <Result>(task: () => Promise<Result>) => Promise<Result>;
  readonly onOutcome: (outcome: DeliveryOutcome) => void;
  /** Results could not be written. */
  readonly onError: (error: unknown) => void;
  /** The attempts under way end, and count as not made. */
  readonly aborting: AbortSignal;
}

interface ResultWriterOptions {
  readonly context: ResultContext;
  readonly endpoint: EndpointRef;
  /** By `performance.now()`. */
  readonly leaseEndsAt: () => number;
  /** Whether the endpoint failed when it was last read. */
  readonly wasFailing: () => boolean;
  /** The results of these deliveries are stored, or nothing is written any more. */
  readonly onChange: (deliveryIds: readonly string[]) => void;
}

/** Writes the results of the attempts for one endpoint. Those that come while others are written are written together. */
export class ResultWriter {
  readonly #options: ResultWriterOptions;
  #results: AttemptResult[] = [];
  #writing: Promise<void> | undefined;
  /** Whether any attempt has failed since the lease was taken. */
  #hasFailed = false;
  #isLost = false;

  constructor(options: ResultWriterOptions) {
    this.#options = options;
  }

  get isWriting(): boolean {
    return this.#writing !== undefined;
  }

  /** Results could not be written while the lease lasted. */
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
    // Those that arrive in the same turn of the event loop.
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

  /** The outcomes; undefined where the database fails until the lease ends, after which another worker sends again. */
  async #writeUntilLeaseEnds(results: readonly AttemptResult[]): Promise<DeliveryOutcome[] | undefined> {
    const { context, endpoint, leaseEndsAt } = this.#options;
    const { db, limited, onError, aborting } = context;
    // The state of the endpoint as it was read, or as an attempt before these results has left it.
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
