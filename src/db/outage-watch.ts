import type { Log } from '#src/lib/log.ts';
import { withTimeout } from '#src/lib/time/timeout.ts';
import type { Database } from './database.ts';
import { succeeds } from './succeeds.ts';

const probeEveryMs = 1000;
const probeTimeoutMs = 2000;
const warnEveryMs = 60_000;

interface OutageWatch {
  /** Reports that a request met an error that looks like an outage. */
  noticed(error: unknown): void;
  stop(): void;
}

/**
 * Logs one message when PostgreSQL goes away and one when it is back, however many requests meet the outage. A single lost
 * connection, slow statement or failed write, while PostgreSQL answers, is a warning, at most once a minute.
 */
export function watchOutages({ admin, pool }: Pick<Database, 'admin' | 'pool'>, log: Log): OutageWatch {
  let isWatching = false;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let warnedAt = Number.NEGATIVE_INFINITY;

  const answers = () => succeeds(withTimeout(admin.query('SELECT 1'), probeTimeoutMs));

  async function investigate(error: unknown): Promise<void> {
    if (await answers()) {
      isWatching = false;
      if (performance.now() - warnedAt < warnEveryMs) return;
      warnedAt = performance.now();
      log.warn(
        { err: error },
        'a connection to PostgreSQL was lost, none was free in time, a statement took too long, or a write failed',
      );
    } else if (!isStopped) {
      log.error({ err: error }, 'PostgreSQL is unavailable: requests get a 503 until it is back');
      awaitReturn(performance.now());
    }
  }

  function awaitReturn(since: number): void {
    timer = setTimeout(async () => {
      if (isStopped) return;
      if (!(await answers())) return awaitReturn(since);
      isWatching = false;
      log.info({ seconds: Math.round((performance.now() - since) / 1000) }, 'PostgreSQL is back');
    }, probeEveryMs);
    timer.unref();
  }

  const noticed = (error: unknown) => {
    if (isWatching || isStopped) return;
    isWatching = true;
    void investigate(error);
  };
  // A broken idle connection reveals an outage before a request does.
  for (const each of [admin, pool]) each.on('error', noticed);
  return {
    noticed,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
