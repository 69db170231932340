/** How big a workspace is that has so many calls. All of it follows from that number. */
export interface SeedSize {
  calls: number;
  contacts: number;
  closers: number;
  setters: number;
  events: number;
}

const callsPerCloser = 4000;

export function seedSize(calls: number): SeedSize {
  return {
    calls,
    contacts: Math.ceil(calls / 6.7),
    closers: Math.max(4, Math.ceil(calls / callsPerCloser)),
    setters: Math.max(3, Math.ceil(calls / 20_000)),
    events: Math.min(40, 8 + Math.floor(calls / 31_250)),
  };
}

/** How many events each closer hosts: with four closers and eight events, each event has two hosts. */
export const eventsPerCloser = 4;

/** Where the event stands that a closer hosts as their first, second … */
export function hostedEvent(closer: number, place: number, events: number): number {
  return (closer * eventsPerCloser + place) % events;
}

/** Closers work in these two stretches of every workday, in slots of an hour each. */
export const seedHours = '09:00-12:00 13:00-18:00';
export const slotsPerDay = 8;

const daysBefore = 730;
const daysAfter = 91;

/** Enough for all calls of a closer, at most one in each: 4,680. */
export const slotsPerCloser = Math.floor((daysBefore + daysAfter) / 7) * 5 * slotsPerDay;
export const firstWeekDaysBefore = daysBefore;
