import fc from 'fast-check';
import { packBusy, unpackBusy } from '#src/domain/calendars/busy.ts';
import type {
  BusyCall,
  EventRules,
  Host,
  HostConnection,
  Interval,
  SlotQuery,
  Timing,
} from '#src/domain/scheduling/rules.ts';

const minute = 60_000;
const day = 1440 * minute;

/** Zones whose clocks were or are moved at midnight, at 00:01, by half an hour, by two hours, by a day, or far from UTC. */
const timeZones = [
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'America/Asuncion',
  'America/Sao_Paulo',
  'America/Nuuk',
  'America/Caracas',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Amman',
  'Asia/Tehran',
  'Asia/Pyongyang',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'UTC',
];
const years = [2008, 2011, 2015, 2018, 2022, 2024, 2026, 2027, 2030, 2045];

/** The first two changes of the clock in each of the years, and in 2027 the turn of the year for zones without any. */
function anchorsOf(timeZone: string): { timeZone: string; instant: number; isTransition: boolean }[] {
  const transitions = years.flatMap((year) => {
    const first = Temporal.ZonedDateTime.from({ timeZone, year, month: 1, day: 1 }).getTimeZoneTransition('next');
    const second = first?.getTimeZoneTransition('next');
    return [first, second].flatMap((found) => (found && found.year <= year ? [found.epochMilliseconds] : []));
  });
  const ordinary = [Date.parse('2027-01-01T00:00Z'), Date.parse('2028-02-29T12:00Z')];
  return [
    ...[...new Set(transitions)].map((instant) => ({ timeZone, instant, isTransition: true })),
    ...ordinary.map((instant) => ({ timeZone, instant, isTransition: false })),
  ];
}

const anchors = timeZones.flatMap(anchorsOf);
const chosen = <Item>(...items: Item[]) => fc.constantFrom(...items);
const mostly = <Item>(usual: Item, rare: fc.Arbitrary<Item>, weight = 2) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: rare });

/** Bounds of timings: many in the hours in which clocks are moved. */
const bound = fc.oneof(
  fc.integer({ min: 0, max: 16 }).map((quarter) => quarter * 15),
  fc.integer({ min: 88, max: 96 }).map((quarter) => quarter * 15),
  fc.integer({ min: 0, max: 48 }).map((half) => half * 30),
  chosen(0, 1, 59, 61, 1439, 1440),
);

/** The timings of a date: none overlaps another, some touch, in any order. */
const timings: fc.Arbitrary<readonly Timing[]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([[0, 1440]] as const) },
  {
    weight: 1,
    arbitrary: chosen(
      [],
      [[540, 1020]] as const,
      [
        [1320, 1440],
        [0, 120],
      ] as const,
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.uniqueArray(bound, { minLength: 2, maxLength: 5 }), fc.nat(15), fc.boolean())
      .map(([bounds, kept, isReversed]) => {
        const cuts = bounds.toSorted((one, other) => one - other);
        const parts = cuts.slice(1).map((end, index): Timing => [cuts[index] ?? 0, end]);
        const some = parts.filter((_, index) => index === 0 || (kept >> index) & 1);
        return isReversed ? some.toReversed() : some;
      }),
  },
);

const event: fc.Arbitrary<EventRules> = fc.record({
  duration: fc.oneof(
    { weight: 4, arbitrary: chosen(15, 20, 30, 45, 60, 90) },
    { weight: 2, arbitrary: chosen(1, 5, 120, 480, 1440) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 1440 }) },
  ),
  slotInterval: mostly<number | null>(null, chosen(1, 5, 7, 10, 15, 30, 45, 60, 100, 1440), 1),
  bufferBefore: mostly(0, chosen(1, 5, 10, 15, 30, 60, 240)),
  bufferAfter: mostly(0, chosen(1, 5, 10, 15, 30, 60, 240)),
  minimumNotice: mostly(0, chosen(1, 15, 60, 120, 720, 1440), 1),
  bookingWindow: mostly<number | null>(null, chosen(0, 1, 2, 3), 1),
  dailyLimit: mostly<number | null>(null, chosen(1, 2, 3), 1),
});

/** Minutes from the anchor, more of them near it. */
const offset = fc.oneof(
  fc.integer({ min: -30, max: 30 }).map((steps) => steps * 5),
  fc.integer({ min: -144, max: 216 }).map((steps) => steps * 15),
  fc.integer({ min: -2160, max: 3240 }),
);

/** Minutes from an instant to the turns of the ISO week before and after it, where the calls of a week begin to count. */
function weekTurns(anchor: number, timeZone: string): number[] {
  const local = Temporal.Instant.fromEpochMilliseconds(anchor).toZonedDateTimeISO(timeZone);
  const monday = local.toPlainDate().subtract({ days: local.dayOfWeek - 1 });
  return [0, 7].map((days) => {
    const turn = monday.add({ days }).toZonedDateTime(timeZone);
    return Math.round((turn.epochMilliseconds - anchor) / minute);
  });
}

function callsAround(anchor: number, timeZone: string): fc.Arbitrary<BusyCall[]> {
  const atWeekTurn = fc
    .tuple(chosen(...weekTurns(anchor, timeZone)), chosen(-90, -60, -30, -1, 0, 1, 30, 59, 90))
    .map(([turn, minutes]) => turn + minutes);
  return fc
    .array(
      fc.record({
        // Some calls begin when the one before them ends.
        offset: fc.oneof(fc.constant(null), offset, offset, atWeekTurn),
        duration: mostly(30, chosen(1, 15, 20, 45, 60, 90, 240, 1440), 1),
        bufferBefore: mostly(0, chosen(5, 10, 30, 120)),
        bufferAfter: mostly(0, chosen(5, 10, 30, 120)),
        isSameEvent: fc.boolean(),
      }),
      { maxLength: 5 },
    )
    .map((calls) => {
      let next = anchor;
      return calls.map(({ offset, duration, ...call }) => {
        const start = offset === null ? next : anchor + offset * minute;
        next = start + duration * minute;
        return { start, end: next, ...call };
      });
    });
}

const timeOffAround = (anchor: number): fc.Arbitrary<Interval[]> =>
  fc.array(
    fc.tuple(offset, chosen(1, 60, 480, 1440), mostly(0, chosen(1, 29_500, 59_999))).map(([offset, length, ms]) => {
      const start = anchor + offset * minute + ms;
      return { start, end: start + length * minute };
    }),
    { maxLength: 2 },
  );

/** Mostly one calendar that can be read, and knows enough. */
function connectionsAround(anchor: number): fc.Arbitrary<HostConnection[]> {
  const at = (minutes: number) => anchor + minutes * minute;
  const calendar = fc.record({
    busyUntil: mostly<number | null>(
      at(30 * 1440),
      fc.oneof(
        fc.constant(null),
        offset.map((each) => at(each) + 1),
      ),
      12,
    ),
    busy: fc
      .array(fc.tuple(offset, chosen(1, 30, 60, 240)), { maxLength: 4 })
      .map((times) => packBusy(times.map(([start, length]) => ({ start: at(start), end: at(start + length) })))),
  });
  const connection = fc.record({
    readableUntil: mostly<number | null>(at(30 * 1440), fc.oneof(fc.constant(null), offset.map(at)), 12),
    calendars: fc.array(calendar, { maxLength: 2 }),
  });
  return fc.array(connection, { maxLength: 2 }).map((connections) =>
    connections.map(({ calendars, ...each }, id) => ({
      ...each,
      id,
      calendars: calendars.map((calendar, index) => ({ ...calendar, id: 10 * id + index })),
    })),
  );
}

function hostsAround(anchor: number, timeZone: string): fc.Arbitrary<Host[]> {
  const dates = [-2, -1, 0, 1, 2, 3].map((days) => {
    const local = Temporal.Instant.fromEpochMilliseconds(anchor + days * day).toZonedDateTimeISO(timeZone);
    return local.toPlainDate().toString();
  });
  const schedule = fc.record({
    timeZone: mostly(timeZone, chosen(...timeZones), 4),
    weekly: fc.oneof(
      fc.array(timings, { minLength: 7, maxLength: 7 }),
      timings.map((each) => Array.from({ length: 7 }, () => each)),
    ),
    overrides: fc
      .array(fc.tuple(chosen(...dates), fc.oneof(timings, fc.constant([]))), { maxLength: 2 })
      .map((entries) => new Map(entries)),
  });
  const rest = {
    lastBookedAt: chosen<number | null>(null, 1, 1, anchor - day, anchor),
    ...{ priority: chosen(0, 1, 1, 2), calls: callsAround(anchor, timeZone), timeOff: timeOffAround(anchor) },
    calendarConnections: mostly([], connectionsAround(anchor), 1),
  };
  return fc.uniqueArray(fc.record({ userId: fc.integer({ min: 1, max: 9 }), schedule, ...rest }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ userId }) => userId,
  });
}

export interface SlotCase {
  readonly query: SlotQuery;
  /** Whether a clock is moved between the start and the end of the query. */
  readonly crossesTransition: boolean;
}

export const slotCases: fc.Arbitrary<SlotCase> = chosen(...anchors).chain(({ timeZone, instant, isTransition }) =>
  fc
    .record({
      event,
      hosts: hostsAround(instant, timeZone),
      workspaceTimeZone: mostly(timeZone, chosen(...timeZones), 1),
      before: fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: 0, max: 24 }).map((hours) => hours * 60) },
        { weight: 3, arbitrary: fc.integer({ min: -600, max: 1440 }) },
        { weight: 1, arbitrary: fc.integer({ min: -6, max: 6 }).map((days) => days * 1440) },
      ),
      length: fc.oneof(fc.integer({ min: 1, max: 1440 }), chosen(1440, 2160, 2880)),
      passed: fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: -4320, max: 0 }) },
        { weight: 1, arbitrary: fc.integer({ min: -600, max: 1440 }) },
      ),
      nowMs: mostly(0, chosen(1, 1000, 30_000, 59_999), 1),
    })
    .map(({ event, hosts, workspaceTimeZone, before, length, passed, nowMs }) => {
      const from = instant - before * minute;
      const until = from + length * minute;
      const now = from + passed * minute + nowMs;
      const query = { event, hosts, now, from, until, workspaceTimeZone };
      return { query, crossesTransition: isTransition && from < instant && instant < until };
    }),
);

/** The same over thirty days, in which the calls, the time off and the busy times come again every few days, each time a little later. */
export const longSlotCases: fc.Arbitrary<SlotQuery> = slotCases.map(({ query }) => {
  const recurring = <Item extends Interval>(items: readonly Item[]) =>
    Array.from({ length: 10 }, (_, index) => index * (3 * day + 35 * minute)).flatMap((later) =>
      items.map((item) => ({ ...item, start: item.start + later, end: item.end + later })),
    );
  const hosts = query.hosts.map((host) => ({
    ...host,
    calls: recurring(host.calls),
    timeOff: recurring(host.timeOff),
    calendarConnections: host.calendarConnections.map((connection) => ({
      ...connection,
      calendars: connection.calendars.map((calendar) => ({
        ...calendar,
        busy: packBusy(recurring(unpackBusy(calendar.busy))),
      })),
    })),
  }));
  const bookingWindow = query.event.bookingWindow && query.event.bookingWindow * 8;
  return { ...query, event: { ...query.event, bookingWindow }, hosts, until: query.from + 30 * day };
});
