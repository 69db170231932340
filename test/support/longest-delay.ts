/**
 * The longest that this thread computed without a pause, in milliseconds, from now until the function is called. Time of the
 * processor, so that a busy machine does not count.
 */
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

function computedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
