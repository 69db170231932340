import { weekdays } from '#src/domain/availabilities/availability.ts';
import type { LastCall, WorkspacePlan } from './plan.ts';
import { type Random, seededRandom } from './random.ts';
import type { Offer, Timing } from './team.ts';
import { dayMs, minuteMs, wallClock, weekdayOf } from './wall-clock.ts';

export interface CallTime {
  offer: Offer;
  /** The day relative to today, on the host's wall clock. */
  day: number;
  startMs: number;
}

type Calendar = Pick<WorkspacePlan, 'pastDays' | 'futureDays' | 'popularity' | 'everyNthStart'> & { todayMs: number };

/**
 * The times of `count` calls, day by day, within the hosts' hours and without overlaps per host. The openings are generated
 * twice instead of stored, because there may be millions.
 */
export function* callTimes(offers: readonly Offer[], calendar: Calendar, count: number): Generator<CallTime> {
  let [open, booked] = [0, 0];
  for (const { isBooked } of openings(offers, calendar)) isBooked ? booked++ : open++;
  let missing = count - booked;
  if (missing < 0 || missing > open)
    throw new Error(`The schedules have ${booked} to ${booked + open} calls instead of ${count}.`);
  const instantOf = clocks(offers, calendar);
  const random = seededRandom(0xca11);
  for (const { offer, day, wallMs, isBooked } of openings(offers, calendar)) {
    // Selection sampling: exactly `count` times are chosen; each opening that is not booked has the same probability.
    const isChosen = isBooked || random.next() * open < missing;
    if (!isBooked) {
      open--;
      if (isChosen) missing--;
    }
    if (isChosen) yield { offer, day, startMs: instantOf(offer.schedule.timeZone, wallMs) };
  }
}

/** The times of the last calls, on the first Monday after the calendar. */
export function lastCallTimes(offers: readonly Offer[], { todayMs, futureDays }: Calendar, calls: readonly LastCall[]) {
  const weekday = weekdays.indexOf(weekdayOf(todayMs + futureDays * dayMs));
  const day = futureDays + 7 - weekday;
  const dateMs = todayMs + day * dayMs;
  return calls.map(({ event, host, minute }): CallTime => {
    const offer = offers.find((each) => each.event.name === event && each.schedule.key === host);
    if (!offer) throw new Error(`${host} does not host ${event}.`);
    const instantOf = wallClock(offer.schedule.timeZone, dateMs, dateMs + dayMs);
    return { offer, day, startMs: instantOf(dateMs + minute * minuteMs) };
  });
}

function clocks(offers: readonly Offer[], { todayMs, pastDays, futureDays }: Calendar) {
  const [fromMs, untilMs] = [todayMs - pastDays * dayMs, todayMs + (futureDays + 1) * dayMs];
  const zones = new Set(offers.map(({ schedule }) => schedule.timeZone));
  const byZone = new Map([...zones].map((timeZone) => [timeZone, wallClock(timeZone, fromMs, untilMs)]));
  return (timeZone: string, wallMs: number) => (byZone.get(timeZone) as ReturnType<typeof wallClock>)(wallMs);
}

/** Yields the possible times of calls, fewer on unpopular days, and marks those that are certainly booked. */
function* openings(
  offers: readonly Offer[],
  { todayMs, pastDays, futureDays, popularity, everyNthStart }: Calendar,
): Generator<{ offer: Offer; day: number; wallMs: number; isBooked: boolean }> {
  const random = seededRandom(0xca11);
  const bySchedule = [...Map.groupBy(offers, ({ schedule }) => schedule).entries()];
  for (let day = -pastDays; day <= futureDays; day++) {
    const dateMs = todayMs + day * dayMs;
    const weekday = weekdayOf(dateMs);
    const probability = popularity(day);
    const everyNth = everyNthStart?.(day);
    for (const [{ week }, own] of bySchedule) {
      let start = 0;
      for (const timing of week[weekday]) {
        for (const { offer, minute } of fillTiming(random, own, timing)) {
          const isOpen = everyNth === undefined ? random.chance(probability) : start++ % everyNth === 1;
          if (isOpen) yield { offer, day, wallMs: dateMs + minute * minuteMs, isBooked: everyNth !== undefined };
        }
      }
    }
  }
}

/** Fills a period with consecutive calls. Only some of them are chosen, so the host has breaks. */
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
