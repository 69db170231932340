import {
  cancellationMix,
  cancelledClosedPercent,
  outcomeMix,
  refusalMix,
  refusalOf,
  setterPercent,
  statusMix,
} from './call-mix.ts';
import type { ContactsPlan } from './seed-contacts.ts';
import type { SeedEvent } from './seed-events.ts';
import { eventsPerCloser, type SeedSize, slotsPerCloser } from './seed-size.ts';
import { slotDate, slotMinute } from './seed-slots.ts';
import { seedZones } from './seed-team.ts';
import { chance, columns, intArray, roll, text, textArray, weighted } from './sql-pieces.ts';

export interface CallsPlan extends ContactsPlan {
  setterIds: readonly number[];
  events: readonly SeedEvent[];
}

/** Calls are with contacts who came in the six weeks before. */
export function contactWindow({ contacts }: SeedSize): number {
  return Math.max(1, Math.ceil((contacts * 45) / 820));
}

/** The newest contact when this call is booked. */
export function newestContact(call: number, { contacts, calls }: SeedSize): number {
  return Math.floor((call * contacts) / calls);
}

/** Who has the call, with whom, for which event and when. */
export function placeColumns(plan: CallsPlan): string {
  const { size, closerIds, setterIds, events } = plan;
  const { closers, calls, contacts } = size;
  const at = (array: string, place: string) => `(${array})[1 + ${place}]`;
  const setterSides = Math.ceil((setterIds.length * 100) / setterPercent);
  const share = (turn: string) => `(${turn}) * ${slotsPerCloser} / "own"`;
  const free = `(60 - "duration") / 15`;
  return [
    columns({ closer: `(k % ${closers})::int`, turn: `k / ${closers}`, newest: `k * ${contacts} / ${calls}` }, 'a'),
    columns({ own: `(${calls - 1} - "closer") / ${closers} + 1` }, 'b'),
    columns(
      {
        contact: `"newest" - ${roll('k', 30, `least(${contactWindow(size)}, "newest" + 1)`)}`,
        slot: `(${share('"turn"')} + ${roll('k', 31, `(${share('"turn" + 1')} - ${share('"turn"')})`)})::int`,
        event: `("closer" * ${eventsPerCloser} + ${roll('k', 32, eventsPerCloser)}) % ${events.length}`,
        userId: at(intArray(closerIds), '"closer"'),
        setterId: at(intArray(setterIds), roll('k', 33, setterSides)),
        zone: at(textArray(seedZones), `"closer" % ${seedZones.length}`),
      },
      'c',
    ),
    columns(
      {
        eventId: at(intArray(events.map(({ id }) => id)), '"event"'),
        duration: at(intArray(events.map(({ duration }) => duration)), '"event"'),
        callType: at(textArray(events.map(({ callType }) => callType)), '"event"'),
        location: at(textArray(events.map(({ location }) => location)), '"event"'),
        locationLink: at(textArray(events.map(({ locationLink }) => locationLink)), '"event"'),
      },
      'd',
    ),
    columns({ minute: `${slotMinute('"slot"')} + 15 * ${roll('k', 34, `(${free} + 1)`)}` }, 'e'),
    columns(
      {
        dateTime: `(${slotDate('"slot"', plan.firstMonday)} + make_interval(mins => "minute")) AT TIME ZONE "zone"`,
      },
      'f',
    ),
    columns(
      { endTime: `"dateTime" + make_interval(mins => "duration")`, latest: `least("dateTime", ${todayOf(plan)})` },
      'g',
    ),
  ].join('\n');
}

/** What becomes of it, by the same rules as in the demo. */
export function courseColumns(plan: CallsPlan): string {
  const refusal = `CASE "callType" WHEN 'STRATEGY_EVENT' THEN '${refusalOf.STRATEGY_EVENT}' ELSE '${refusalOf.DISCOVERY_EVENT}' END`;
  const held = `CASE "callType" WHEN 'STRATEGY_EVENT' THEN ${weighted('k', 51, outcomeMix.STRATEGY_EVENT)}
    ELSE ${weighted('k', 51, outcomeMix.DISCOVERY_EVENT)} END`;
  const cancelled = `CASE WHEN ${chance('k', 52, cancelledClosedPercent)} THEN ${refusal} END`;
  return [
    columns(
      {
        status: weighted('k', 50, statusMix),
        // Between two hours and two weeks ahead.
        createdAt: `"latest" - make_interval(mins => 120 + ${roll('k', 35, 14 * 24 * 60 - 120)})`,
      },
      'h',
    ),
    columns(
      {
        outcome: `CASE WHEN "endTime" > ${todayOf(plan)} THEN NULL WHEN "status" = 'CANCELLED' THEN ${cancelled} ELSE ${held} END`,
      },
      'i',
    ),
    columns(
      {
        noSaleReason: `CASE WHEN "outcome" IN ('NO_SALE', 'REJECTED') THEN CASE "status"
          WHEN 'CANCELLED' THEN ${weighted('k', 53, cancellationMix)} ELSE ${weighted('k', 53, refusalMix)} END END`,
      },
      'j',
    ),
  ].join('\n');
}

export function todayOf(plan: CallsPlan): string {
  return `${text(plan.today)}::timestamptz`;
}
