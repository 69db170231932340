import type { TestApp } from './app.ts';
import type { Member } from './factories.ts';
import { nextSerial } from './serial.ts';

/** Stores an override of a date of its own. */
export async function scheduleOverride(
  app: TestApp,
  { workspaceId }: Pick<Member, 'workspaceId'>,
  scheduleId: number,
): Promise<number> {
  const date = dayAt(nextSerial());
  const timings = { startMinutes: [540, 840], endMinutes: [720, 1440] };
  return (await app.insert('ScheduleOverride', { workspaceId, scheduleId, date, ...timings })).id;
}

/** Stores a day off that begins at a time of its own. */
export async function timeOff(app: TestApp, { workspaceId, userId }: Member, draft: object = {}): Promise<number> {
  const serial = nextSerial();
  const times = { startTime: `${dayAt(serial)}T00:00:00Z`, endTime: `${dayAt(serial + 1)}T00:00:00Z` };
  return (await app.insert('TimeOff', { workspaceId, userId, ...times, ...draft })).id;
}

/** What the demo does not have: time off of a member, and in every schedule of the workspace a date with other hours. */
export async function withTimeOff(app: TestApp, member: Member): Promise<void> {
  const { workspaceId } = member;
  for (let day = 0; day < 3; day++) await timeOff(app, member);
  const schedules = await app.sql<{ id: number }>('SELECT "id" FROM "Schedule" WHERE "workspaceId" = $1', [
    workspaceId,
  ]);
  for (const { id } of schedules) await scheduleOverride(app, { workspaceId }, id);
}

function dayAt(serial: number): string {
  return new Date(Date.UTC(2030, 0, 1 + (serial % 20_000))).toISOString().slice(0, 10);
}
