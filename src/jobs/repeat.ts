interface RepeatOptions {
  /** The share by which intervals vary, so that the processes over one database do not all begin at once. */
  readonly jitter?: number;
}

/**
 * Runs a task at intervals, never twice at once: each interval begins when the run before has ended. `stop` aborts the
 * running task by its signal and waits for it.
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
  const run = () => {
    running = task(stopping.signal).catch(onError).finally(schedule);
  };
  function schedule(): void {
    if (stopping.signal.aborted) return;
    timer = setTimeout(run, everyMs * (1 + jitter * (2 * Math.random() - 1)));
    timer.unref();
  }
  schedule();
  return {
    async stop(): Promise<void> {
      clearTimeout(timer);
      stopping.abort();
      await running;
    },
  };
}
