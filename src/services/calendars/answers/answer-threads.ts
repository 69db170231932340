import path from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { FairTurns } from '#src/lib/fair-turns.ts';

// Calendar servers may send anything: 50 MB, a million elements, or an entry that repeats every second. None of it may stop
// this process, exhaust its memory or delay other calendars. Threads with a time and a memory limit read it, and workspaces
// share them fairly. A booking waits for the check of its host, so checks have their own threads.

/** A workspace uses one thread at a time, so that the other one is free for the next workspace. */
export const threadsOfLane = 2;
/**
 * The V8 memory of one thread. A calendar of 100,000 entries needs most of it. The bytes of responses are outside of it and
 * have their own budget. `test/services/calendars/least-memory.test.ts` adds up all limits.
 */
export const threadMemoryMb = {
  reads: { maxOldGenerationSizeMb: 120, maxYoungGenerationSizeMb: 8 },
  checks: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
};

export interface ReadTurn {
  /** Aborts both the read and the wait for a thread. */
  readonly signal: AbortSignal;
  /** The workspace in whose queue the read waits. */
  readonly workspaceId: number;
  /** True if a booking waits for the read. */
  readonly isCheck?: boolean | undefined;
  /** Limits the read itself, without the wait for a thread. Checks have a lower maximum. */
  readonly timeoutMs?: number;
}

/** The part that every thread task has. */
export interface BegunTask {
  /** Gets a message when the thread has begun the task. */
  readonly begun: MessagePort;
}

/** The sentence that says why something could not be read. Errors lose their class between threads. */
export interface ProblemOfTask {
  readonly problem: string;
}

interface Lane {
  readonly turns: FairTurns<number>;
  readonly maxMs: number;
  readonly threads: () => Piscina;
}

const reads = lane({ maxMs: 5_000, niceIncrement: 10, resourceLimits: threadMemoryMb.reads });
// 1.5 s is less than the 3 s for all checks of a booking. If all cores are busy, the main thread comes first, then checks, then
// other reads. One thread stays alive, so that a check does not wait for its start.
const checks = lane({ maxMs: 1_500, niceIncrement: 5, minThreads: 1, resourceLimits: threadMemoryMb.checks });

interface ThreadOptions {
  readonly niceIncrement: number;
  readonly minThreads?: number;
  readonly resourceLimits: NonNullable<ConstructorParameters<typeof Piscina>[0]>['resourceLimits'];
}

function lane({ maxMs, ...options }: ThreadOptions & { readonly maxMs: number }): Lane {
  let threads: Piscina | undefined;
  return {
    turns: new FairTurns({
      atOnce: threadsOfLane,
      refusal: () => new CalendarProblem('Too many calendars are being read: try again later.'),
    }),
    maxMs,
    threads: () => {
      threads ??= startThreads(options);
      return threads;
    },
  };
}

/**
 * Runs a task of `answer-tasks.ts` in a thread. Rejects with a CalendarProblem if the task reports one or exceeds a limit, and
 * with the signal's reason if aborted. Buffers that `bytes` fill are transferred: the caller can no longer use them.
 */
export function readInThread<Task extends object, Result extends object>(
  { name }: { readonly name: string },
  { bytes, ...task }: Task & { readonly bytes: readonly Uint8Array<ArrayBuffer>[] },
  { signal, workspaceId, isCheck = false, timeoutMs }: ReadTurn,
): Promise<Result> {
  const { turns, maxMs, threads } = isCheck ? checks : reads;
  const limitMs = isCheck ? Math.min(maxMs, timeoutMs ?? maxMs) : (timeoutMs ?? maxMs);
  const read = async () => {
    signal.throwIfAborted();
    const timer = timerOfTask(limitMs);
    try {
      const result: Result | ProblemOfTask = await threads().run(
        { ...task, bytes, begun: timer.begun },
        { name, signal: AbortSignal.any([signal, timer.signal]), transferList: movable(bytes, timer.begun) as never },
      );
      if ('problem' in result) throw new CalendarProblem(result.problem);
      return result;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof CalendarProblem) throw error;
      throw timer.signal.aborted ? tooSlow(limitMs) : problemOf(error);
    } finally {
      timer.clear();
    }
  };
  return turns.run(workspaceId, read, signal);
}

/** Copies small Node buffers, because they share one pool, which must stay in this thread. */
function movable(bytes: readonly Uint8Array<ArrayBuffer>[], begun: MessagePort): object[] {
  const lengths = new Map<ArrayBuffer, number>();
  for (const { buffer, byteLength } of bytes) lengths.set(buffer, (lengths.get(buffer) ?? 0) + byteLength);
  const whole = lengths.entries().filter(([buffer, length]) => length > 0 && length === buffer.byteLength);
  return [begun, ...whole.map(([buffer]) => buffer)];
}

/**
 * The time limit starts when the thread reports that the task has begun. Neither an earlier slow calendar nor the start of the
 * thread, which may be slow on a busy machine, uses it up.
 */
function timerOfTask(limitMs: number) {
  const controller = new AbortController();
  const { port1, port2: begun } = new MessageChannel();
  let timeout: NodeJS.Timeout | undefined;
  port1.once('message', () => {
    timeout = setTimeout(() => controller.abort(), limitMs);
  });
  const clear = () => {
    clearTimeout(timeout);
    port1.close();
  };
  return { signal: controller.signal, begun, clear };
}

function startThreads(options: ThreadOptions): Piscina {
  const started = new Piscina({
    minThreads: 0,
    ...options,
    filename: path.join(import.meta.dirname, 'answer-tasks.ts'),
    maxThreads: threadsOfLane,
    idleTimeout: 10_000,
  });
  // A thread that ends between two reads is replaced.
  started.on('error', () => undefined);
  return started;
}

function tooSlow(timeoutMs: number): CalendarProblem {
  return new CalendarProblem(`The calendar takes longer than ${timeoutMs / 1000} s to read.`);
}

/** Converts an error of the thread itself. */
function problemOf(error: unknown): CalendarProblem {
  const isMemory = (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';
  const problem = new CalendarProblem(
    isMemory
      ? 'The calendar needs more memory to read than this server allows.'
      : 'This server cannot read the calendar.',
  );
  problem.cause = error;
  return problem;
}
