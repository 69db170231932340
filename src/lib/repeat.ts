/** Runs a task again and again, never twice at once; `stop` waits for the one under way. */
export function repeat(everyMs: number, task: () => Promise<unknown>, onError: (error: unknown) => void) {
  let running: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    running ??= task()
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  timer.unref();
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
