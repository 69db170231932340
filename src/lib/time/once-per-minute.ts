const minuteMs = 60_000;

/** Reports the first error, and no other within a minute. */
export function oncePerMinute(report: (error: unknown) => void, clock = Date.now): (error: unknown) => void {
  return oncePer(minuteMs, report, clock);
}

/** Reports the first event, and no other within an hour. */
export function oncePerHour<Happened>(
  report: (happened: Happened) => void,
  clock = Date.now,
): (happened: Happened) => void {
  return oncePer(60 * minuteMs, report, clock);
}

function oncePer<Happened>(
  intervalMs: number,
  report: (happened: Happened) => void,
  clock: () => number,
): (happened: Happened) => void {
  let silentUntil = 0;
  return (happened) => {
    const now = clock();
    if (now < silentUntil) return;
    silentUntil = now + intervalMs;
    report(happened);
  };
}
