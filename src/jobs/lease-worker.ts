import { withTimeout } from '#src/lib/time/timeout.ts';

/** A row of a workspace that this process alone works on until its lease ends. */
interface LeasedRow {
  readonly workspaceId: number;
}

export interface LeasedWork<Leased extends LeasedRow> {
  readonly maxAtOnce: number;
  /** Fewer than `maxAtOnce`, so that the other workspaces have their part. */
  readonly maxPerWorkspace: number;
  /** The workspaces that have rows due, in any order. */
  workspaces(): Promise<readonly number[]>;
  /** Leases a row of a workspace that is due, and that is none of those that this process works on, though their lease may have run out. */
  lease(workspaceId: number, underWay: readonly Leased[]): Promise<Leased | undefined>;
  /** `aborting` ends what is still under way some seconds after the process was stopped. */
  work(leased: Leased, aborting: AbortSignal): Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** When the process ends, what is under way has this time. What is not recorded by then is done again, by another process. */
const maxDrainMs = 8_000;
/** For one write to the database. */
const maxReleaseMs = 1_000;

/**
 * Works on rows that are due. A run begins as many as there is room for, and does not wait for them, so that a server that
 * hangs holds up nothing but its own connections. Workspaces take turns, one row each.
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

  /** Calls `wake` as soon as `run` may find work. */
  wakeOnWork(wake: () => void): void {
    this.#wake = wake;
  }

  async run(): Promise<void> {
    let hasBegun = true;
    while (hasBegun && this.#hasRoom) {
      const due = await this.#options.workspaces();
      hasBegun = false;
      for (const workspaceId of this.#inTurn(due)) {
        if (await this.#beginOne(workspaceId)) hasBegun = true;
      }
    }
  }

  get #hasRoom(): boolean {
    return !this.#isStopping && this.#underWay.size < this.#options.maxAtOnce;
  }

  /** Whoever comes after the workspace that had the last turn is first. */
  #inTurn(workspaceIds: readonly number[]): number[] {
    const ascending = [...workspaceIds].sort((a, b) => a - b);
    const first = ascending.findIndex((id) => id > this.#lastWorkspaceId);
    return first < 0 ? ascending : [...ascending.slice(first), ...ascending.slice(0, first)];
  }

  /** Whether the workspace had a row, and there was room for it. */
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

  /** Rows that are worked on now. */
  get inFlight(): number {
    return this.#underWay.size;
  }

  /** Resolves when what is under way has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay.keys());
  }

  /** Begins nothing more, and waits for what is under way: first for its end, then until what is interrupted is given back. */
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
