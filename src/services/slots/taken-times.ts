import { readBookableRules } from '#src/db/reads/scheduling.ts';
import { isTaken } from '#src/domain/scheduling/taken.ts';
import type { ServiceContext } from '../context.ts';

interface TimeQuery {
  readonly workspaceId: number;
  readonly eventId: number;
  /** Epoch milliseconds. */
  readonly dateTime: number;
  /** The call that is being moved there, which does not block its own time. */
  readonly exceptCallId?: number | undefined;
}

/**
 * True if another call has taken a time that cannot be booked. All requests that lost their time to the same booking share the
 * query.
 */
export function isTimeTaken({ db, clock }: ServiceContext, { dateTime, ...query }: TimeQuery): Promise<boolean> {
  const { workspaceId, eventId, exceptCallId } = query;
  return db.sharedAnswers.answer(JSON.stringify({ ...query, isTaken: dateTime }), async () => {
    const range = { from: dateTime, until: dateTime + 1 };
    const found = { workspaceId, event: { eventId }, ...range, ...(exceptCallId !== undefined && { exceptCallId }) };
    const rules = await readBookableRules(db, found);
    if (!rules) return false;
    const { hosts, workspaceTimeZone } = rules;
    return isTaken({ event: rules, hosts, workspaceTimeZone, now: clock.now().getTime() }, dateTime);
  });
}
