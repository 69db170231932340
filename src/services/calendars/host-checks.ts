import type { Database } from '#src/db/database.ts';
import type { BookableRules } from '#src/db/reads/scheduling-rows.ts';
import { minuteMs } from '#src/lib/time/zone-offsets.ts';
import { checkHost, type HostTime } from './check-host.ts';
import type { CalendarContext } from './store-connection.ts';

/** How long a request waits for the calendars of all hosts together. */
const maxWaitMs = 3_000;

/** Ends a transaction that is retried after the check of a host. Otherwise its locks would block other bookings meanwhile. */
class CheckNeeded extends Error {
  readonly context: Omit<CalendarContext, 'db'>;
  readonly time: HostTime;

  constructor(context: Omit<CalendarContext, 'db'>, time: HostTime) {
    super('The transaction begins anew when the calendars of a host were asked.');
    this.context = context;
    this.time = time;
  }
}

/** What a request has learned from the calendars of hosts. */
export class HostChecks {
  /** Maps each checked host to true if busy. */
  readonly #checked = new Map<number, boolean>();
  #deadline: AbortSignal | undefined;

  /** The hosts without those whose calendars reported them busy. */
  without(hostIds: readonly number[]): readonly number[] {
    return this.#checked.size === 0 ? hostIds : hostIds.filter((hostId) => !this.#checked.get(hostId));
  }

  /**
   * Throws inside a transaction of `withHostChecks`, which is then retried, unless the host has no calendar, was already
   * checked, or the time for checks is over.
   */
  require(
    context: Omit<CalendarContext, 'db'>,
    { workspaceId, rules, userId, start }: { workspaceId: number; rules: BookableRules; userId: number; start: number },
  ): void {
    const host = rules.hosts.find((each) => each.userId === userId);
    if (!host?.calendarConnections.some(({ calendars }) => calendars.length > 0)) return;
    if (this.#checked.has(userId) || this.#deadline?.aborted) return;
    throw new CheckNeeded(context, { workspaceId, userId, start, end: start + rules.duration * minuteMs });
  }

  async perform(db: Database, { context, time }: CheckNeeded): Promise<void> {
    this.#deadline ??= AbortSignal.timeout(maxWaitMs);
    this.#checked.set(time.userId, await checkHost({ ...context, db }, time, this.#deadline));
  }
}

interface CheckedContext {
  readonly db: Database;
  /** The checks of a request that already has an open transaction. */
  readonly hostChecks?: HostChecks;
}

/**
 * Runs a transaction that may need checks of hosts, and performs these between its attempts. Inside another transaction, that
 * one is retried instead, so it must do nothing else.
 */
export async function withHostChecks<Result>(
  { db, hostChecks }: CheckedContext,
  attempt: (checks: HostChecks) => Promise<Result>,
): Promise<Result> {
  if (hostChecks) return attempt(hostChecks);
  const checks = new HostChecks();
  for (;;) {
    try {
      return await attempt(checks);
    } catch (error) {
      if (!(error instanceof CheckNeeded)) throw error;
      await checks.perform(db, error);
    }
  }
}
