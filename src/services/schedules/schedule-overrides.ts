import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import {
  countOverrides,
  deleteOverride,
  insertOverride,
  isDateTaken,
  readOverride,
  updateOverride,
} from '#src/db/writes/schedule-overrides.ts';
import {
  type CreateScheduleOverrideInput,
  maxOverrides,
  type ScheduleOverride,
  type UpdateScheduleOverrideInput,
} from '#src/domain/availabilities/override.ts';
import { isSameDay, minutesOf } from '#src/domain/availabilities/timings.ts';
import { fieldError, recordNotFound } from '#src/domain/errors.ts';
import type { ById } from '#src/domain/input.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import type { CallerContext } from '../context.ts';
import { requireBelow } from '../limits.ts';
import { lockVisibleSchedule } from './schedules.ts';

/** Opens one date of a schedule at other hours, or closes it. Allowed to everyone who sees the schedule. */
export function createScheduleOverride(
  { db, principal }: CallerContext,
  { scheduleId, date, timings }: CreateScheduleOverrideInput,
): Promise<ScheduleOverride> {
  const schedule = [principal.workspaceId, scheduleId] as const;
  return db.write(async (client) => {
    await lockVisibleSchedule(client, principal, scheduleId, 'scheduleId');
    await requireFreeDate(client, schedule, date);
    const message = `A schedule can have at most ${maxOverrides.toLocaleString('en')} overrides: delete overrides of past dates`;
    requireBelow(maxOverrides, await countOverrides(client, schedule), message);
    return insertOverride(client, schedule, { date, minutes: minutesOf(timings) });
  });
}

/** Updates the present fields. Unchanged values are not written, so `updatedAt` stays. */
export function updateScheduleOverride(
  { db, principal }: CallerContext,
  { id, ...fields }: UpdateScheduleOverrideInput,
): Promise<ScheduleOverride> {
  const { workspaceId } = principal;
  return db.write(async (client) => {
    const before = await lockOverride(client, principal, id);
    const { date = before.date, timings = before.timings } = fields;
    const minutes = minutesOf(timings);
    if (date !== before.date) await requireFreeDate(client, [workspaceId, before.scheduleId], date);
    else if (isSameDay(minutesOf(before.timings), minutes)) return before;
    return updateOverride(client, [workspaceId, id], { date, minutes });
  });
}

/** Deletes an override, so that its date has the hours of its weekday again. */
export function deleteScheduleOverride({ db, principal }: CallerContext, { id }: ById): Promise<ScheduleOverride> {
  return db.write(async (client) => {
    const override = await lockOverride(client, principal, id);
    await deleteOverride(client, [principal.workspaceId, id]);
    return override;
  });
}

/** Locks the schedule of an override, and reads the override; NOT_FOUND if the caller does not see the schedule. */
async function lockOverride(client: ClientBase, principal: Principal, id: number): Promise<ScheduleOverride> {
  const found = await readOverride(client, [principal.workspaceId, id]);
  if (!found) throw recordNotFound('id');
  await lockVisibleSchedule(client, principal, found.scheduleId, 'id');
  // A concurrent request may have updated or deleted it before the lock.
  const override = await readOverride(client, [principal.workspaceId, id]);
  if (!override) throw recordNotFound('id');
  return override;
}

async function requireFreeDate(client: ClientBase, schedule: RecordKey, date: string): Promise<void> {
  if (!(await isDateTaken(client, schedule, date))) return;
  throw fieldError('date', 'taken', `The schedule already has an override for ${date}: update it instead`);
}
