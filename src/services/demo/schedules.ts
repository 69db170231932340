import { type Weekday, weekdays } from '#src/domain/availabilities/availability.ts';
import type { Draft, Made, RowWriter } from './row-writer.ts';

/** `09:00-12:30 13:30-17:00` for each day that has hours. */
export type WeekHours = Partial<Record<Weekday, string>>;

export interface Timing {
  startMinute: number;
  endMinute: number;
}

export type ScheduleDraft = Draft<'Schedule'> & { hours: WeekHours };

export function sameHours(days: readonly Weekday[], hours: string): WeekHours {
  return Object.fromEntries(days.map((day) => [day, hours]));
}

export const workdays = weekdays.slice(0, 5);

export function timingsOf(hours: string | undefined): Timing[] {
  return (hours?.split(' ') ?? []).map((range) => {
    const [startMinute, endMinute] = range.split('-').map(minuteOf) as [number, number];
    return { startMinute, endMinute };
  });
}

function minuteOf(text: string): number {
  const [hours, minutes] = text.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
}

/** Schedules with their seven days each. */
export function addSchedules<Row extends ScheduleDraft>(writer: RowWriter, drafts: Row[]): Made<Row>[] {
  const schedules = writer.withIds('Schedule', drafts);
  writer.add(
    'Schedule',
    schedules.map(({ id, userId, name, timeZone, isDefault, createdAt, updatedAt }) => {
      return { id, userId, name, timeZone, isDefault, createdAt, updatedAt };
    }),
  );
  const days = schedules.flatMap(({ id: scheduleId, hours }) =>
    weekdays.map((weekday) => ({ scheduleId, weekday, hours: hours[weekday] })),
  );
  addDays(writer, days);
  return schedules;
}

function addDays(writer: RowWriter, drafts: { scheduleId: number; weekday: Weekday; hours: string | undefined }[]) {
  const days = writer.withIds('ScheduleDay', drafts);
  writer.add(
    'ScheduleDay',
    days.map(({ id, scheduleId, weekday }) => ({ id, scheduleId, weekday })),
  );
  writer.add(
    'ScheduleTiming',
    days.flatMap(({ id: dayId, hours }) => timingsOf(hours).map((timing) => ({ dayId, ...timing }))),
  );
}
