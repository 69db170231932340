import type { CallOutcome, CallStatus, CallType, NoSaleReason, ObjectionKind } from '#src/db/generated/prisma/enums.ts';
import { type CallTime, callTimes, lastCallTimes } from './calendar.ts';
import { type History, type JoinTimes, maxLeadDays } from './contacts.ts';
import type { WorkspacePlan } from './plan.ts';
import { type Random, seededRandom } from './random.ts';
import type { Team } from './team.ts';
import { cancelReasons, notes, objections, rescheduleReasons } from './texts.ts';
import { hourMs, minuteMs } from './wall-clock.ts';

const statusMix = { SCHEDULED: 82, RESCHEDULED: 9, CANCELLED: 9 } satisfies Record<CallStatus, number>;

/** The weights of outcomes, for past calls that were not cancelled. */
const outcomeMix: Readonly<Record<CallType, Partial<Record<CallOutcome, number>>>> = {
  STRATEGY_EVENT: { WON: 28, NO_SALE: 64 },
  DISCOVERY_EVENT: { QUALIFIED: 35, APPROVED: 24, UNQUALIFIED: 18, REJECTED: 15 },
};

/** The outcome of each type that means "no" and needs a reason. */
const refusalOf = { STRATEGY_EVENT: 'NO_SALE', DISCOVERY_EVENT: 'REJECTED' } as const satisfies Record<
  CallType,
  CallOutcome
>;

/** The weights of reasons why a call did not lead to a sale. */
const refusalMix = {
  FOLLOW_UP_SCHEDULE: 22,
  NO_SHOW: 19,
  NOT_INTERESTED: 24,
  BAD_FIT: 14,
  UNQUALIFIED: 12,
  OTHER: 9,
} satisfies Partial<Record<NoSaleReason, number>>;

/** The share of cancelled calls that have an outcome, which says who cancelled. */
const cancelledWithOutcome = 0.3;
const cancellationMix = { CONTACT_CANCELLED: 75, ADMIN_CANCELLED: 25 } satisfies Partial<Record<NoSaleReason, number>>;

const withSetter = 0.7;

type FinishedCall = ReturnType<typeof finish>;

export type GeneratedCall = FinishedCall & { index: number; contactIndex: number; setterId: number | null };

export interface CallSource {
  plan: WorkspacePlan;
  team: Team;
  times: JoinTimes;
  todayMs: number;
}

/** Generates all calls of a plan, day by day; the result is always the same. */
export function* generateCalls(source: CallSource): Generator<GeneratedCall> {
  const { plan, team, times, todayMs } = source;
  const random = seededRandom(0xca115);
  const chooseContact = contactChooser(random, times, plan.recentContacts);
  let index = 0;
  const complete = (call: FinishedCall): GeneratedCall => {
    const setterId = random.chance(withSetter) ? random.pick(team.setterIds) : null;
    return { index: index++, setterId, contactIndex: chooseContact(call), ...call };
  };
  let rebookings = plan.rebookedCalls;
  const calendar = { ...plan, todayMs };
  for (const time of callTimes(team.offers, calendar, plan.calls - rebookings - plan.lastCalls.length)) {
    const call = finish(random, book(random, time, todayMs), source);
    yield complete(call);
    if (rebookings > 0 && isFreed(call, todayMs)) {
      rebookings--;
      yield complete(finish(random, rebook(random, call, todayMs), source));
    }
  }
  if (rebookings > 0) throw new Error(`${rebookings} calls too few were cancelled in time to be booked again.`);
  for (const time of lastCallTimes(team.offers, calendar, plan.lastCalls)) {
    yield complete(finish(random, { ...book(random, time, todayMs), status: 'SCHEDULED' }, source));
  }
}

interface Booking extends CallTime {
  createdMs: number;
  status: CallStatus;
}

function book(random: Random, time: CallTime, todayMs: number): Booking {
  const { minimumNotice } = time.offer.event;
  const leadMs = random.integer(minimumNotice, maxLeadDays * 24 * 60) * minuteMs;
  return { ...time, createdMs: Math.min(time.startMs, todayMs) - leadMs, status: random.weighted(statusMix) };
}

function lastBookingMs({ offer, startMs }: CallTime, todayMs: number): number {
  return Math.min(startMs - offer.event.minimumNotice * minuteMs, todayMs);
}

/** True if a call was cancelled early enough for another contact to book its time. */
function isFreed(call: FinishedCall, todayMs: number): boolean {
  return call.status === 'CANCELLED' && call.outcome === null && call.updatedMs < lastBookingMs(call, todayMs);
}

function rebook(random: Random, { offer, day, startMs, updatedMs }: FinishedCall, todayMs: number): Booking {
  const createdMs = between(random, updatedMs, lastBookingMs({ offer, day, startMs }, todayMs));
  return { offer, day, startMs, createdMs, status: 'SCHEDULED' };
}

/** Adds a result to the booking. A call has no outcome before it has ended. */
function finish(random: Random, booking: Booking, { plan, todayMs }: Pick<CallSource, 'plan' | 'todayMs'>) {
  const { offer, day, status } = booking;
  const endMs = booking.startMs + offer.event.duration * minuteMs;
  const isOver = endMs <= todayMs;
  const result = isOver ? resultOf(random, offer.event.callType, { status, undecided: plan.undecided(day) }) : noResult;
  return {
    ...booking,
    ...result,
    endMs,
    notes: random.chance(isOver ? 0.4 : 0.1) ? random.pick(notes) : null,
    cancelReason: status === 'CANCELLED' ? random.pick(cancelReasons) : null,
    rescheduleReason: status === 'RESCHEDULED' ? random.pick(rescheduleReasons) : null,
    updatedMs: lastChange(random, { ...booking, endMs, hasOutcome: result.outcome !== null }, todayMs),
  };
}

interface Result {
  outcome: CallOutcome | null;
  noSaleReason: NoSaleReason | null;
  objectionKind: ObjectionKind | null;
  objection: string | null;
}

const noResult: Result = { outcome: null, noSaleReason: null, objectionKind: null, objection: null };

function resultOf(
  random: Random,
  callType: CallType,
  { status, undecided }: { status: CallStatus; undecided: number },
): Result {
  const refusal = refusalOf[callType];
  if (status === 'CANCELLED') {
    if (!random.chance(cancelledWithOutcome)) return noResult;
    return { outcome: refusal, noSaleReason: random.weighted(cancellationMix), objectionKind: null, objection: null };
  }
  const mix = { ...outcomeMix[callType], undecided } as Record<CallOutcome | 'undecided', number>;
  const outcome = random.weighted(mix);
  if (outcome === 'undecided') return noResult;
  const noSaleReason = outcome === refusal ? random.weighted(refusalMix) : null;
  const [objection, objectionKind] = random.chance(outcome === refusal ? 0.6 : 0.15)
    ? random.pick(objections)
    : [null, null];
  return { outcome, noSaleReason, objectionKind, objection };
}

/** The outcome is recorded after the call, and every other change before it. */
function lastChange(random: Random, call: Booking & { endMs: number; hasOutcome: boolean }, todayMs: number): number {
  if (call.hasOutcome) return Math.min(call.endMs + random.integer(1, 240) * minuteMs, todayMs);
  if (call.status === 'SCHEDULED') return call.createdMs;
  return between(random, call.createdMs, Math.min(call.startMs, todayMs));
}

function between(random: Random, fromMs: number, untilMs: number): number {
  return fromMs + Math.floor(random.next() * (untilMs - fromMs));
}

/** Chooses a contact for each call: one who had already joined, mostly recently, and who has no other call on that day. */
function contactChooser(random: Random, times: JoinTimes, recent: number): (call: FinishedCall) => number {
  let busy = new Set<number>();
  let today: number | undefined;
  return ({ createdMs, day }) => {
    if (day !== today) [today, busy] = [day, new Set()];
    const joined = times.joinedBy(createdMs - hourMs);
    for (let attempt = 0; ; attempt++) {
      const contact = joined - 1 - Math.floor(random.next() ** 2 * Math.min(joined, recent + attempt));
      // A workspace with too few contacts has to repeat one.
      if (busy.has(contact) && attempt < 100) continue;
      busy.add(contact);
      return contact;
    }
  };
}

/** The results of each contact's calls, by contact index. */
export function historiesOf(calls: Iterable<GeneratedCall>): Map<number, History> {
  const histories = new Map<number, History>();
  for (const { contactIndex, outcome, offer, endMs, updatedMs } of calls) {
    const history = histories.get(contactIndex);
    const firstWinMs = history?.firstWinMs ?? (outcome === 'WON' ? endMs : null);
    const lastOutcome = outcome ?? history?.lastOutcome ?? null;
    histories.set(contactIndex, {
      firstHostId: history?.firstHostId ?? offer.schedule.userId,
      lastOutcome,
      firstWinMs,
      updatedMs: Math.max(updatedMs, history?.updatedMs ?? 0),
    });
  }
  return histories;
}
