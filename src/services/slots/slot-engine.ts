import os from 'node:os';
import path from 'node:path';
import { Piscina } from 'piscina';
import { DomainError } from '#src/domain/errors.ts';
import { FairTurns } from '#src/lib/fair-turns.ts';
import {
  type DatesTask,
  datesJson,
  type MonthTask,
  type NextTask,
  nextStarts,
  type OpenDays,
  openDays,
} from './slot-tasks.ts';

/** What takes a few milliseconds is done at once; more would keep all other requests waiting. */
const maxStartsHere = 3_000;
/** The other cores, beside the thread that answers all requests. */
const maxThreads = Math.min(4, Math.max(1, os.availableParallelism() - 1));
/** Tasks of one workspace, and of the invitees of one, and how long. */
const maxWaiting = 50;
const maxWaitMs = 5_000;

const unavailable = () => new DomainError('UNAVAILABLE');

/** Whose turn a task takes. Invitees have turns of their own, so that they keep no member waiting. */
export interface Asker {
  readonly workspaceId: number;
  readonly isInvitee?: true;
}

/** Computes open slots, large ranges in threads, which the workspaces share fairly. */
export class SlotEngine {
  // With one task more than threads, no thread waits while the answer before is handed over.
  readonly #turns = new FairTurns<string>({ atOnce: maxThreads + 1, maxWaiting, maxWaitMs, refusal: unavailable });
  #threads: Piscina | undefined;
  #isClosed = false;
  readonly #onError: (error: unknown) => void;

  /** `onError` receives why threads did not start: whoever waits for them gets UNAVAILABLE. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** `datesJson`; UNAVAILABLE where the workspace has too many large questions at once. */
  datesJson(asker: Asker, task: DatesTask, starts: number): Promise<Uint8Array | number> {
    return this.#run(asker, { name: 'datesJson', run: datesJson }, task, starts);
  }

  /** `nextStarts`; UNAVAILABLE likewise. */
  nextStarts(asker: Asker, task: NextTask, starts: number): Promise<number[]> {
    return this.#run(asker, { name: 'nextStarts', run: nextStarts }, task, starts);
  }

  /** `openDays`; UNAVAILABLE likewise. */
  openDays(asker: Asker, task: MonthTask, starts: number): Promise<OpenDays> {
    return this.#run(asker, { name: 'openDays', run: openDays }, task, starts);
  }

  /** What threads compute ends; what waits for them is UNAVAILABLE. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#threads?.close();
  }

  async #run<Task, Result>(
    { workspaceId, isInvitee }: Asker,
    { name, run }: { readonly name: string; readonly run: (task: Task) => Result },
    task: Task,
    starts: number,
  ): Promise<Result> {
    if (starts <= maxStartsHere) return run(task);
    return this.#turns.run(`${workspaceId}${isInvitee ? ' invitees' : ''}`, async () => {
      if (this.#isClosed) throw unavailable();
      this.#threads ??= this.#startThreads();
      const threads = this.#threads;
      try {
        return await threads.run(task, { name });
      } catch (error) {
        // The threads ended before the task had one.
        throw this.#isClosed || this.#threads !== threads ? unavailable() : error;
      }
    });
  }

  #startThreads(): Piscina {
    const threads = new Piscina({
      filename: path.join(import.meta.dirname, 'slot-tasks.ts'),
      minThreads: 0,
      maxThreads,
      idleTimeout: 30_000,
      // Where all cores are busy, the thread that answers requests comes first.
      niceIncrement: 10,
    });
    // A thread that cannot start has no task to reject: all that wait are rejected, and the next task starts threads anew.
    threads.on('error', (error) => {
      this.#onError(error);
      if (this.#threads === threads) this.#threads = undefined;
      void threads.destroy();
    });
    return threads;
  }
}
