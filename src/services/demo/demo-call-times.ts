import { type Random, seededRandom } from '#src/lib/random.ts';
import type { Offer } from './demo-events.ts';
import { type Timing, timingsOf } from './schedules.ts';
import { dayMs, minuteMs, wallClock, weekdayOf } from './wall-clock.ts';

/** Days before and after today on which the demo has calls. */
export const pastDays = 425;
export const futureDays = 60;

export interface CallTime {
  offer: Offer;
  startMs: number;
}

interface Candidate {
  offer: Offer;
  /** What the host's clock shows, as `wallClock` takes it. */
  wallMs: number;
  /** The greatest ones are taken. */
  rank: number;
}

/** So many starts within the hosts' hours, no two of one host overlapping, earliest first. */
export function chooseCallTimes(offers: readonly Offer[], todayMs: number, count: number): CallTime[] {
  const candidates = fillDays(offers, todayMs);
  if (candidates.length < count) throw new Error(`The schedules have room for ${candidates.length} of ${count} calls.`);
  const instantOf = clocks(offers, todayMs);
  return candidates
    .sort((one, other) => other.rank - one.rank)
    .slice(0, count)
    .map(({ offer, wallMs }) => ({ offer, startMs: instantOf(offer.schedule.timeZone, wallMs) }))
    .sort((one, other) => one.startMs - other.startMs || one.offer.schedule.userId - other.offer.schedule.userId);
}

function clocks(offers: readonly Offer[], todayMs: number): (timeZone: string, wallMs: number) => number {
  const [fromMs, untilMs] = [todayMs - pastDays * dayMs, todayMs + (futureDays + 1) * dayMs];
  const zones = new Set(offers.map(({ schedule }) => schedule.timeZone));
  const byZone = new Map([...zones].map((timeZone) => [timeZone, wallClock(timeZone, fromMs, untilMs)]));
  return (timeZone, wallMs) => (byZone.get(timeZone) as ReturnType<typeof wallClock>)(wallMs);
}

function fillDays(offers: readonly Offer[], todayMs: number): Candidate[] {
  const random = seededRandom(0xca11);
  const candidates: Candidate[] = [];
  const bySchedule = [...Map.groupBy(offers, ({ schedule }) => schedule).entries()];
  for (let day = -pastDays; day <= futureDays; day++) {
    const dateMs = todayMs + day * dayMs;
    const weekday = weekdayOf(dateMs);
    for (const [{ hours }, own] of bySchedule) {
      for (const { offer, minute } of timingsOf(hours[weekday]).flatMap((timing) => fillTiming(random, own, timing))) {
        candidates.push({ offer, wallMs: dateMs + minute * minuteMs, rank: random.next() ** (1 / popularity(day)) });
      }
    }
  }
  return candidates;
}

/** The team has grown, and the weeks to come are not yet booked out. */
function popularity(day: number): number {
  return day <= 0 ? 0.35 + 0.65 * (1 + day / pastDays) : 0.6 * (1 - day / (futureDays + 10));
}

/** One call after the other through a stretch of hours; that only some are taken leaves the host breaks. */
function fillTiming(random: Random, own: readonly Offer[], { startMinute, endMinute }: Timing) {
  const starts: { offer: Offer; minute: number }[] = [];
  let free = startMinute;
  for (;;) {
    const offer = random.pick(own);
    const { slotInterval, bufferBefore, bufferAfter, duration } = offer.event;
    const earliest = free === startMinute ? 0 : free - startMinute + bufferBefore;
    const minute = startMinute + Math.ceil(earliest / slotInterval) * slotInterval;
    if (minute + duration > endMinute) return starts;
    starts.push({ offer, minute });
    free = minute + duration + bufferAfter;
  }
}
