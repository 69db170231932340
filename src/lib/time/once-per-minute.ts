const intervalMs = 60_000;

/** Reports the first error, and no other within a minute. */
export function oncePerMinute(report: (error: unknown) => void, clock = Date.now): (error: unknown) => void {
  let silentUntil = 0;
  return (error) => {
    const now = clock();
    if (now < silentUntil) return;
    silentUntil = now + intervalMs;
    report(error);
  };
}
