import os from 'node:os';
import path from 'node:path';
import { Piscina } from 'piscina';
import { DomainError } from '#src/domain/errors.ts';
import { FairTurns } from '#src/lib/fair-turns.ts';
import { SharedAnswers } from '#src/lib/shared-answers.ts';
import { type DatesTask, datesText, type NextTask, nextStarts } from './slot-tasks.ts';

/** What takes a few milliseconds is done at once; more would keep all other requests waiting. */
const maxStartsHere = 3_000;
/** The other cores, beside the thread that answers all requests. */
const maxThreads = Math.min(4, Math.max(1, os.availableParallelism() - 1));
/** Tasks of one workspace. They wait a few seconds at most. */
const maxWaiting = 50;

/** Computes open slots, large ranges in threads, which the workspaces share fairly. */
export class SlotEngine {
  /** Of the same dates of an event. */
  readonly shared = new SharedAnswers();
  // With one task more than threads, no thread waits while the answer before is handed over.
  readonly #turns = new FairTurns<number>({
    atOnce: maxThreads + 1,
    maxWaiting,
    refusal: () => new DomainError('UNAVAILABLE'),
  });
  #threads: Piscina | undefined;
  #isClosed = false;

  /** `datesText`; UNAVAILABLE where the workspace has too many large questions at once. */
  datesText(workspaceId: number, task: DatesTask, starts: number): Promise<Uint8Array | number> {
    return this.#run(workspaceId, { name: 'datesText', run: datesText }, task, starts);
  }

  /** `nextStarts`; UNAVAILABLE likewise. */
  nextStarts(workspaceId: number, task: NextTask, starts: number): Promise<number[]> {
    return this.#run(workspaceId, { name: 'nextStarts', run: nextStarts }, task, starts);
  }

  /** What threads compute ends; what waits for them is UNAVAILABLE. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#threads?.close();
  }

  async #run<Task, Result>(
    workspaceId: number,
    { name, run }: { readonly name: string; readonly run: (task: Task) => Result },
    task: Task,
    starts: number,
  ): Promise<Result> {
    if (starts <= maxStartsHere) return run(task);
    return this.#turns.run(workspaceId, async () => {
      if (this.#isClosed) throw new DomainError('UNAVAILABLE');
      return this.#inThread(name, task);
    });
  }

  #inThread<Result>(name: string, task: unknown): Promise<Result> {
    this.#threads ??= new Piscina({
      filename: path.join(import.meta.dirname, 'slot-tasks.ts'),
      minThreads: 0,
      maxThreads,
      idleTimeout: 30_000,
      // Where all cores are busy, the thread that answers requests comes first.
      niceIncrement: 10,
    });
    return this.#threads.run(task, { name });
  }
}
