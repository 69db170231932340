import { readBookableRules } from '#src/db/reads/scheduling.ts';
import { isTaken } from '#src/domain/scheduling/taken.ts';
import type { ServiceContext } from '../context.ts';

interface TimeQuery {
  readonly workspaceId: number;
  readonly eventId: number;
  /** In epoch milliseconds. */
  readonly dateTime: number;
  /** The call that is to be moved there, which takes no time from itself. */
  readonly exceptCallId?: number | undefined;
}

/**
 * Whether a time that cannot be booked was taken by another call. All who lose a time to the same booking share the
 * answer.
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
