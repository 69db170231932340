import type { Log } from '#src/lib/log.ts';
import { repeat } from './repeat.ts';

/** Work that a process repeats. */
export interface Task {
  /** Completes the log entry "… failed". */
  readonly name: string;
  readonly everyMs: number;
  run(signal: AbortSignal): Promise<unknown>;
  /** Called once with a function that makes the task run at once. */
  wakeOnWork?(wake: () => void): void;
  /** Ends work that a run has started without waiting for it. */
  stop?(): Promise<void>;
}

/** Without it, processes that start together would keep reading the same rows at the same time. */
const jitter = 0.2;

/** Repeats tasks until `stop`, which awaits running ones and may be called again. Logs a failure once until it succeeds. */
export function startTasks(tasks: readonly Task[], log: Pick<Log, 'warn' | 'info'>): { stop(): Promise<void> } {
  const stops = tasks.map((task) => start(task, log));
  let stopped: Promise<unknown> | undefined;
  return {
    async stop() {
      stopped ??= Promise.all(stops.map((stop) => stop()));
      await stopped;
    },
  };
}

function start({ name, everyMs, run, wakeOnWork, stop }: Task, log: Pick<Log, 'warn' | 'info'>): () => Promise<void> {
  let isFailing = false;
  const observed = async (signal: AbortSignal) => {
    await run(signal);
    if (isFailing) log.info({}, `${name} works again`);
    isFailing = false;
  };
  const onError = (error: unknown) => {
    if (!isFailing) log.warn({ err: error }, `${name} failed; it will be retried`);
    isFailing = true;
  };
  const repeated = repeat(everyMs, observed, onError, { jitter });
  wakeOnWork?.(repeated.wake);
  return async () => {
    // Runs both at once, because work that a run has started may end while the run itself ends.
    await Promise.all([repeated.stop(), stop?.()]);
  };
}
