import type { ClientBase } from 'pg';
import { readTimeOffs } from '#src/db/reads/time-off.ts';
import { countOfMember, lockMember } from '#src/db/writes/members.ts';
import { lockTimeOff, timeOffWrites } from '#src/db/writes/time-off.ts';
import { invalidInput, recordNotFound } from '#src/domain/errors.ts';
import type { ById } from '#src/domain/input.ts';
import { isVisible, type Principal, visibleRows } from '#src/domain/principal/policy.ts';
import {
  type CreateTimeOffInput,
  maxTimeOffs,
  type TimeOff,
  type TimeOffListInput,
  type TimeOffPage,
  type TimeOffSpan,
  timeOffProblem,
  timeOffSpan,
  type UpdateTimeOffInput,
} from '#src/domain/time-off/time-off.ts';
import type { CallerContext } from '../context.ts';
import { rangeEnd, rangeStart } from '../filters.ts';
import { requireBelow } from '../limits.ts';
import { requireVisibleMember } from '../members/visible-member.ts';
import { readPage } from '../pages.ts';

/** A page of the visible time off: all of the workspace for owners and admins, their own for others. */
export function listTimeOffs(context: CallerContext, input: TimeOffListInput): Promise<TimeOffPage> {
  const { db, principal } = context;
  const { timeZone } = principal;
  return readPage(context, { list: 'timeOffs', input }, async (query, { userId, from, to }) => {
    if (userId !== undefined) await requireVisibleMember(context, 'TimeOff', userId);
    const range = { fromMs: rangeStart(from, timeZone), untilMs: rangeEnd(to, timeZone) };
    return readTimeOffs(db, { ...query, ...range, userId, visible: visibleRows('TimeOff', principal) });
  });
}

/** Whole days are days in the member's time zone. */
export function createTimeOff(
  { db, principal }: CallerContext,
  { userId = principal.userId, ...times }: CreateTimeOffInput,
): Promise<TimeOff> {
  const { workspaceId } = principal;
  if (!isVisible('TimeOff', principal, { userId })) throw recordNotFound('userId');
  return db.write(async (client) => {
    const member = await lockMember(client, workspaceId, userId);
    if (!member) throw recordNotFound('userId');
    const span = requireSpan(times, member.timeZone);
    const message = `A member can have at most ${maxTimeOffs.toLocaleString('en')} time off entries: delete past ones`;
    requireBelow(maxTimeOffs, await countOfMember(client, 'TimeOff', [workspaceId, userId]), message);
    return timeOffWrites.insert(client, workspaceId, { userId, ...columnsOf(span) });
  });
}

/** Updates the present fields. Unchanged values are not written, so `updatedAt` stays. */
export function updateTimeOff(
  { db, principal }: CallerContext,
  { id, ...fields }: UpdateTimeOffInput,
): Promise<TimeOff> {
  return db.write(async (client) => {
    const { timeOff: before, timeZone } = await lockVisible(client, principal, id);
    const { startTime = before.startTime, endTime = before.endTime } = fields;
    const span = requireSpan({ startTime, endTime }, timeZone);
    if (isSame(span, timeOffSpan(before, timeZone))) return before;
    return timeOffWrites.update(client, [principal.workspaceId, id], columnsOf(span));
  });
}

export function deleteTimeOff({ db, principal }: CallerContext, { id }: ById): Promise<TimeOff> {
  return db.write(async (client) => {
    const { timeOff } = await lockVisible(client, principal, id);
    await timeOffWrites.remove(client, [principal.workspaceId, id]);
    return timeOff;
  });
}

function requireSpan(times: Pick<TimeOff, 'startTime' | 'endTime'>, timeZone: string): TimeOffSpan {
  const span = timeOffSpan(times, timeZone);
  const problem = timeOffProblem(span, timeZone);
  if (problem) throw invalidInput([problem]);
  return span;
}

function columnsOf({ start, end }: TimeOffSpan): Pick<TimeOff, 'startTime' | 'endTime'> {
  return { startTime: new Date(start).toISOString(), endTime: new Date(end).toISOString() };
}

function isSame(one: TimeOffSpan, other: TimeOffSpan): boolean {
  return one.start === other.start && one.end === other.end;
}

/** Locks and reads the time off; NOT_FOUND if the caller does not see it. */
async function lockVisible(client: ClientBase, principal: Principal, id: number) {
  const found = await lockTimeOff(client, [principal.workspaceId, id]);
  if (!found || !isVisible('TimeOff', principal, { ...found.timeOff })) throw recordNotFound('id');
  return found;
}
