import path from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { FairTurns } from '#src/lib/fair-turns.ts';
import type { ICalendarOptions, ICalendarRead } from './busy-of-icalendar.ts';
import type { ICalendarTask, readTask } from './icalendar-task.ts';

// A calendar is a stranger's text: 50 MB of it, or one line that repeats every second, must neither stop this process nor take its
// memory, nor keep the calendars of others waiting. Threads read it, each with a limit of time and memory, and workspaces share the
// threads fairly. A booking waits for the check of its host: checks have threads of their own.

const maxMemoryMb = 512;
/** A workspace alone takes one, so that whoever comes finds another. */
const threadsOfLane = 2;

interface ReadOptions {
  /** Ends the reading, and the wait for a thread. */
  readonly signal: AbortSignal;
  /** Whose turn the reading takes. */
  readonly workspaceId: number;
  /** Whether a booking waits for it. */
  readonly isCheck?: boolean | undefined;
  /** Of the reading itself, without the wait for a thread. A check has less. */
  readonly timeoutMs?: number;
}

interface Lane {
  readonly turns: FairTurns<number>;
  readonly maxMs: number;
  readonly threads: () => Piscina;
}

const reads = lane({ maxMs: 5_000, niceIncrement: 10 });
// Less than the 3 seconds of all checks of a booking. Where all cores are busy, checks come before other reads, and the thread that
// answers requests before both. One thread stays, so that a check does not wait for its start.
const checks = lane({ maxMs: 1_500, niceIncrement: 5, minThreads: 1 });

function lane({ maxMs, ...options }: { maxMs: number; niceIncrement: number; minThreads?: number }): Lane {
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
 * `busyOfICalendar` in a thread. It rejects with a CalendarProblem where the text cannot be read, or not within the limits, and
 * with the reason of the signal. Bytes that fill their buffer are moved to the thread: the caller no longer has them.
 */
export function readICalendar(
  text: string | Uint8Array<ArrayBuffer>,
  options: ICalendarOptions,
  { signal, workspaceId, isCheck = false, timeoutMs }: ReadOptions,
): Promise<ICalendarRead> {
  const { turns, maxMs, threads } = isCheck ? checks : reads;
  const limitMs = isCheck ? Math.min(maxMs, timeoutMs ?? maxMs) : (timeoutMs ?? maxMs);
  const read = async () => {
    signal.throwIfAborted();
    const timer = timerOfTask(limitMs);
    const task = { text, options, begun: timer.begun };
    try {
      const result = await runInThread(threads(), task, AbortSignal.any([signal, timer.signal]));
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

function runInThread(
  threads: Piscina,
  { text, options, begun }: ICalendarTask,
  signal: AbortSignal,
): Promise<ReturnType<typeof readTask>> {
  const isWhole = typeof text !== 'string' && text.byteLength === text.buffer.byteLength;
  const transferList = isWhole ? [text.buffer, begun] : [begun];
  return threads.run({ text, options, begun } satisfies ICalendarTask, {
    name: 'readTask',
    signal,
    transferList: transferList as never,
  });
}

function startThreads(options: { readonly niceIncrement: number; readonly minThreads?: number }): Piscina {
  const started = new Piscina({
    ...{ minThreads: 0, ...options },
    filename: path.join(import.meta.dirname, 'icalendar-task.ts'),
    maxThreads: threadsOfLane,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 64 },
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
