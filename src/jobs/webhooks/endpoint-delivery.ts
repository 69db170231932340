import {
  type DueDelivery,
  type EndpointRef,
  type EndpointTarget,
  readDueDeliveries,
  readTarget,
} from '#src/db/reads/webhook-queue.ts';
import { withoutForbidden } from '#src/db/writes/webhook-forbidden.ts';
import { leaseMs, releaseLease, renewLease } from '#src/db/writes/webhook-leases.ts';
import { retryDeliveries } from '#src/db/writes/webhook-retries.ts';
import { isAcknowledged } from '#src/domain/webhooks/retries.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { type AttemptContext, attempt } from './attempt.ts';
import { type ResultContext, ResultWriter } from './result-writer.ts';
import { sendTimeoutMs } from './send.ts';
import { hostOf, type TargetHosts } from './target-hosts.ts';

/** The minimum rest of a lease when an attempt starts: the attempt's time limit, plus 2 s to write the result. */
const minLeaseLeftMs = sendTimeoutMs + 2_000;
/** Below this rest the lease is renewed, so that no attempt has to wait for the renewal. */
const renewBelowMs = minLeaseLeftMs + 5_000;
/** How long a queue of deliveries is used before checking if others should come first. */
const maxQueueAgeMs = 2_000;
const pollMs = 500;

/** The part that the deliveries of all endpoints share. */
export interface DeliveryContext extends ServiceContext, AttemptContext, ResultContext {
  /** The id of this worker. */
  readonly worker: string;
  /** The number of requests to one endpoint that may run now, depending on the load from others. */
  readonly share: () => number;
  /** Limits the requests of a workspace to one host, over all its endpoints. */
  readonly hosts: TargetHosts;
  /** Called when an attempt starts (1) or has ended (-1). */
  readonly onInFlight: (change: 1 | -1) => void;
  /** Aborted when no more attempts may start. */
  readonly stopping: AbortSignal;
}

/** Then the endpoint waits for its next turn, so that a busy one moves to a worker with room. */
const turnMs = 10_000;

/** Sends the due deliveries of one endpoint while this worker holds its lease. */
export class EndpointDelivery {
  readonly #context: DeliveryContext;
  readonly #endpoint: EndpointRef;
  readonly #startedAt = performance.now();
  #leaseEndsAt: number;
  readonly #results: ResultWriter;
  #target: EndpointTarget | undefined;
  /** The key of the target's host in this workspace. */
  #host = '';
  #queueReadAt = Number.NEGATIVE_INFINITY;
  #queue: DueDelivery[] = [];
  #isExhausted = false;
  /** True if deliveries were added after the queue was read. */
  #hasAdded = false;
  /** Deliveries in progress, or whose result is not written yet. */
  readonly #unsettled = new Set<string>();
  #inFlight = 0;
  /** True if the last attempt failed. */
  #isFailing = false;
  #hasChanged = false;
  #onChange: () => void = () => undefined;

  /** `leaseEndsAt` is on this process's clock, and no later than the lease's end in the database. */
  constructor(context: DeliveryContext, endpoint: EndpointRef, leaseEndsAt: number) {
    this.#context = context;
    this.#endpoint = endpoint;
    this.#leaseEndsAt = leaseEndsAt;
    this.#results = new ResultWriter({
      context,
      endpoint,
      leaseEndsAt: () => this.#leaseEndsAt,
      wasFailing: () => this.#target?.failingSince !== null,
      onChange: (ids) => {
        for (const id of ids) this.#unsettled.delete(id);
        this.#wake();
      },
    });
  }

  /** Called when the endpoint has new deliveries. */
  addedDeliveries(): void {
    this.#hasAdded = true;
    this.#wake();
  }

  /**
   * Resolves when nothing more is due or the turn is over, and the lease is released. The result is true if something is
   * already due. Rejects if the database fails.
   */
  async run(): Promise<boolean> {
    try {
      while (await this.#advance()) await this.#change();
    } finally {
      this.#context.hosts.leave(this, this.#host);
      while (this.#inFlight > 0 || this.#results.isWriting) await this.#change();
    }
    // If results are not written, the lease expires by itself, so that nothing is resent at once.
    if (this.#results.isLost) return false;
    return this.#limited(() => releaseLease(this.#context.db, this.#holder));
  }

  get #holder() {
    return { ...this.#endpoint, worker: this.#context.worker };
  }

  #limited<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.#context.limited(task);
  }

  /** Starts the attempts that may start now. Returns false if nothing is left to do. */
  async #advance(): Promise<boolean> {
    if (this.#mustEnd()) return false;
    if (!this.#hasRoom()) return true;
    if (!(await this.#keepLease()) || !(await this.#refresh())) return false;
    // Reading may have been slow, so check the lease again.
    while (this.#target && this.#hasLeaseTime() && !this.#mustEnd()) {
      const [delivery] = this.#queue;
      if (!delivery) this.#context.hosts.leave(this, this.#host);
      if (!delivery || !this.#hasRoom()) break;
      this.#queue.shift();
      void this.#send(this.#target, delivery);
    }
    return this.#unsettled.size > 0 || this.#queue.length > 0 || this.#hasAdded;
  }

  #mustEnd(): boolean {
    const isTurnOver = performance.now() - this.#startedAt > turnMs;
    return isTurnOver || this.#results.isLost || this.#context.stopping.aborted;
  }

  /** After a failure allows one request at a time, so that a hung endpoint does not occupy the sockets of others. */
  #hasRoom(): boolean {
    const { share, hosts } = this.#context;
    if (this.#inFlight >= (this.#isFailing ? 1 : share())) {
      // It cannot start now, so it must not block those behind it.
      hosts.leave(this, this.#host);
      return false;
    }
    return !this.#target || hosts.mayStart(this, this.#host, this.#health, () => this.#wake());
  }

  get #health() {
    return this.#isFailing ? 'failing' : 'healthy';
  }

  async #keepLease(): Promise<boolean> {
    const now = performance.now();
    if (this.#leaseEndsAt - now >= renewBelowMs) return true;
    const isOurs = await this.#limited(() => renewLease(this.#context.db, this.#holder));
    if (isOurs) this.#leaseEndsAt = now + leaseMs;
    return isOurs && this.#hasLeaseTime();
  }

  #hasLeaseTime(): boolean {
    return this.#leaseEndsAt - performance.now() >= minLeaseLeftMs;
  }

  /**
   * Reads the endpoint before attempts start, so that a change applies to every attempt after the response to it: a pause,
   * another URL or secret, the end of the endpoint or of its connection. Returns false if the endpoint was paused or deleted,
   * or is no longer leased to this worker.
   */
  async #refresh(): Promise<boolean> {
    const ageMs = performance.now() - this.#queueReadAt;
    if (this.#queue.length === 0 && this.#isExhausted && !this.#hasAdded && ageMs < pollMs) return true;
    return this.#queue.length > 0 && ageMs < maxQueueAgeMs ? this.#readTarget() : this.#readDue();
  }

  async #readTarget(): Promise<boolean> {
    const target = await readTarget(this.#context.db, this.#holder);
    if (!target) return false;
    if (target.retriesSince !== null) return this.#retryDeliveries();
    await this.#use(target, this.#queue);
    return true;
  }

  /** After a resume, puts all deliveries to retry in order before anything is sent. */
  async #retryDeliveries(): Promise<boolean> {
    this.#queue = [];
    this.#isExhausted = false;
    for (let lastId: string | undefined = '0'; lastId !== undefined && !this.#context.stopping.aborted; ) {
      if (!(await this.#keepLease())) return false;
      const afterId: string = lastId;
      lastId = await this.#limited(() => retryDeliveries(this.#context.db, this.#holder, afterId));
    }
    return !this.#context.stopping.aborted && this.#readDue();
  }

  async #use(target: EndpointTarget, deliveries: DueDelivery[]): Promise<void> {
    if (this.#target?.url !== target.url) {
      this.#context.hosts.leave(this, this.#host);
      this.#host = hostOf(this.#endpoint.workspaceId, target.url);
    }
    this.#target = target;
    this.#queue = await withoutForbidden(this.#context.db, this.#endpoint, target, deliveries);
  }

  async #readDue(): Promise<boolean> {
    const now = performance.now();
    const exceptIds = [...this.#unsettled];
    this.#hasAdded = false;
    const query = { ...this.#holder, exceptIds, health: this.#health } as const;
    const due = await this.#limited(() => readDueDeliveries(this.#context.db, query));
    if (!due) return false;
    if (due.target.retriesSince !== null) return this.#retryDeliveries();
    if (!this.#target) this.#isFailing = due.target.failingSince !== null;
    this.#queueReadAt = now;
    await this.#use(due.target, due.deliveries);
    this.#isExhausted = !due.isFull;
    return true;
  }

  async #send(target: EndpointTarget, delivery: DueDelivery): Promise<void> {
    const { onInFlight, hosts, aborting: signal } = this.#context;
    const end = hosts.start(this, this.#host, this.#health);
    this.#unsettled.add(delivery.id);
    this.#inFlight += 1;
    onInFlight(1);
    const { workspaceId } = this.#endpoint;
    const result = await attempt(this.#context, { workspaceId, target, delivery, signal });
    onInFlight(-1);
    this.#inFlight -= 1;
    // A request that this process aborted says nothing about the endpoint.
    if (signal.aborted && result.error !== null) {
      this.#unsettled.delete(delivery.id);
    } else {
      this.#isFailing = !isAcknowledged(result);
      this.#results.add(result);
    }
    end();
    this.#wake();
  }

  #wake(): void {
    this.#hasChanged = true;
    this.#onChange();
  }

  /** Waits until an attempt ends, its result is written, or it is time to look for more. */
  async #change(): Promise<void> {
    if (!this.#hasChanged) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMs);
        this.#onChange = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#hasChanged = false;
  }
}
