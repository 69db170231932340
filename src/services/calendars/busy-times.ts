import { readBusyConnections } from '#src/db/reads/busy-times.ts';
import {
  type BusyTimes,
  type BusyTimesInput,
  busyTimesOf,
  maxBusyTimes,
  requireRange,
} from '#src/domain/calendars/busy-times.ts';
import { fieldError } from '#src/domain/errors.ts';
import type { CallerContext } from '../context.ts';
import { requireVisibleMember } from '../members/visible-member.ts';

/** The busy times of a member. Owners and admins see those of all members; other members see their own. */
export async function listBusyTimes(
  context: CallerContext,
  { userId = context.principal.userId, ...input }: BusyTimesInput,
): Promise<BusyTimes> {
  const { db, clock, principal } = context;
  const range = requireRange(input);
  await requireVisibleMember(context, 'CalendarConnection', userId);
  const connections = await readBusyConnections(db, [principal.workspaceId, userId]);
  const found = busyTimesOf(connections, { ...range, now: clock.now().getTime() });
  if (found.times.length <= maxBusyTimes) return found;
  const [count, max] = [found.times.length, maxBusyTimes].map((each) => each.toLocaleString('en'));
  const message = `Must be earlier: the calendars have ${count} busy times in this range, and at most ${max} can be returned at once`;
  throw fieldError('to', 'out_of_range', message);
}
