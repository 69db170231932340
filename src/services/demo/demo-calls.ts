import type { CallStatus } from '#src/db/generated/prisma/enums.ts';
import { type Random, seededRandom } from '#src/lib/random.ts';
import { setterPercent, statusMix } from './call-mix.ts';
import { type CallTime, chooseCallTimes } from './demo-call-times.ts';
import type { Offer } from './demo-events.ts';
import { type CourseOfCall, courseOfCall } from './demo-outcomes.ts';
import { type Person, previewId } from './demo-people.ts';
import { dayMs, hourMs, minuteMs } from './wall-clock.ts';

/** The longest time between booking and call. */
export const longestLeadDays = 14;

/** Calls that took the time of a cancelled one of the same host. */
const rebooked = 40;

interface Booking extends CallTime {
  createdMs: number;
  status: CallStatus;
}

type BookedCall = Booking & CourseOfCall & { endMs: number; updatedMs: number };

export type DemoCall = BookedCall & { previewId: string; person: Person; setterId: number | null };

/** As it is stored, with its contact. */
export type KeptCall = DemoCall & { id: number; contactId: number };

export interface Calendar {
  count: number;
  offers: readonly Offer[];
  people: readonly Person[];
  setterIds: readonly number[];
  todayMs: number;
}

/** Calls in the order in which they were booked. */
export function makeCalls({ count, offers, people, setterIds, todayMs }: Calendar): DemoCall[] {
  const random = seededRandom(0xca115);
  const times = chooseCallTimes(offers, todayMs, count - rebooked);
  const first = times.map((time) => followUp(random, booking(random, time, todayMs), todayMs));
  const second = freedTimes(random, first, todayMs).map((again) => followUp(random, again, todayMs));
  const calls = [...first, ...second].sort((one, other) => one.createdMs - other.createdMs);
  const invite = invitations(random, people);
  return calls.map((call) => {
    const setterId = random.chance(setterPercent / 100) ? random.pick(setterIds) : null;
    return { previewId: previewId('call', random), setterId, person: invite(call), ...call };
  });
}

function booking(random: Random, time: CallTime, todayMs: number): Booking {
  const { minimumNotice } = time.offer.event;
  const leadMs = random.integer(minimumNotice, longestLeadDays * 24 * 60) * minuteMs;
  return { ...time, createdMs: Math.min(time.startMs, todayMs) - leadMs, status: random.weighted(statusMix) };
}

/** The first so many calls that were cancelled in good time give it to somebody else. */
function freedTimes(random: Random, calls: readonly BookedCall[], todayMs: number): Booking[] {
  const untilMs = ({ offer, startMs }: CallTime) => Math.min(startMs - offer.event.minimumNotice * minuteMs, todayMs);
  const freed = calls.filter((call) => {
    return call.status === 'CANCELLED' && call.outcome === null && call.updatedMs < untilMs(call);
  });
  if (freed.length < rebooked) throw new Error(`Only ${freed.length} calls of the demo were cancelled in good time.`);
  return freed.slice(0, rebooked).map((call) => {
    const { offer, startMs, updatedMs } = call;
    return { offer, startMs, createdMs: between(random, updatedMs, untilMs(call)), status: 'SCHEDULED' };
  });
}

function followUp(random: Random, call: Booking, todayMs: number): BookedCall {
  const { callType, duration } = call.offer.event;
  const endMs = call.startMs + duration * minuteMs;
  const course = courseOfCall(random, { callType, status: call.status, isOver: endMs <= todayMs });
  return { ...call, ...course, endMs, updatedMs: lastChange(random, { ...call, ...course, endMs }, todayMs) };
}

/** A result is written down after the call, everything else before it. */
function lastChange(random: Random, call: Booking & CourseOfCall & { endMs: number }, todayMs: number): number {
  if (call.outcome) return Math.min(call.endMs + random.integer(1, 240) * minuteMs, todayMs);
  if (call.status === 'SCHEDULED') return call.createdMs;
  return between(random, call.createdMs, Math.min(call.startMs, todayMs));
}

function between(random: Random, fromMs: number, untilMs: number): number {
  return fromMs + Math.floor(random.next() * (untilMs - fromMs));
}

/** Gives each call a person who had joined by then, mostly one of the last weeks, and nobody two calls on one day. */
function invitations(random: Random, people: readonly Person[]): (call: BookedCall) => Person {
  const busy = new Set<string>();
  let joined = 0;
  return ({ createdMs, startMs }) => {
    while ((people[joined]?.joinedMs ?? Infinity) <= createdMs - hourMs) joined++;
    for (let attempt = 0; ; attempt++) {
      const back = Math.floor(random.next() ** 2 * Math.min(joined, 60 + attempt));
      const day = `${joined - 1 - back}:${Math.floor(startMs / dayMs)}`;
      const person = people[joined - 1 - back];
      if (!person) throw new Error('The first call of the demo was booked before anybody had joined.');
      if (busy.has(day) && attempt < 1000) continue;
      busy.add(day);
      return person;
    }
  };
}
