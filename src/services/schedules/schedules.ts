import type { ClientBase } from 'pg';
import { readAvailability } from '#src/db/reads/availabilities.ts';
import { countOfMember, lockMember } from '#src/db/writes/members.ts';
import {
  clearDefaultSchedule,
  deleteScheduleRow,
  eventsOfSchedule,
  hasDefaultSchedule,
  insertSchedule,
  lockSchedule,
  ownerOfSchedule,
  replaceWeek,
  updateScheduleColumns,
} from '#src/db/writes/schedules.ts';
import type { Availability } from '#src/domain/availabilities/availability.ts';
import { type CreateScheduleInput, maxSchedules, type UpdateScheduleInput } from '#src/domain/availabilities/input.ts';
import { isSameDay, minutesOf, weekOf } from '#src/domain/availabilities/timings.ts';
import { fieldError, invalidInput, recordNotFound } from '#src/domain/errors.ts';
import type { FieldErrorCode, Problem } from '#src/domain/field-errors.ts';
import type { ById } from '#src/domain/input.ts';
import { isVisible, type Principal } from '#src/domain/principal/policy.ts';
import { changesOf } from '../changes.ts';
import type { CallerContext } from '../context.ts';
import { requireBelow } from '../limits.ts';

/** Creates a schedule with its seven days. A member's first schedule is the default. */
export function createSchedule(
  { db, principal }: CallerContext,
  { userId = principal.userId, days, isDefault = false, ...fields }: CreateScheduleInput,
): Promise<Availability> {
  const { workspaceId } = principal;
  if (!isVisible('Schedule', principal, { userId })) throw recordNotFound('userId');
  return db.write(async (client) => {
    if (!(await lockMember(client, workspaceId, userId))) throw recordNotFound('userId');
    const count = await countOfMember(client, 'Schedule', [workspaceId, userId]);
    requireBelow(
      maxSchedules,
      count,
      `A member can have at most ${maxSchedules} schedules: delete one that is no longer used`,
    );
    const becomesDefault = isDefault || !(await hasDefaultSchedule(client, workspaceId, userId));
    if (becomesDefault) await clearDefaultSchedule(client, workspaceId, userId);
    const columns = { ...fields, isDefault: becomesDefault };
    const id = await insertSchedule(client, [workspaceId, userId], columns);
    await replaceWeek(client, [workspaceId, id], weekOf(days));
    return present(client, workspaceId, id);
  });
}

/** Updates the present fields. Unchanged values are not written, so `updatedAt` stays. */
export function updateSchedule(
  { db, principal }: CallerContext,
  { id, days, ...fields }: UpdateScheduleInput,
): Promise<Availability> {
  const { workspaceId } = principal;
  return db.write(async (client) => {
    const before = await lockVisible(client, principal, id);
    const { name = before.name, timeZone = before.timeZone, isDefault = before.isDefault } = fields;
    if (before.isDefault && !isDefault) {
      throw fieldError(
        'isDefault',
        'invalid_state',
        'This is the default schedule: make another schedule the default instead',
      );
    }
    const after = { name, timeZone, isDefault };
    const changesWeek = days !== undefined && !hasWeek(before, days);
    if (!changesWeek && !changesOf(before, after)) return before;
    if (isDefault && !before.isDefault) await clearDefaultSchedule(client, workspaceId, before.userId);
    await updateScheduleColumns(client, [workspaceId, id], after);
    if (changesWeek) await replaceWeek(client, [workspaceId, id], weekOf(days));
    return present(client, workspaceId, id);
  });
}

/** True if the schedule already has these days. */
function hasWeek({ days }: Availability, week: CreateScheduleInput['days']): boolean {
  return weekOf(week).every(({ weekday, minutes }) => {
    const day = days.find(({ name }) => name === weekday);
    return day !== undefined && isSameDay(minutesOf(day.timings), minutes);
  });
}

/** Deletes a schedule with its overrides. It must not be in use, nor be the default while the member has others. */
export function deleteSchedule({ db, principal }: CallerContext, { id }: ById): Promise<Availability> {
  const { workspaceId } = principal;
  return db.write(async (client) => {
    const schedule = await lockVisible(client, principal, id, 'FOR UPDATE');
    const { userId, isDefault } = schedule;
    const problem = (code: FieldErrorCode) => (message: string) => ({ path: ['id'], code, message });
    const problems: Problem[] = usedBy(await eventsOfSchedule(client, [workspaceId, id])).map(problem('in_use'));
    if (isDefault && (await countOfMember(client, 'Schedule', [workspaceId, userId])) > 1) {
      problems.push(problem('invalid_state')('This is the default schedule: make another schedule the default first'));
    }
    if (problems.length > 0) throw invalidInput(problems);
    await deleteScheduleRow(client, [workspaceId, id]);
    return schedule;
  });
}

const maxNamed = 10;

function usedBy(events: readonly { id: number; name: string }[]): string[] {
  if (events.length === 0) return [];
  const named = events.slice(0, maxNamed).map(({ id, name }) => `"${name}" (${id})`);
  const more = events.length > maxNamed ? [`${events.length - maxNamed} more`] : [];
  return [
    `Hosts of these events use the schedule: ${[...named, ...more].join(', ')}. Give these hosts another schedule first`,
  ];
}

/** Locks the member and the schedule, and reads it; NOT_FOUND if the caller does not see it. */
async function lockVisible(
  client: ClientBase,
  principal: Principal,
  id: number,
  lock?: 'FOR UPDATE',
): Promise<Availability> {
  const { workspaceId } = principal;
  const userId = await requireOwner(client, principal, id);
  await lockMember(client, workspaceId, userId);
  // A concurrent request may have deleted it.
  if (!(await lockSchedule(client, [workspaceId, id], lock))) throw recordNotFound('id');
  return present(client, workspaceId, id);
}

/** The owner of the schedule; NOT_FOUND if the caller does not see it. `path` is the path of its id in the input. */
async function requireOwner(client: ClientBase, principal: Principal, id: number, path = 'id'): Promise<number> {
  const userId = await ownerOfSchedule(client, [principal.workspaceId, id]);
  if (userId === undefined || !isVisible('Schedule', principal, { userId })) throw recordNotFound(path);
  return userId;
}

/** Locks only the schedule, for a change of its overrides; NOT_FOUND if the caller does not see it. */
export async function lockVisibleSchedule(
  client: ClientBase,
  principal: Principal,
  id: number,
  path: string,
): Promise<void> {
  await requireOwner(client, principal, id, path);
  if (!(await lockSchedule(client, [principal.workspaceId, id]))) throw recordNotFound(path);
}

async function present(client: ClientBase, workspaceId: number, id: number): Promise<Availability> {
  return (await readAvailability(client, [workspaceId, id])) as Availability;
}
