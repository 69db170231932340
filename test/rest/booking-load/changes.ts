import fc from 'fast-check';

/** What a client does. Numbers stand for one of the events, hosts or calls that there are then. */
export type Change = BookingChange | CallChange | CalendarChange;

interface BookingChange extends Start {
  readonly kind: 'book';
  readonly event: number;
  readonly contact: number;
  /** Null: the service chooses the host. */
  readonly host: number | null;
}

export type CallChange =
  | (Start & { readonly kind: 'reschedule'; readonly call: number })
  | { readonly kind: 'cancel'; readonly call: number }
  | { readonly kind: 'outcome'; readonly call: number; readonly isSale: boolean };

export type CalendarChange =
  | { readonly kind: 'status'; readonly event: number }
  | { readonly kind: 'override'; readonly host: number; readonly day: number; readonly hours: Hours | null }
  | { readonly kind: 'week'; readonly host: number; readonly weekday: number; readonly hours: Hours }
  | { readonly kind: 'timeOff'; readonly host: number; readonly start: number; readonly quarters: number }
  | { readonly kind: 'noOverride' | 'noTimeOff' };

/** A quarter of an hour after the first day. */
interface Start {
  readonly start: number;
  /** Many clients want about the same time at once. */
  readonly isInRush: boolean;
}

/** Whole hours of the wall clock. */
export interface Hours {
  readonly from: number;
  readonly until: number;
}

/** Calls begin within so many days, at each quarter of an hour. */
export const days = 12;
const quartersOfDay = 96;

/** Windows begin at multiples of so many hours, so that every window has starts of the same grid. */
const gridHours = 3;

const any = fc.nat();
const start = fc.nat(days * quartersOfDay - 1);
const isInRush = fc.boolean();
const hours = fc
  .uniqueArray(fc.nat(24 / gridHours), { minLength: 2, maxLength: 2 })
  .map((pair): Hours => ({ from: Math.min(...pair) * gridHours, until: Math.max(...pair) * gridHours }));

/** The weight of each kind of change, and its arbitrary. */
const kinds: { [Kind in Change['kind']]: [weight: number, fc.Arbitrary<Omit<Change & { kind: Kind }, 'kind'>>] } = {
  book: [54, fc.record({ event: any, start, isInRush, contact: any, host: fc.option(any, { freq: 4 }) })],
  reschedule: [20, fc.record({ call: any, start, isInRush })],
  cancel: [10, fc.record({ call: any })],
  outcome: [8, fc.record({ call: any, isSale: fc.boolean() })],
  status: [1, fc.record({ event: any })],
  override: [2, fc.record({ host: any, day: fc.nat(days - 1), hours: fc.option(hours) })],
  noOverride: [1, fc.record({})],
  week: [2, fc.record({ host: any, weekday: fc.nat(6), hours })],
  timeOff: [1, fc.record({ host: any, start, quarters: fc.integer({ min: 1, max: 40 }) })],
  noTimeOff: [1, fc.record({})],
};

const change = fc.oneof(
  ...Object.entries(kinds).map(([kind, [weight, fields]]) => ({
    weight,
    arbitrary: (fields as fc.Arbitrary<object>).map((each) => ({ kind, ...each }) as Change),
  })),
);

/** A rush is so many changes long, and its calls begin within so many quarters of an hour. */
const rush = { changes: 40, quarters: 8 };

export function randomChanges(count: number): Change[] {
  const rushes = fc.sample(start, Math.ceil(count / rush.changes));
  return fc.sample(change, count).map((each, number) => {
    if (!('isInRush' in each) || !each.isInRush) return each;
    const first = rushes[Math.floor(number / rush.changes)] as number;
    return { ...each, start: first + (each.start % rush.quarters) };
  });
}

/** Some of the items, each at most once. */
export function sampleOf<Item>(items: readonly Item[], count: number): Item[] {
  const left = [...items];
  const picks = fc.sample(fc.nat(), Math.min(count, left.length));
  return picks.flatMap((pick) => left.splice(pick % left.length, 1));
}
