import { slotsPerDay } from './seed-size.ts';
import { text } from './sql-pieces.ts';

const slotsPerWeek = 5 * slotsPerDay;

/** The workday of one of a closer's slots, as SQL. */
export function slotDate(slot: string, firstMonday: string): string {
  return `(${text(firstMonday)}::date + ${slot} / ${slotsPerWeek} * 7 + ${slot} % ${slotsPerWeek} / ${slotsPerDay})`;
}

/** The minute of the day at which a slot begins: three in the morning from nine, five in the afternoon from one. */
export function slotMinute(slot: string): string {
  const place = `${slot} % ${slotsPerDay}`;
  return `(540 + 60 * (${place}) + CASE WHEN ${place} >= 3 THEN 60 ELSE 0 END)`;
}
