/** The rules that decide when a call can be booked. All instants are epoch milliseconds, all durations minutes. */

/** `[startMinute, endMinute)` on the wall clock, in minutes after midnight; 1440 is the end of the day. */
export type Timing = readonly [startMinute: number, endMinute: number];

export interface ScheduleRules {
  /** IANA zone in which the timings are wall-clock times. */
  readonly timeZone: string;
  /** Seven lists, Monday first. */
  readonly weekly: readonly (readonly Timing[])[];
  /** The timings of single dates (`YYYY-MM-DD`), instead of those of their weekday; an empty list closes the date. */
  readonly overrides: ReadonlyMap<string, readonly Timing[]>;
}

export interface EventRules {
  readonly duration: number;
  /** Minutes between two starts in a window; null: the duration. */
  readonly slotInterval: number | null;
  readonly bufferBefore: number;
  readonly bufferAfter: number;
  readonly minimumNotice: number;
  /** Days after today, on the calendar of the schedule's zone; null: no horizon. */
  readonly bookingWindow: number | null;
  /** The maximum of this event's calls that a host takes on one date of the schedule's zone; null: no limit. */
  readonly dailyLimit: number | null;
}

/** `[start, end)` in epoch milliseconds. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** A call of a host that is not cancelled, with the current buffers of its event. */
export interface BusyCall extends Interval {
  readonly bufferBefore: number;
  readonly bufferAfter: number;
  /** True if it is a call of the event to book: only these calls count towards the daily limit. */
  readonly isSameEvent: boolean;
}

/** A host's calendar elsewhere that counts as busy. */
export interface HostCalendar {
  readonly id: number;
  /** Until when its busy times are known; null if they never were. */
  readonly busyUntil: number | null;
  /** The output of `packBusy`: unpacking thousands of times would take longer than all else. */
  readonly busy: Buffer;
}

/** A host's connection to calendars elsewhere. */
export interface HostConnection {
  readonly id: number;
  /** Until when the last successful read counts; null if the provider refuses the credential. */
  readonly readableUntil: number | null;
  readonly calendars: readonly HostCalendar[];
}

export interface Host {
  readonly userId: number;
  /** The free host with the highest priority is chosen. */
  readonly priority: number;
  /** When the host was last booked for the event; null: never. Among equal hosts, the one booked longest ago is chosen. */
  readonly lastBookedAt: number | null;
  readonly schedule: ScheduleRules;
  readonly calls: readonly BusyCall[];
  readonly timeOff: readonly Interval[];
  readonly calendarConnections: readonly HostConnection[];
}

export interface SlotQuery {
  readonly event: EventRules;
  readonly hosts: readonly Host[];
  readonly now: number;
  /** Slots begin in `[from, until)`. */
  readonly from: number;
  readonly until: number;
  /** The zone of the ISO weeks in which the calls of hosts are counted. */
  readonly workspaceTimeZone: string;
}

export interface Slot {
  readonly dateTime: number;
  /** The hosts who are free then, in the order in which they are chosen. */
  readonly hostIds: readonly number[];
}
