import { forServer } from '#src/lib/asking-workspace.ts';

interface RepeatOptions {
  /** The share by which intervals vary, so that processes sharing a database do not start in step. */
  readonly jitter?: number;
}

/** The minimum time between starts when a task is woken repeatedly: later wake-ups are left to the next run. */
const wokenEveryMs = 20;

/**
 * Runs a task periodically, never twice at once: each interval starts when the previous run has ended. `wake` starts a run at
 * once, or after the running one, which may have looked already. `stop` aborts the running task by its signal and waits for it.
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
