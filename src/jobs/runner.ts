import type { Log } from '#src/lib/log.ts';
import { repeat } from './repeat.ts';

/** Work that a process does again and again. */
export interface Task {
  /** Completes the log entry "… failed". */
  readonly name: string;
  readonly everyMs: number;
  run(signal: AbortSignal): Promise<unknown>;
  /** Is called once, with what makes the task run at once. */
  wakeOnWork?(wake: () => void): void;
  /** Ends what a run has started and not awaited. */
  stop?(): Promise<void>;
}

/** Processes that start together would otherwise read the same rows at the same time for ever. */
const jitter = 0.2;

/** Repeats tasks until `stop`, which waits for what runs and may be called again. A failure is logged once, and again only after a success. */
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
    if (!isFailing) log.warn({ err: error }, `${name} failed; it is tried again`);
    isFailing = true;
  };
  const repeated = repeat(everyMs, observed, onError, { jitter });
  wakeOnWork?.(repeated.wake);
  return async () => {
    // Both at once, because what a run has started may end while the run itself does.
    await Promise.all([repeated.stop(), stop?.()]);
  };
}
