import { setTimeout as pause } from 'node:timers/promises';
import { isLostSession } from '#src/lib/network/outage.ts';

/** The cause that ended one session ends the others at about the same time. The driver notices that within this pause. */
const pauseMs = 50;
/** After this time the response says to retry later. */
const maxFirstAttemptMs = 5000;

const deadlock = '40P01';
const maxDeadlocks = 2;

/**
 * Repeats `attempt` once if PostgreSQL ended its session: a session ended by an operator, a restart or a failover says nothing
 * about the next. There is no waiting for a primary: waiting requests hold memory and a place in the queue, and would all
 * arrive at once when it is back. Instead, the response says to retry later. `mayRepeat` is called after the failure; it
 * returns false if the first attempt may have changed something.
 *
 * After a deadlock, PostgreSQL rolls back one of the transactions, and this function repeats it up to twice.
 */
export async function withSecondAttempt<Result>(
  attempt: () => Promise<Result>,
  mayRepeat: () => boolean = () => true,
): Promise<Result> {
  for (let deadlocks = 0, isSecond = false; ; ) {
    const startedAt = performance.now();
    try {
      return await attempt();
    } catch (error) {
      if (isDeadlock(error) && deadlocks++ < maxDeadlocks) continue;
      if (isSecond || !deservesSecondAttempt(error, startedAt) || !mayRepeat()) throw error;
    }
    isSecond = true;
    await pauseBeforeSecondAttempt();
  }
}

function isDeadlock(error: unknown): boolean {
  return (error as { code?: unknown }).code === deadlock;
}

export function deservesSecondAttempt(error: unknown, startedAt: number): boolean {
  return isLostSession(error) && !hasWaitedLong(startedAt);
}

export function hasWaitedLong(startedAt: number): boolean {
  return performance.now() - startedAt > maxFirstAttemptMs;
}

export function pauseBeforeSecondAttempt(): Promise<void> {
  return pause(pauseMs);
}
