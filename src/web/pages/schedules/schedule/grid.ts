// What can be done to a week on its grid. Nothing here makes stretches that overlap, or that end before they start.

import { endOfDay } from '../clock.ts';
import { minutesOfStretch, type Stretch, stretchOf, type Week, type Weekday, weekdays } from '../week.ts';

/** The grid has a line each quarter of an hour. */
export const step = 15;

/** A stretch on the grid. */
export interface Block {
  readonly weekday: Weekday;
  /** Its place among those of the day. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** A week after a change, and where in it the block is that was changed. */
export interface Changed {
  readonly week: Week;
  readonly block: Block;
}

/** What names a block within the week. */
export function nameOf({ weekday, index }: Pick<Block, 'weekday' | 'index'>): string {
  return `${weekday}-${index}`;
}

/** The stretches of a day that can be drawn: what is still being typed may not. */
export function blocksOf(week: Week, weekday: Weekday): Block[] {
  return week[weekday].flatMap((stretch, index) => {
    const [start = 0, end = 0] = minutesOfStretch(stretch) ?? [];
    return start < end ? [{ weekday, index, start, end }] : [];
  });
}

/** Moves a block by days and minutes, within the week and the day; undefined where something else is in the way. */
export function moved(
  week: Week,
  block: Block,
  by: { readonly days?: number; readonly minutes?: number },
): Changed | undefined {
  const weekday = weekdays[weekdays.indexOf(block.weekday) + (by.days ?? 0)];
  if (weekday === undefined) return undefined;
  const length = block.end - block.start;
  const start = Math.min(Math.max(block.start + (by.minutes ?? 0), 0), endOfDay - length);
  const target = { weekday, start, end: start + length };
  if (weekday === block.weekday) return isFree(week, target, block.index) ? replaced(week, block, target) : undefined;
  return isFree(week, target) ? inserted(removed(week, block), target) : undefined;
}

/** Moves one end of a block, as far as the block beside it or the end of the day. */
export function resized(week: Week, block: Block, edge: 'start' | 'end', minute: number): Changed {
  const others = blocksOf(week, block.weekday).filter(({ index }) => index !== block.index);
  if (edge === 'start') {
    const min = Math.max(0, ...others.filter(({ end }) => end <= block.start).map(({ end }) => end));
    return replaced(week, block, { ...block, start: Math.max(Math.min(minute, block.end - step), min) });
  }
  const max = Math.min(endOfDay, ...others.filter(({ start }) => start >= block.end).map(({ start }) => start));
  return replaced(week, block, { ...block, end: Math.min(Math.max(minute, block.start + step), max) });
}

/** A new block from one minute to another; undefined where there is no room. */
export function created(week: Week, weekday: Weekday, from: number, to: number): Changed | undefined {
  const [first, last] = [Math.max(Math.min(from, to), 0), Math.min(Math.max(from, to), endOfDay)];
  const target = { weekday, start: first, end: Math.max(last, first + step) };
  return target.end <= endOfDay && isFree(week, target) ? inserted(week, target) : undefined;
}

/** A new block of an hour where the day has room for one, in the morning first. */
export function createdAnywhere(week: Week, weekday: Weekday): Changed | undefined {
  for (let start = 9 * 60; start < endOfDay + 9 * 60; start += step) {
    const made = created(week, weekday, start % endOfDay, (start % endOfDay) + 60);
    if (made) return made;
  }
  return undefined;
}

export function removed(week: Week, { weekday, index }: Block): Week {
  return { ...week, [weekday]: week[weekday].filter((_, at) => at !== index) };
}

type Target = Omit<Block, 'index'>;

function isFree(week: Week, { weekday, start, end }: Target, except?: number): boolean {
  return blocksOf(week, weekday).every((other) => other.index === except || end <= other.start || other.end <= start);
}

function replaced(week: Week, { index }: Block, { weekday, start, end }: Target): Changed {
  const stretches = week[weekday].map((each, at): Stretch => (at === index ? stretchOf(start, end) : each));
  return { week: { ...week, [weekday]: stretches }, block: { weekday, index, start, end } };
}

/** Before the first that is later. */
function inserted(week: Week, { weekday, start, end }: Target): Changed {
  const later = blocksOf(week, weekday).find((other) => other.start >= end);
  const index = later?.index ?? week[weekday].length;
  const stretches = week[weekday].toSpliced(index, 0, stretchOf(start, end));
  return { week: { ...week, [weekday]: stretches }, block: { weekday, index, start, end } };
}
