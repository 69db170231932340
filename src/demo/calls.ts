import type { CallStatus } from '#src/db/generated/prisma/enums.ts';
import { maxUpcomingPerWorkspace } from '#src/domain/event-calls/upcoming-calls.ts';
import { type CallTime, callTimes, lastCallTimes } from './calendar.ts';
import { campaignOf, type History, type JoinTimes, maxLeadDays } from './contacts.ts';
import type { WorkspacePlan } from './plan.ts';
import { type Random, seededRandom } from './random.ts';
import { noResult, type Result, resultDraw } from './results.ts';
import type { Team } from './team.ts';
import { cancelReasons, notes, rescheduleReasons } from './texts.ts';
import { hourMs, minuteMs } from './wall-clock.ts';

const statusMix = { SCHEDULED: 82, RESCHEDULED: 9, CANCELLED: 9 } satisfies Record<CallStatus, number>;

const withSetter = 0.7;

/** The calls that wait for an outcome are of these days before today. */
const waitingDays = 3;

export type GeneratedCall = ReturnType<typeof finish> & {
  index: number;
  contactIndex: number;
  setterId: number | null;
};

export interface CallSource {
  plan: WorkspacePlan;
  team: Team;
  times: JoinTimes;
  /** Bookings are relative to the start of the day. */
  todayMs: number;
  /** Calls that have ended until now have their results. */
  nowMs: number;
}

/** Generates all calls of a plan, day by day; the result is always the same. */
export function* generateCalls(source: CallSource): Generator<GeneratedCall> {
  const { plan, team, times, todayMs } = source;
  const random = seededRandom(0xca115);
  const chooseContact = contactChooser(random, { times, todayMs, recent: plan.recentContacts });
  const drawResult = resultDraw(random, plan);
  let index = 0;
  let waiting = plan.waitingCalls;
  const complete = (booking: Booking): GeneratedCall => {
    const { offer, day, status } = booking;
    const contactIndex = chooseContact(booking);
    const setterId = random.chance(withSetter) ? random.pick(team.setterIds) : null;
    // A result is drawn for calls to come too, so that the hour at which a demo is made changes no other call.
    const drawn = drawResult({
      callType: offer.event.callType,
      status,
      host: offer.schedule.key,
      source: campaignOf(contactIndex)?.utm_source,
    });
    const isRecent = day >= -waitingDays && endOf(booking) <= todayMs;
    const isWaiting = waiting > 0 && isRecent && status !== 'CANCELLED';
    if (isWaiting) waiting--;
    return { index: index++, setterId, contactIndex, ...finish(random, booking, isWaiting ? noResult : drawn, source) };
  };
  let rebookings = plan.rebookedCalls;
  const calendar = { ...plan, todayMs };
  for (const time of callTimes(team.offers, calendar, plan.calls - rebookings - plan.lastCalls.length)) {
    const call = complete(book(random, time, todayMs));
    yield call;
    if (rebookings > 0 && isFreed(call, todayMs)) {
      rebookings--;
      yield complete(rebook(random, call, todayMs));
    }
  }
  if (rebookings > 0) throw new Error(`${rebookings} calls too few were cancelled in time to be booked again.`);
  if (waiting > 0) throw new Error(`${waiting} calls too few have ended in the last ${waitingDays} days.`);
  for (const time of lastCallTimes(team.offers, calendar, plan.lastCalls)) {
    yield complete({ ...book(random, time, todayMs), status: 'SCHEDULED' });
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

function endOf({ startMs, offer }: CallTime): number {
  return startMs + offer.event.duration * minuteMs;
}

/** True if a call was cancelled early enough for another contact to book its time. */
function isFreed(call: GeneratedCall, todayMs: number): boolean {
  return call.status === 'CANCELLED' && call.outcome === null && call.updatedMs < lastBookingMs(call, todayMs);
}

function rebook(random: Random, { offer, day, startMs, updatedMs }: GeneratedCall, todayMs: number): Booking {
  const createdMs = between(random.next(), updatedMs, lastBookingMs({ offer, day, startMs }, todayMs));
  return { offer, day, startMs, createdMs, status: 'SCHEDULED' };
}

/** Adds the result to the booking if the call has ended. Draws the same number of random numbers whether it has or not. */
function finish(random: Random, booking: Booking, drawn: Result, { todayMs, nowMs }: CallSource) {
  const { status } = booking;
  const endMs = endOf(booking);
  const isOver = endMs <= nowMs;
  const result = isOver ? drawn : noResult;
  const [noteShare, note, changeShare] = [random.next(), random.pick(notes), random.next()];
  return {
    ...booking,
    ...result,
    endMs,
    notes: noteShare < (isOver ? 0.4 : 0.1) ? note : null,
    cancelReason: status === 'CANCELLED' ? random.pick(cancelReasons) : null,
    rescheduleReason: status === 'RESCHEDULED' ? random.pick(rescheduleReasons) : null,
    updatedMs: result.outcome
      ? Math.min(endMs + Math.ceil(changeShare * 240) * minuteMs, knownUntil(endMs, { todayMs, nowMs }))
      : lastBookingChange(changeShare, booking, todayMs),
  };
}

/** Until when what followed a call is known: until now for those of today, so that the hour changes nothing about others. */
export function knownUntil(endMs: number, { todayMs, nowMs }: Pick<CallSource, 'todayMs' | 'nowMs'>): number {
  return endMs <= todayMs ? todayMs : nowMs;
}

/** The last change of a call without an outcome, before its start. */
function lastBookingChange(share: number, { status, createdMs, startMs }: Booking, todayMs: number): number {
  return status === 'SCHEDULED' ? createdMs : between(share, createdMs, Math.min(startMs, todayMs));
}

function between(share: number, fromMs: number, untilMs: number): number {
  return fromMs + Math.floor(share * (untilMs - fromMs));
}

interface Chooser extends Pick<CallSource, 'times' | 'todayMs'> {
  readonly recent: number;
}

/**
 * Chooses a contact for each call: one who had already joined, mostly recently, who has no other call on that day and may have one
 * more to come.
 */
function contactChooser(random: Random, { times, todayMs, recent }: Chooser): (booking: Booking) => number {
  let busy = new Set<number>();
  let today: number | undefined;
  const toCome = new Map<string, number>();
  return (booking) => {
    const { createdMs, day, offer, status } = booking;
    if (day !== today) [today, busy] = [day, new Set()];
    const isToCome = status !== 'CANCELLED' && endOf(booking) > todayMs;
    const joined = times.joinedBy(createdMs - hourMs);
    for (let attempt = 0; ; attempt++) {
      const contact = joined - 1 - Math.floor(random.next() ** 2 * Math.min(joined, recent + attempt));
      const limits: (readonly [key: string, max: number])[] = [
        [`${contact} ${offer.event.id}`, offer.event.maxUpcomingPerInvitee],
        [`${contact}`, maxUpcomingPerWorkspace],
      ];
      const isFull = isToCome && limits.some(([key, max]) => (toCome.get(key) ?? 0) >= max);
      // A workspace with too few contacts has to repeat one.
      if ((busy.has(contact) || isFull) && attempt < 100) continue;
      busy.add(contact);
      if (isToCome) for (const [key] of limits) toCome.set(key, (toCome.get(key) ?? 0) + 1);
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
