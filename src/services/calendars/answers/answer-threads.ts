import path from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { FairTurns } from '#src/lib/fair-turns.ts';

// Nobody here controls what a calendar's server sends: 50 MB of it, a million elements, or one line that repeats every second, must
// neither stop this process nor take its memory, nor keep the calendars of others waiting. Threads read it, each with a limit of time
// and memory, and workspaces share the threads fairly. A booking waits for the check of its host: checks have threads of their own.

/** A workspace alone takes one, so that whoever comes finds another. */
export const threadsOfLane = 2;
/**
 * The memory of V8 in one thread; the bytes of an answer are outside of it, and have a budget of their own. A calendar of 100,000
 * entries takes most of it. `test/services/calendars/least-memory.test.ts` adds all limits up.
 */
export const threadMemoryMb = {
  reads: { maxOldGenerationSizeMb: 120, maxYoungGenerationSizeMb: 8 },
  checks: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
};

export interface ReadTurn {
  /** Ends the reading, and the wait for a thread. */
  readonly signal: AbortSignal;
  /** Whose turn the reading takes. */
  readonly workspaceId: number;
  /** Whether a booking waits for it. */
  readonly isCheck?: boolean | undefined;
  /** For the reading itself, without the wait for a thread. A check has less. */
  readonly timeoutMs?: number;
}

/** Every task of a thread has it. */
export interface BegunTask {
  /** Gets a message when a thread has begun. */
  readonly begun: MessagePort;
}

/** The sentence that says why something could not be read: errors lose their class on the way to another thread. */
export interface ProblemOfTask {
  readonly problem: string;
}

interface Lane {
  readonly turns: FairTurns<number>;
  readonly maxMs: number;
  readonly threads: () => Piscina;
}

const reads = lane({ maxMs: 5_000, niceIncrement: 10, resourceLimits: threadMemoryMb.reads });
// Less than the 3 seconds of all checks of a booking. Where all cores are busy, checks come before other reads, and the thread that
// answers requests before both. One thread stays, so that a check does not wait for its start.
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
 * Runs a task of `answer-tasks.ts` in a thread. It rejects with a CalendarProblem where the task has one, or does not end within
 * the limits, and with the reason of the signal. Buffers that `bytes` fill are moved to the thread: the caller no longer has them.
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

/** Small buffers of Node are parts of a common one, which stays here: those are copied. */
function movable(bytes: readonly Uint8Array<ArrayBuffer>[], begun: MessagePort): object[] {
  const lengths = new Map<ArrayBuffer, number>();
  for (const { buffer, byteLength } of bytes) lengths.set(buffer, (lengths.get(buffer) ?? 0) + byteLength);
  const whole = lengths.entries().filter(([buffer, length]) => length > 0 && length === buffer.byteLength);
  return [begun, ...whole.map(([buffer]) => buffer)];
}

/**
 * Runs from when the thread says that the task has begun: neither a slow calendar before it nor the start of a thread, which may
 * take long on a busy machine, uses up its time.
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
  // A thread that ends between two readings is replaced.
  started.on('error', () => undefined);
  return started;
}

function tooSlow(timeoutMs: number): CalendarProblem {
  return new CalendarProblem(`The calendar takes longer than ${timeoutMs / 1000} s to read.`);
}

/** An error of the thread itself. */
function problemOf(error: unknown): CalendarProblem {
  const isMemory = (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';
  const problem = new CalendarProblem(
    isMemory
      ? 'The calendar takes more memory to read than this server gives it.'
      : 'The calendar cannot be read by this server.',
  );
  problem.cause = error;
  return problem;
}
