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

/** Tasks of a few milliseconds run in the main thread; longer ones would delay all other requests. */
const maxStartsHere = 3_000;
/** The other cores, besides that of the main thread. */
const maxThreads = Math.min(4, Math.max(1, os.availableParallelism() - 1));
/** The queue limits of one workspace, and of its invitees: the number of tasks and their waiting time. */
const maxWaiting = 50;
const maxWaitMs = 5_000;

const unavailable = () => new DomainError('UNAVAILABLE');

/** The caller in whose queue a task waits. Invitees have their own queue, so that they do not delay members. */
export interface Asker {
  readonly workspaceId: number;
  readonly isInvitee?: true;
}

/** Computes open slots. Large ranges run in threads, which the workspaces share fairly. */
export class SlotEngine {
  // One task more than threads, so that no thread idles while the previous result is transferred.
  readonly #turns = new FairTurns<string>({ atOnce: maxThreads + 1, maxWaiting, maxWaitMs, refusal: unavailable });
  #threads: Piscina | undefined;
  #isClosed = false;
  readonly #onError: (error: unknown) => void;

  /** `onError` receives the error if threads fail to start: then waiting callers get UNAVAILABLE. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Runs `datesJson`; UNAVAILABLE if the workspace has too many large slot queries at once. */
  datesJson(caller: Asker, task: DatesTask, starts: number): Promise<Uint8Array | number> {
    return this.#run(caller, { name: 'datesJson', run: datesJson }, task, starts);
  }

  /** Runs `nextStarts`; UNAVAILABLE likewise. */
  nextStarts(caller: Asker, task: NextTask, starts: number): Promise<number[]> {
    return this.#run(caller, { name: 'nextStarts', run: nextStarts }, task, starts);
  }

  /** Runs `openDays`; UNAVAILABLE likewise. */
  openDays(caller: Asker, task: MonthTask, starts: number): Promise<OpenDays> {
    return this.#run(caller, { name: 'openDays', run: openDays }, task, starts);
  }

  /** Lets running tasks end; waiting tasks fail with UNAVAILABLE. */
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
        // The threads ended before one of them took the task.
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
      // If all cores are busy, the main thread has priority.
      niceIncrement: 10,
    });
    // The error of a thread that cannot start belongs to no task: reject all waiting tasks; the next task starts new threads.
    threads.on('error', (error) => {
      this.#onError(error);
      if (this.#threads === threads) this.#threads = undefined;
      void threads.destroy();
    });
    return threads;
  }
}
