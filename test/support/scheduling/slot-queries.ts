import type { BusyCall, EventRules, Host, ScheduleRules, SlotQuery, Timing } from '#src/domain/scheduling/rules.ts';
import { openSlots } from '#src/domain/scheduling/slots.ts';

/** Minutes after midnight of `HH:mm`. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The timings of `09:00-12:00 13:00-17:00`. */
export const timingsOf = (text: string): Timing[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((timing) => {
      const [start = '', end = ''] = timing.split('-');
      return [minuteOf(start), minuteOf(end)];
    });

export const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;

type WeeklyText = string | Partial<Record<(typeof weekdays)[number], string>>;

/** A schedule that is open at the same hours on each weekday, or only on the weekdays that are named. */
export const scheduleIn = (
  timeZone: string,
  weekly: WeeklyText,
  overrides: Record<string, string> = {},
): ScheduleRules => ({
  timeZone,
  weekly: weekdays.map((name) => timingsOf(typeof weekly === 'string' ? weekly : (weekly[name] ?? ''))),
  overrides: new Map(Object.entries(overrides).map(([date, text]) => [date, timingsOf(text)])),
});

export const hostWith = (schedule: ScheduleRules, facts: Partial<Host> = {}): Host => ({
  userId: 1,
  priority: 0,
  lastBookedAt: null,
  calls: [],
  timeOff: [],
  calendarConnections: [],
  ...facts,
  schedule,
});

/** A call from a start to an end, of the event that is booked and without buffers unless said otherwise. */
export const callAt = (start: string, end: string, facts: Partial<BusyCall> = {}): BusyCall => ({
  ...intervalOf(start, end),
  bufferBefore: 0,
  bufferAfter: 0,
  isSameEvent: true,
  ...facts,
});

export const intervalOf = (start: string, end: string) => ({ start: Date.parse(start), end: Date.parse(end) });

export const eventOf = (facts: Partial<EventRules> = {}): EventRules => ({
  duration: 60,
  slotInterval: null,
  bufferBefore: 0,
  bufferAfter: 0,
  minimumNotice: 0,
  bookingWindow: null,
  dailyLimit: null,
  ...facts,
});

export interface QueryText {
  readonly event?: Partial<EventRules>;
  readonly hosts: readonly Host[];
  readonly from: string;
  readonly until: string;
  /** Two days before `from` unless given. */
  readonly now?: string;
  readonly workspaceTimeZone?: string;
}

const queryOf = ({ event, hosts, from, until, now, workspaceTimeZone = 'UTC' }: QueryText): SlotQuery => ({
  event: eventOf(event),
  hosts,
  ...rangeOf(from, until),
  now: now ? Date.parse(now) : Date.parse(from) - 2 * 86_400_000,
  workspaceTimeZone,
});

const rangeOf = (from: string, until: string) => ({ from: Date.parse(from), until: Date.parse(until) });

const instantText = (instant: number) => new Date(instant).toISOString().replace(':00.000Z', 'Z');

/** The starts of the open slots, as `2027-02-01T09:00Z`. */
export const openStarts = (query: QueryText) => openSlots(queryOf(query)).map(({ dateTime }) => instantText(dateTime));

/** The starts with the hosts in the order of choice, as `2027-02-01T09:00Z 1 2`. */
export const openStartsWithHosts = (query: QueryText) =>
  openSlots(queryOf(query)).map(({ dateTime, hostIds }) => `${instantText(dateTime)} ${hostIds.join(' ')}`);
