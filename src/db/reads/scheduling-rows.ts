import { weekdays } from '#src/domain/availabilities/availability.ts';
import type { CallType } from '#src/domain/event-calls/call-types.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import type { BookableEvent, EventQuestion, EventSecondaryQuestion } from '#src/domain/events/event.ts';
import type {
  BusyCall,
  EventRules,
  Host,
  HostCalendar,
  HostConnection,
  Interval,
  SlotQuery,
  Timing,
} from '#src/domain/scheduling/rules.ts';
import { minuteMs } from '#src/lib/time/zone-offsets.ts';

/** An event as booking needs it. */
export interface BookableRules extends EventRules {
  readonly id: number;
  readonly status: BookableEvent['status'];
  readonly callType: CallType;
  /** The status that a booking gives the contact; null to keep the status. */
  readonly bookedStatus: BookableEvent['bookedStatus'];
  readonly location: EventCall['location'];
  readonly locationLink: string | null;
  readonly questions: readonly Pick<EventQuestion, 'statement' | 'type' | 'required'>[];
  readonly secondaryQuestions: readonly Pick<
    EventSecondaryQuestion,
    'customFieldId' | 'identifier' | 'name' | 'inputType' | 'required'
  >[];
  readonly workspaceTimeZone: string;
  /** True if a booking makes its host the owner of a contact without an owner. */
  readonly assignsHostAsOwner: boolean;
  readonly hosts: readonly Host[];
}

/** Each list is null if there are no calls. */
type CallColumns = [starts: number[] | null, durations: number[], eventIds: number[]];

/** A calendar that counts as busy, with its connection, or a connection without such a calendar. */
type CalendarColumns = [
  userId: number,
  connectionId: number,
  readableUntil: number | null,
  ...([calendarId: number, busyUntil: number | null, bytes: number] | [null, null, null]),
];

interface HostColumns {
  readonly userId: number;
  readonly priority: number;
  readonly lastBookedAt: number | null;
  readonly timeZone: string;
  readonly weekly: [weekday: (typeof weekdays)[number], startMinute: number, endMinute: number][] | null;
  readonly overrides: [date: string, startMinutes: number[], endMinutes: number[]][] | null;
  readonly timeOff: [start: number, end: number][] | null;
  readonly calls: CallColumns;
}

/** The row of the statement in `scheduling.ts`: plain data, which can be sent to another thread. */
export type SchedulingRow = Omit<BookableRules, 'hosts'> & {
  readonly hosts: HostColumns[] | null;
  /** The buffers of all events of the workspace that have any. */
  readonly buffers: [eventId: number, bufferBefore: number, bufferAfter: number][] | null;
  /** The calendars of all hosts. */
  readonly calendars: CalendarColumns[] | null;
  /** The concatenated busy times of these calendars, in base64. */
  readonly busy: string | null;
};

type Buffers = Pick<BusyCall, 'bufferBefore' | 'bufferAfter'>;

const noBuffers: Buffers = { bufferBefore: 0, bufferAfter: 0 };

/** Converts a row to booking rules. */
export function rulesOf({ hosts, buffers, calendars, busy, ...rules }: SchedulingRow): BookableRules {
  const buffersOf = new Map(buffers?.map(([id, bufferBefore, bufferAfter]) => [id, { bufferBefore, bufferAfter }]));
  const connectionsOf = calendars && connectionsByHost(calendars, Buffer.from(busy ?? '', 'base64'));
  return {
    ...rules,
    hosts: (hosts ?? []).map((host) =>
      hostOf(host, rules.id, { buffersOf, calendarConnections: connectionsOf?.get(host.userId) ?? [] }),
    ),
  };
}

function connectionsByHost(rows: readonly CalendarColumns[], busy: Buffer): ReadonlyMap<number, HostConnection[]> {
  const byHost = new Map<number, (HostConnection & { readonly calendars: HostCalendar[] })[]>();
  let read = 0;
  for (const [userId, id, readableUntil, calendarId, busyUntil, bytes] of rows) {
    const ofHost = byHost.get(userId) ?? [];
    byHost.set(userId, ofHost);
    const connection = ofHost.find((each) => each.id === id) ?? { id, readableUntil, calendars: [] };
    if (!ofHost.includes(connection)) ofHost.push(connection);
    if (calendarId === null) continue;
    connection.calendars.push({ id: calendarId, busyUntil, busy: busy.subarray(read, read + bytes) });
    read += bytes;
  }
  return byHost;
}

function hostOf(
  row: HostColumns,
  eventId: number,
  { buffersOf, calendarConnections }: Pick<Host, 'calendarConnections'> & { buffersOf: ReadonlyMap<number, Buffers> },
): Host {
  const weekly: Timing[][] = weekdays.map(() => []);
  for (const [weekday, startMinute, endMinute] of row.weekly ?? []) {
    weekly[weekdays.indexOf(weekday)]?.push([startMinute, endMinute]);
  }
  return {
    userId: row.userId,
    priority: row.priority,
    lastBookedAt: row.lastBookedAt,
    schedule: { timeZone: row.timeZone, weekly, overrides: new Map((row.overrides ?? []).map(overrideOf)) },
    calls: callsOf(row.calls, eventId, buffersOf),
    timeOff: (row.timeOff ?? []).map(([start, end]): Interval => ({ start, end })),
    calendarConnections,
  };
}

function overrideOf([date, startMinutes, endMinutes]: [string, number[], number[]]): [string, Timing[]] {
  return [date, startMinutes.map((startMinute, index) => [startMinute, endMinutes[index] as number])];
}

function callsOf(
  [starts, durations, eventIds]: CallColumns,
  bookedEventId: number,
  buffersOf: ReadonlyMap<number, Buffers>,
): BusyCall[] {
  return (starts ?? []).map((start, index) => {
    const eventId = eventIds[index] as number;
    const { bufferBefore, bufferAfter } = buffersOf.get(eventId) ?? noBuffers;
    const end = start + (durations[index] as number) * minuteMs;
    return { start, end, bufferBefore, bufferAfter, isSameEvent: eventId === bookedEventId };
  });
}

/** Builds the slot query for the starts in a range. */
export function slotQueryOf(rules: BookableRules, range: Pick<SlotQuery, 'now' | 'from' | 'until'>): SlotQuery {
  return { event: rules, hosts: rules.hosts, workspaceTimeZone: rules.workspaceTimeZone, ...range };
}
