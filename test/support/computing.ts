// Times of the processor, in milliseconds, which a busy machine does not prolong.

/** The longest that this thread computed without a pause, from now until the function is called. */
export function longestDelay(): () => number {
  let longest = 0;
  let last = computedMs();
  const look = () => {
    const now = computedMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 5);
  return () => {
    clearInterval(timer);
    look();
    return longest;
  };
}

/** How long this thread computes for the work. */
export function computing(work: () => void): number {
  const before = computedMs();
  work();
  return computedMs() - before;
}

function computedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
