import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { type EndpointRef, readDueEndpoints } from '#src/db/reads/webhook-queue.ts';
import { endpointKey } from '#src/db/webhook-work.ts';
import { dispatchEvents, workspacesToDispatch } from '#src/db/writes/webhook-dispatch.ts';
import { leaseMs, takeLeases } from '#src/db/writes/webhook-leases.ts';
import type { DeliveryOutcome } from '#src/db/writes/webhook-results.ts';
import type { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import { oncePerMinute } from '#src/lib/time/once-per-minute.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { type DeliveryContext, EndpointDelivery } from './endpoint-delivery.ts';
import type { Sender } from './send.ts';
import { TargetHosts } from './target-hosts.ts';

/** Endpoints that are sent to at the same time. While so many requests run, each endpoint has one at most. */
const maxEndpoints = 500;
/** Requests at the same time of an endpoint, while there is room. */
const maxPerEndpoint = 10;
const endpointsPerRound = 100;
const workspacesPerRound = 20;
/** The other connections of the pool are for requests. */
const maxConnections = 4;
/** How long attempts under way may go on after a stop: 2 s are left of the 10 within which a process ends. */
const maxDrainMs = 8_000;

export interface WebhookWorkerOptions extends ServiceContext {
  readonly webhookSecrets: SealedTexts;
  readonly sender: Sender;
  readonly onOutcome: (outcome: DeliveryOutcome) => void;
  /** Deliveries of an endpoint failed because of the database. The endpoint is tried again. */
  readonly onError: (error: unknown) => void;
}

/** Turns events into deliveries and sends them. Any number of workers may run over one database. */
export class WebhookWorker {
  readonly #context: DeliveryContext & Pick<WebhookWorkerOptions, 'sender'>;
  readonly #stopping = new AbortController();
  readonly #aborting = new AbortController();
  /** Those whose lease this worker holds, by their keys. */
  readonly #endpoints = new Map<string, { readonly delivery: EndpointDelivery; readonly ended: Promise<void> }>();
  #inFlight = 0;
  #lastWorkspaceId = 0;
  #running: Promise<unknown> | undefined;
  #wake: () => void = () => undefined;
  #unsubscribe: () => void = () => undefined;

  constructor({ onError, ...options }: WebhookWorkerOptions) {
    this.#context = {
      ...options,
      onError: oncePerMinute(onError),
      worker: randomUUID(),
      limited: pLimit(maxConnections),
      hosts: new TargetHosts(),
      share: () => (this.#inFlight < maxEndpoints ? maxPerEndpoint : 1),
      onInFlight: (change) => {
        this.#inFlight += change;
      },
      stopping: this.#stopping.signal,
      aborting: this.#aborting.signal,
    };
  }

  /** Requests that run now. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Calls `wake` as soon as `run` may find work. */
  wakeOnWork(wake: () => void): void {
    this.#wake = wake;
    this.#unsubscribe = this.#context.db.webhookWork.subscribe({
      wake,
      addedTo: (endpoint) => {
        const held = this.#endpoints.get(endpoint);
        held?.delivery.addedDeliveries();
        return held !== undefined;
      },
    });
  }

  /** Works until nothing is left to begin. What is sent goes on afterwards. */
  run(): Promise<void> {
    const running = this.#rounds();
    this.#running = running.catch(() => undefined);
    return running;
  }

  /** Starts nothing more, lets attempts under way end, aborts what takes too long, and frees the leases. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#unsubscribe();
    const timer = setTimeout(() => this.#aborting.abort(), maxDrainMs);
    await this.#running;
    await Promise.all([...this.#endpoints.values()].map(({ ended }) => ended));
    clearTimeout(timer);
    await this.#context.sender.close();
  }

  async #rounds(): Promise<void> {
    let hasWork = true;
    while (hasWork && !this.#stopping.signal.aborted) {
      const failures: unknown[] = [];
      // At once, because a workspace that a transaction has locked holds up its dispatcher.
      const [hasDispatched, hasLeased] = await Promise.all([this.#dispatch(failures), this.#leaseEndpoints(failures)]);
      if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
      hasWork = hasDispatched || hasLeased;
    }
  }

  /**
   * A workspace with many events gets no more than its turn among the others, and one where it fails does not hold up the
   * others. Whether there may be more to do.
   */
  async #dispatch(failures: unknown[]): Promise<boolean> {
    const firstId = this.#lastWorkspaceId;
    const { db, limited: run } = this.#context;
    const ids = await workspacesToDispatch(db, { afterId: firstId, limit: workspacesPerRound });
    this.#lastWorkspaceId = ids.at(-1) ?? 0;
    const counts = await settled(
      ids.map((id) => run(() => dispatchEvents(db, id))),
      failures,
    );
    return counts.some((count) => count > 0) || firstId > 0;
  }

  async #leaseEndpoints(failures: unknown[]): Promise<boolean> {
    const room = Math.min(endpointsPerRound, maxEndpoints - this.#endpoints.size);
    if (room <= 0) return false;
    const due = await readDueEndpoints(this.#context.db, room);
    // One that this worker works on has a lease that ran out, because its results could not be written.
    const free = due.filter((endpoint) => !this.#endpoints.has(endpointKey(endpoint)));
    const leased = await settled(
      [...Map.groupBy(free, ({ workspaceId }) => workspaceId)].map(([workspaceId, endpoints]) =>
        this.#lease(
          workspaceId,
          endpoints.map(({ id }) => id),
        ),
      ),
      failures,
    );
    return leased.includes(true);
  }

  /** Whether one was free. */
  async #lease(workspaceId: number, ids: readonly number[]): Promise<boolean> {
    const { db, worker, limited: run } = this.#context;
    const leasedAt = performance.now();
    const leased = await run(() => takeLeases(db, { workspaceId, ids, worker }));
    for (const id of leased) this.#deliver({ workspaceId, id }, leasedAt + leaseMs);
    return leased.length > 0;
  }

  #deliver(endpoint: EndpointRef, leaseEndsAt: number): void {
    const key = endpointKey(endpoint);
    const delivery = new EndpointDelivery(this.#context, endpoint, leaseEndsAt);
    const ended = delivery.run().then(
      (isDue) => this.#end(key, isDue),
      (error) => {
        this.#end(key, false);
        this.#context.onError(error);
      },
    );
    this.#endpoints.set(key, { delivery, ended });
  }

  #end(key: string, isDue: boolean): void {
    // While there was no room, others may have become due.
    const wasFull = this.#endpoints.size >= maxEndpoints;
    this.#endpoints.delete(key);
    if (isDue || wasFull) this.#wake();
  }
}

/** The results of those that succeed. */
async function settled<Result>(promises: readonly Promise<Result>[], failures: unknown[]): Promise<Result[]> {
  const outcomes = await Promise.allSettled(promises);
  for (const outcome of outcomes) if (outcome.status === 'rejected') failures.push(outcome.reason);
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}
