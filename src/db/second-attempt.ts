import { setTimeout as pause } from 'node:timers/promises';
import { isLostSession } from '#src/lib/network/outage.ts';

/** What ended one session ends the others at about the same time. After this pause the driver has noticed it. */
const pauseMs = 50;
/** A caller who has waited longer is told to come again. */
const maxFirstAttemptMs = 5000;

const deadlock = '40P01';
const maxDeadlocks = 2;

/**
 * Does `attempt` once more where PostgreSQL ended its session: a session that an operator, a restart or a failover ended
 * says nothing about the next. There is one second attempt, and no waiting for a primary: requests that wait hold
 * their memory and their place, and would all come at once when it is back. The caller is told when to come again.
 * `mayRepeat` is asked after the failure: false where the first attempt may have changed something.
 *
 * PostgreSQL rolls back one of two transactions that deadlock, and this function does it again, up to twice.
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
