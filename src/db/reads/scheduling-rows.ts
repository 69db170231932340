import { weekdays } from '#src/domain/availabilities/availability.ts';
import type { CallType, EventCall } from '#src/domain/event-calls/event-call.ts';
import type { BookableEvent, EventQuestion, EventSecondaryQuestion } from '#src/domain/events/event.ts';
import type { BusyCall, EventRules, Host, Interval, SlotQuery, Timing } from '#src/domain/scheduling/rules.ts';
import { minuteMs } from '#src/lib/time/zone-offsets.ts';

/** An event as booking needs it. */
export interface BookableRules extends EventRules {
  readonly id: number;
  readonly status: BookableEvent['status'];
  readonly callType: CallType;
  readonly location: EventCall['location'];
  readonly locationLink: string | null;
  readonly questions: readonly Pick<EventQuestion, 'statement' | 'type' | 'required'>[];
  readonly secondaryQuestions: readonly Pick<
    EventSecondaryQuestion,
    'customFieldId' | 'identifier' | 'name' | 'inputType' | 'required'
  >[];
  readonly workspaceTimeZone: string;
  readonly hosts: readonly Host[];
}

/** Null instead of each list when there are no calls. */
type CallColumns = [starts: number[] | null, durations: number[], eventIds: number[]];

interface HostColumns {
  readonly userId: number;
  readonly priority: number;
  readonly timeZone: string;
  readonly weekly: [weekday: (typeof weekdays)[number], startMinute: number, endMinute: number][] | null;
  readonly overrides: [date: string, startMinutes: number[], endMinutes: number[]][] | null;
  readonly timeOff: [start: number, end: number][] | null;
  readonly calls: CallColumns;
}

/** What the statement of `scheduling.ts` returns: plain data, which another thread can be given. */
export type SchedulingRow = Omit<BookableRules, 'hosts'> & {
  readonly hosts: HostColumns[] | null;
  /** Of the events of the workspace that have any. */
  readonly buffers: [eventId: number, bufferBefore: number, bufferAfter: number][] | null;
};

type Buffers = Pick<BusyCall, 'bufferBefore' | 'bufferAfter'>;

const noBuffers: Buffers = { bufferBefore: 0, bufferAfter: 0 };

/** The rules of a row. */
export function rulesOf({ hosts, buffers, ...rules }: SchedulingRow): BookableRules {
  const buffersOf = new Map(buffers?.map(([id, bufferBefore, bufferAfter]) => [id, { bufferBefore, bufferAfter }]));
  return { ...rules, hosts: (hosts ?? []).map((host) => hostOf(host, rules.id, buffersOf)) };
}

function hostOf(row: HostColumns, eventId: number, buffersOf: ReadonlyMap<number, Buffers>): Host {
  const weekly: Timing[][] = weekdays.map(() => []);
  for (const [weekday, startMinute, endMinute] of row.weekly ?? []) {
    weekly[weekdays.indexOf(weekday)]?.push([startMinute, endMinute]);
  }
  return {
    userId: row.userId,
    priority: row.priority,
    schedule: { timeZone: row.timeZone, weekly, overrides: new Map((row.overrides ?? []).map(overrideOf)) },
    calls: callsOf(row.calls, eventId, buffersOf),
    timeOff: (row.timeOff ?? []).map(([start, end]): Interval => ({ start, end })),
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

/** The query of the engine for the starts in a range. */
export function slotQueryOf(rules: BookableRules, range: Pick<SlotQuery, 'now' | 'from' | 'until'>): SlotQuery {
  return { event: rules, hosts: rules.hosts, workspaceTimeZone: rules.workspaceTimeZone, ...range };
}
