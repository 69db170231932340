import { withTimeout } from '#src/lib/time/timeout.ts';

/** A row of a workspace that only this process works on until the lease ends. */
interface LeasedRow {
  readonly workspaceId: number;
}

export interface LeasedWork<Leased extends LeasedRow> {
  readonly maxAtOnce: number;
  /** Fewer than `maxAtOnce`, so that other workspaces get their share. */
  readonly maxPerWorkspace: number;
  /** The workspaces with due rows, in any order. */
  workspaces(): Promise<readonly number[]>;
  /** Leases a due row of a workspace. It must not be `underWay` in this process, even if such a lease has expired. */
  lease(workspaceId: number, underWay: readonly Leased[]): Promise<Leased | undefined>;
  /** `aborting` ends running work some seconds after the process was stopped. */
  work(leased: Leased, aborting: AbortSignal): Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** How long running work may continue when the process stops. Another process repeats whatever is not recorded by then. */
const maxDrainMs = 8_000;
/** The time limit of one database write. */
const maxReleaseMs = 1_000;

/**
 * Works on due rows. A run starts as many as it has room for and does not wait for them, so that a hung server blocks only its
 * own connections. Workspaces take turns, one row each.
 */
export class LeaseWorker<Leased extends LeasedRow> {
  readonly #options: LeasedWork<Leased>;
  readonly #aborting = new AbortController();
  readonly #underWay = new Map<Promise<void>, Leased>();
  #lastWorkspaceId = 0;
  #isStopping = false;
  #wake: () => void = () => undefined;

  constructor(options: LeasedWork<Leased>) {
    this.#options = options;
  }

  /** Stores `wake`, which is called as soon as `run` may find work. */
  wakeOnWork(wake: () => void): void {
    this.#wake = wake;
  }

  async run(): Promise<void> {
    let hasBegun = true;
    while (hasBegun && this.#hasRoom) {
      const due = await this.#options.workspaces();
      hasBegun = false;
      for (const workspaceId of this.#roundRobin(due)) {
        if (await this.#beginOne(workspaceId)) hasBegun = true;
      }
    }
  }

  get #hasRoom(): boolean {
    return !this.#isStopping && this.#underWay.size < this.#options.maxAtOnce;
  }

  /** Sorts by id, starting after the workspace that had the last turn. */
  #roundRobin(workspaceIds: readonly number[]): number[] {
    const ascending = [...workspaceIds].sort((a, b) => a - b);
    const first = ascending.findIndex((id) => id > this.#lastWorkspaceId);
    return first < 0 ? ascending : [...ascending.slice(first), ...ascending.slice(0, first)];
  }

  /** Returns true if the workspace had a due row and there was room for it. */
  async #beginOne(workspaceId: number): Promise<boolean> {
    const ofWorkspace = [...this.#underWay.values()].filter((leased) => leased.workspaceId === workspaceId);
    if (!this.#hasRoom || ofWorkspace.length >= this.#options.maxPerWorkspace) return false;
    const leased = await this.#options.lease(workspaceId, ofWorkspace);
    if (!leased) return false;
    this.#lastWorkspaceId = workspaceId;
    this.#begin(leased);
    return true;
  }

  #begin(leased: Leased): void {
    const underWay: Promise<void> = this.#options
      .work(leased, this.#aborting.signal)
      .then(() => undefined, this.#options.onError)
      .finally(() => {
        this.#underWay.delete(underWay);
        this.#wake();
      });
    this.#underWay.set(underWay, leased);
  }

  /** The number of rows in progress. */
  get inFlight(): number {
    return this.#underWay.size;
  }

  /** Resolves when all running work has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay.keys());
  }

  /** Starts nothing more. Waits for running work to end, then aborts the rest and waits until its leases are released. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#settledWithin(maxDrainMs);
    this.#aborting.abort();
    await this.#settledWithin(maxReleaseMs);
  }

  async #settledWithin(ms: number): Promise<void> {
    await withTimeout(this.settled(), ms).catch(() => undefined);
  }
}
