/** Runs at most `max` tasks at the same time; the others wait for their turn in the order in which they came. */
export function limited(max: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < max) running += 1;
    // Whoever ends passes the place on, so that nobody else takes it in between.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
