import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { preparedStatement, queryConfig } from './statement.ts';
import { type WebhookListener, webhookChannel } from './webhook-listener.ts';

/*
 * A webhook worker need not wait for its next poll: a transaction that writes an event, or makes an endpoint due, notes this on
 * its client, and `Database.write` announces it after the COMMIT. Workers of this process are called at once. Other processes
 * get a NOTIFY if no worker of this process takes the work. Polling finds announcements that are lost.
 *
 * Streams of changes need every event, also one that no endpoint chooses. Those of this process are called at once; those of
 * other processes poll, so that an event for no endpoint causes no NOTIFY.
 */

/** What a transaction leaves for others. */
export interface WebhookWork {
  /** The endpoints with new deliveries, and always a reason to look for work; undefined if there is no work for workers. */
  readonly endpoints: ReadonlySet<string> | undefined;
  /** The workspaces with new events. */
  readonly workspaceIds: ReadonlySet<number>;
}

interface NotedWork {
  endpoints: Set<string> | undefined;
  readonly workspaceIds: Set<number>;
}

const notedWork = new WeakMap<pg.ClientBase, NotedWork>();

export function endpointKey({ workspaceId, id }: { readonly workspaceId: number; readonly id: number }): string {
  return `${workspaceId}:${id}`;
}

/** Announces work if the transaction of this client commits. Endpoints are given by their `endpointKey`. */
export function noteWebhookWork(client: pg.ClientBase, endpoints: readonly string[] = []): void {
  const noted = notedBy(client);
  noted.endpoints ??= new Set();
  for (const endpoint of endpoints) noted.endpoints.add(endpoint);
}

/** Announces that the workspaces have new events if the transaction of this client commits. */
export function noteEvents(client: pg.ClientBase, workspaceIds: Iterable<number>): void {
  const noted = notedBy(client);
  for (const workspaceId of workspaceIds) noted.workspaceIds.add(workspaceId);
}

function notedBy(client: pg.ClientBase): NotedWork {
  const noted = notedWork.get(client) ?? { endpoints: undefined, workspaceIds: new Set() };
  notedWork.set(client, noted);
  return noted;
}

/** Returns the work noted on the client, and clears it. */
export function takeWebhookWork(client: pg.ClientBase): WebhookWork | undefined {
  const noted = notedWork.get(client);
  notedWork.delete(client);
  return noted;
}

/** A worker as the announcements see it. */
export interface WebhookWorkSubscriber {
  /** Called when there may be events to dispatch, or endpoints to lease. */
  wake(): void;
  /** Called when the endpoint has new deliveries. Returns false if this worker does not hold its lease. */
  addedTo(endpoint: string): boolean;
}

/** At most one NOTIFY is in flight, and the next follows after this pause. Work announced meanwhile is sent together. */
const notifyGapMs = 20;
/** PostgreSQL accepts payloads below 8,000 bytes. */
const endpointsPerPayload = 300;

/**
 * A transaction with a NOTIFY holds a lock of the whole database cluster while it commits. So it is a separate transaction that
 * writes nothing, and does not wait for the disk.
 */
const notifyStatement = preparedStatement(
  'webhookWork.notify',
  `SELECT set_config('synchronous_commit', 'off', true), pg_notify('${webhookChannel}', p) FROM unnest($1::text[]) p`,
);

/** Announces committed work to the workers of this process and of others. */
export class WebhookAnnouncements {
  readonly #subscribers = new Set<WebhookWorkSubscriber>();
  readonly #eventListeners = new Set<(workspaceId: number) => void>();
  readonly #pool: pg.Pool | undefined;
  /** The prefix of each payload, by which this process recognises its own. */
  readonly #origin = randomUUID();
  #unsent: Set<string> | undefined;
  #sending: Promise<void> | undefined;
  /** Receives announcements of other processes. Undefined if they cannot be received. */
  readonly listener: WebhookListener | undefined;

  /** Without a pool, work is announced to this process alone. */
  constructor(pool: pg.Pool | undefined, listener: WebhookListener | undefined) {
    this.#pool = pool;
    this.listener = listener;
    listener?.onPayload((payload) => this.#receive(payload));
  }

  /** Returns a function that ends the subscription. */
  subscribe(subscriber: WebhookWorkSubscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  }

  /** Calls the listener after each commit of this process that wrote events of a workspace. Returns how to end that. */
  onEvents(listener: (workspaceId: number) => void): () => void {
    this.#eventListeners.add(listener);
    return () => void this.#eventListeners.delete(listener);
  }

  announce({ endpoints, workspaceIds }: WebhookWork): void {
    for (const workspaceId of workspaceIds) for (const listener of this.#eventListeners) listener(workspaceId);
    if (!endpoints) return;
    const others = this.#announceHere(endpoints);
    if (this.#pool && (this.#subscribers.size === 0 || others.length > 0)) this.#notify(this.#pool, others);
  }

  /** Resolves when the last NOTIFY was sent. */
  async close(): Promise<void> {
    this.listener?.close();
    await this.#sending;
  }

  /** Returns the endpoints whose leases no worker of this process holds. */
  #announceHere(endpoints: Iterable<string>): string[] {
    const subscribers = [...this.#subscribers];
    for (const subscriber of subscribers) subscriber.wake();
    return [...endpoints].filter((endpoint) => !subscribers.some((subscriber) => subscriber.addedTo(endpoint)));
  }

  #notify(pool: pg.Pool, endpoints: readonly string[]): void {
    this.#unsent ??= new Set();
    for (const endpoint of endpoints) this.#unsent.add(endpoint);
    this.#sending ??= this.#send(pool).finally(() => {
      this.#sending = undefined;
    });
  }

  async #send(pool: pg.Pool): Promise<void> {
    while (this.#unsent) {
      const endpoints = [...this.#unsent];
      this.#unsent = undefined;
      const payloads = [];
      for (let start = 0; start === 0 || start < endpoints.length; start += endpointsPerPayload)
        payloads.push([this.#origin, ...endpoints.slice(start, start + endpointsPerPayload)].join(' '));
      // If this fails, the other processes poll.
      await pool.query(queryConfig(notifyStatement, [payloads])).catch(() => undefined);
      await pause(notifyGapMs);
    }
  }

  /** The payload is undefined if announcements may have been missed. */
  #receive(payload: string | undefined): void {
    const [origin, ...endpoints] = (payload ?? '').split(' ');
    if (origin !== this.#origin) this.#announceHere(endpoints);
  }
}
