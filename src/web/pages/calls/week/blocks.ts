import { dayOf, daysAfter, minuteAt, startOfDay } from '../../../kit/days.ts';

const minutesPerDay = 1440;
/** A shorter call has no room for its two lines. */
const minMinutes = 30;
/** The hours that are shown of each week. */
const defaultHours = { first: 8, end: 18 };

/** A call earlier than this is above the working hours, with which the week opens. */
const nightEnd = 7;

/** When a call is. */
interface Timed {
  readonly dateTime: string;
  readonly endTime: string;
}

/** A call on a day, in minutes as a clock in the viewer's zone shows them. */
export interface Block<Call> {
  readonly call: Call;
  readonly start: number;
  readonly end: number;
  /** Calls that overlap are side by side. */
  readonly lane: number;
  readonly lanes: number;
  /** The call began on the day before. */
  readonly isContinued: boolean;
}

export interface Day<Call> {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly blocks: readonly Block<Call>[];
  /** Not each day has 24 hours. */
  readonly hasClockChange: boolean;
}

export function daysOfWeek(firstDay: string): string[] {
  return [0, 1, 2, 3, 4, 5, 6].map((count) => daysAfter(firstDay, count));
}

/** The days of a week with their calls, which are in the order of time. A call over midnight has a block on each day. */
export function weekOf<Call extends Timed>(firstDay: string, calls: readonly Call[], timeZone: string): Day<Call>[] {
  return daysOfWeek(firstDay).map((day) => {
    const [from, to] = [startOfDay(day, timeZone), startOfDay(daysAfter(day, 1), timeZone)];
    const blocks = calls
      .filter(({ dateTime, endTime }) => Date.parse(dateTime) < to && Date.parse(endTime) > from)
      .map((call) => blockOf(call, { from, to }, timeZone));
    return { day, blocks: inLanes(blocks), hasClockChange: to - from !== minutesPerDay * 60_000 };
  });
}

type Place<Call> = Omit<Block<Call>, 'lane' | 'lanes'>;

function blockOf<Call extends Timed>(call: Call, day: { from: number; to: number }, timeZone: string): Place<Call> {
  const isContinued = Date.parse(call.dateTime) < day.from;
  const start = isContinued ? 0 : minuteAt(call.dateTime, timeZone);
  const end = Date.parse(call.endTime) >= day.to ? minutesPerDay : minuteAt(call.endTime, timeZone);
  const shownStart = Math.min(start, minutesPerDay - minMinutes);
  // Where clocks go back during a call, they may show an earlier time at its end than at its start.
  return { call, start: shownStart, end: Math.max(end, shownStart + minMinutes), isContinued };
}

/** Gives each block the first lane that is free. Blocks that overlap, also by way of others, share their width equally. */
function inLanes<Call>(blocks: readonly Place<Call>[]): Block<Call>[] {
  const placed: Block<Call>[] = [];
  let group: (Place<Call> & { readonly lane: number })[] = [];
  let laneEnds: number[] = [];
  const closeGroup = () => {
    placed.push(...group.map((block) => ({ ...block, lanes: laneEnds.length })));
    group = [];
    laneEnds = [];
  };
  for (const block of blocks) {
    if (laneEnds.every((end) => end <= block.start)) closeGroup();
    const free = laneEnds.findIndex((end) => end <= block.start);
    const lane = free === -1 ? laneEnds.length : free;
    laneEnds[lane] = block.end;
    group.push({ ...block, lane });
  }
  closeGroup();
  return placed;
}

export interface Hours {
  readonly first: number;
  /** The first that is in sight: what is before it is reached by scrolling. */
  readonly morning: number;
  readonly end: number;
}

/** The hours in which the calls of the week are, and at least those of each week. */
export function hoursOf<Call>(days: readonly Day<Call>[]): Hours {
  const blocks = days.flatMap((day) => day.blocks);
  const starts = [defaultHours.first, ...blocks.map(({ start }) => Math.floor(start / 60))];
  return {
    first: Math.min(...starts),
    morning: Math.min(...starts.filter((hour) => hour >= nightEnd)),
    end: Math.max(defaultHours.end, ...blocks.map(({ end }) => Math.ceil(end / 60))),
  };
}

/** The call's day, for a list that has each call once: the first day of the week for one that began before it. */
export function listedDay({ dateTime }: Timed, firstDay: string, timeZone: string): string {
  const day = dayOf(dateTime, timeZone);
  return day < firstDay ? firstDay : day;
}
