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

/** The maximum number of concurrent endpoints. With this many running requests, each endpoint gets at most one. */
const maxEndpoints = 500;
/** The maximum number of concurrent requests to an endpoint, while there is room. */
const maxPerEndpoint = 10;
const endpointsPerRound = 100;
const workspacesPerRound = 20;
/** The other connections of the pool serve requests. */
const maxConnections = 4;
/** How long running attempts may continue after a stop. That leaves 2 s of the 10 s in which a process must end. */
const maxDrainMs = 8_000;

export interface WebhookWorkerOptions extends ServiceContext {
  readonly webhookSecrets: SealedTexts;
  readonly sender: Sender;
  readonly onOutcome: (outcome: DeliveryOutcome) => void;
  /** Called if the deliveries of an endpoint failed because of the database. They are retried. */
  readonly onError: (error: unknown) => void;
}

/** Turns events into deliveries and sends them. Any number of workers may share a database. */
export class WebhookWorker {
  readonly #context: DeliveryContext & Pick<WebhookWorkerOptions, 'sender'>;
  readonly #stopping = new AbortController();
  readonly #aborting = new AbortController();
  /** The endpoints whose lease this worker holds, by key. */
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

  /** The number of running requests. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Stores `wake`, which is called as soon as `run` may find work. */
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

  /** Runs until there is nothing left to start. Requests continue afterwards. */
  run(): Promise<void> {
    const running = this.#rounds();
    this.#running = running.catch(() => undefined);
    return running;
  }

  /** Starts nothing more, lets running attempts end, aborts slow ones, and releases the leases. */
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
      // In parallel, because a workspace that a transaction has locked blocks its dispatcher.
      const [hasDispatched, hasLeased] = await Promise.all([this.#dispatch(failures), this.#leaseEndpoints(failures)]);
      if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
      hasWork = hasDispatched || hasLeased;
    }
  }

  /**
   * Dispatches the events of several workspaces. One with many events gets only its turn, and a failure of one does not block
   * the others. Returns true if there may be more to do.
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
    // If this worker still has such an endpoint, its lease expired because its results could not be written.
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

  /** Returns true if at least one endpoint was free. */
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
    // Others may have become due while there was no room.
    const wasFull = this.#endpoints.size >= maxEndpoints;
    this.#endpoints.delete(key);
    if (isDue || wasFull) this.#wake();
  }
}

/** The results of the promises that fulfil; adds the errors of the others to `failures`. */
async function settled<Result>(promises: readonly Promise<Result>[], failures: unknown[]): Promise<Result[]> {
  const outcomes = await Promise.allSettled(promises);
  for (const outcome of outcomes) if (outcome.status === 'rejected') failures.push(outcome.reason);
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}
