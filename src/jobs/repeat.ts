import { forServer } from '#src/lib/asking-workspace.ts';

interface RepeatOptions {
  /** The share by which intervals vary, so that the processes over one database do not all begin at once. */
  readonly jitter?: number;
}

/** A task that is woken again and again begins once in this time: what wakes it meanwhile is for the next run. */
const wokenEveryMs = 20;

/**
 * Runs a task at intervals, never twice at once: each interval begins when the run before has ended. `wake` begins a run at
 * once, or after the one that runs, because that one may have looked already. `stop` aborts the running task by its
 * signal and waits for it.
 */
export function repeat(
  everyMs: number,
  task: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
  { jitter = 0 }: RepeatOptions = {},
) {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | undefined;
  let isWoken = false;
  let startedAt = Number.NEGATIVE_INFINITY;
  const run = () => {
    isWoken = false;
    startedAt = performance.now();
    running = forServer(() => task(stopping.signal))
      .catch(onError)
      .finally(() => {
        running = undefined;
        schedule();
      });
  };
  function schedule(): void {
    if (stopping.signal.aborted) return;
    const intervalMs = everyMs * (1 + jitter * (2 * Math.random() - 1));
    clearTimeout(timer);
    const leftMs = Math.max(0, startedAt + wokenEveryMs - performance.now());
    timer = setTimeout(run, isWoken ? leftMs : intervalMs);
    timer.unref();
  }
  schedule();
  return {
    wake(): void {
      if (isWoken) return;
      isWoken = true;
      if (!running) schedule();
    },
    async stop(): Promise<void> {
      clearTimeout(timer);
      stopping.abort();
      await running;
    },
  };
}
