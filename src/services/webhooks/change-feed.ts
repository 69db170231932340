import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Database } from '#src/db/database.ts';
import { readKindsBetween, readRecentKinds } from '#src/db/reads/changed-kinds.ts';
import { lastEventId, settledEventId } from '#src/db/writes/event-order.ts';
import { forServer } from '#src/lib/asking-workspace.ts';

/** How often a node looks for events of other processes. */
const pollMs = 500;
/** Events that follow each other closely are read together. */
const minGapMs = 100;
/** A poll for many workspaces leaves room for the statements of requests. */
const maxConcurrentReads = 8;

/** Receives the kinds of events that were committed since the last call. */
export type ChangeListener = (kinds: readonly string[]) => void;

interface WatchedWorkspace {
  readonly workspaceId: number;
  readonly listeners: Set<ChangeListener>;
  /** Resolves with the first position. */
  readonly started: Promise<void>;
  /** The listeners know all events up to this id. */
  position: string;
  isReading: boolean;
  /** True if events were committed after the running read began. */
  isStale: boolean;
}

/**
 * Reports which kinds of events happen in the workspaces that have a listener on this node. Events of this process are reported
 * after their commit, those of other processes by a poll. While nothing happens, a poll is one statement for all workspaces.
 */
export class ChangeFeed {
  readonly #db: Database;
  readonly #onError: (error: unknown) => void;
  readonly #watched = new Map<number, WatchedWorkspace>();
  readonly #limited = pLimit(maxConcurrentReads);
  readonly #unsubscribe: () => void;
  #isPolling = false;
  #isClosed = false;

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
    this.#unsubscribe = db.webhookWork.onEvents((workspaceId) => {
      const watched = this.#watched.get(workspaceId);
      if (watched) void this.#read(watched);
    });
  }

  /**
   * Calls the listener with the kinds of all events that are committed from now on, and at once with those of the last seconds.
   * Returns how to end that.
   */
  async listen(workspaceId: number, listener: ChangeListener, sinceSeconds = 0): Promise<() => void> {
    const watched = this.#watched.get(workspaceId) ?? this.#watch(workspaceId);
    watched.listeners.add(listener);
    const end = () => this.#end(watched, listener);
    try {
      await watched.started;
      const recent = sinceSeconds > 0 ? await readRecentKinds(this.#db, workspaceId, sinceSeconds) : [];
      if (recent.length > 0) listener(recent);
    } catch (error) {
      end();
      throw error;
    }
    return end;
  }

  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
    this.#watched.clear();
  }

  /** Looks once for events of other processes. The running poll calls it; tests measure it. */
  async poll(): Promise<void> {
    const last = BigInt(await lastEventId(this.#db));
    const behind = [...this.#watched.values()].filter(({ position }) => BigInt(position) < last);
    await Promise.all(behind.map((watched) => this.#limited(() => this.#readOnce(watched))));
  }

  #watch(workspaceId: number): WatchedWorkspace {
    const position = settledEventId(this.#db, workspaceId);
    const watched: WatchedWorkspace = {
      workspaceId,
      listeners: new Set(),
      started: position.then((id) => {
        watched.position = id;
      }),
      // Until the first position is known, no read finds anything.
      position: String(2n ** 63n - 1n),
      isReading: false,
      isStale: false,
    };
    this.#watched.set(workspaceId, watched);
    if (!this.#isPolling) void forServer(() => this.#keepPolling());
    return watched;
  }

  #end(watched: WatchedWorkspace, listener: ChangeListener): void {
    watched.listeners.delete(listener);
    if (watched.listeners.size === 0 && this.#watched.get(watched.workspaceId) === watched)
      this.#watched.delete(watched.workspaceId);
  }

  async #keepPolling(): Promise<void> {
    this.#isPolling = true;
    while (this.#watched.size > 0) {
      await pause(pollMs, undefined, { ref: false });
      if (this.#watched.size > 0) await this.poll().catch(this.#onError);
    }
    this.#isPolling = false;
  }

  /** Reads at once, and again after a pause if more was committed meanwhile. */
  async #read(watched: WatchedWorkspace): Promise<void> {
    watched.isStale = true;
    if (watched.isReading) return;
    watched.isReading = true;
    try {
      while (watched.isStale && !this.#isClosed) {
        watched.isStale = false;
        await this.#readOnce(watched);
        await pause(minGapMs, undefined, { ref: false });
      }
    } catch (error) {
      // The next poll reads the same events.
      this.#onError(error);
    } finally {
      watched.isReading = false;
    }
  }

  /** Two reads may run at once. Then both report the same kinds, and the position stays the higher one. */
  async #readOnce(watched: WatchedWorkspace): Promise<void> {
    const { workspaceId, position: afterId } = watched;
    const untilId = await settledEventId(this.#db, workspaceId);
    if (BigInt(untilId) <= BigInt(afterId)) return;
    const kinds = await readKindsBetween(this.#db, workspaceId, { afterId, untilId });
    if (BigInt(untilId) > BigInt(watched.position)) watched.position = untilId;
    if (kinds.length > 0) for (const listener of watched.listeners) listener(kinds);
  }
}
