// What a pointer that is pressed on the grid makes of the week.

import { endOfDay } from '../clock.ts';
import { type Week, type Weekday, weekdays } from '../week.ts';
import { type Block, type Changed, created, moved, resized, step } from './grid.ts';

/** A place on the grid. */
export interface Point {
  readonly weekday: Weekday;
  readonly minute: number;
}

export interface Position {
  readonly clientX: number;
  readonly clientY: number;
}

/** What a pressed pointer does until it is released. */
export interface Drag {
  readonly kind: 'create' | 'move' | 'start' | 'end';
  readonly pointerId: number;
  readonly isTouch: boolean;
  readonly at: Point;
  readonly position: Position;
  readonly block?: Block | undefined;
}

/** So many pixels from its edge a block is resized, not moved. */
const edgePixels = 6;

/** A finger that moves less than this stays where it is. */
const slopPixels = 8;

/** A finger covers more than a line of the grid. */
const touchStep = 2 * step;

/** The week with the pointer at a position; undefined where something else is in the way. */
export function dragged(week: Week, drag: Drag, grid: HTMLElement | null, position: Position): Changed | undefined {
  const { kind, isTouch, at, block } = drag;
  if (isTouch && !isMoved(drag.position, position)) return held(week, drag);
  const to = pointOf(grid, position);
  if (!to) return undefined;
  const line = isTouch ? touchStep : step;
  if (!block) {
    return created(week, at.weekday, snapped(at.minute, line, Math.floor), snapped(to.minute, line, Math.round));
  }
  const by = to.minute - at.minute;
  if (kind === 'start' || kind === 'end') {
    return resized(week, block, kind, snapped(block[kind] + by, line, Math.round));
  }
  const days = weekdays.indexOf(to.weekday) - weekdays.indexOf(block.weekday);
  const start = snapped(block.start + by, line, Math.round);
  return moved(week, block, { days, minutes: start - block.start });
}

/** What a finger that holds still makes: of a block nothing else, beside one an hour, or less where there is no room for it. */
export function held(week: Week, { block, at: { weekday, minute } }: Drag): Changed | undefined {
  if (block) return { week, block };
  const start = snapped(minute, touchStep, Math.floor);
  return created(week, weekday, start, start + 60) ?? created(week, weekday, start, start + touchStep);
}

export function isMoved(from: Position, to: Position): boolean {
  return Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY) >= slopPixels;
}

/** Where the pointer is; beyond the grid, at its edge. */
export function pointOf(grid: HTMLElement | null, { clientX, clientY }: Position): Point | undefined {
  const all = [...(grid?.querySelectorAll<HTMLElement>('[data-weekday]') ?? [])];
  const column = all.find((each) => clientX < each.getBoundingClientRect().right) ?? all.at(-1);
  if (!column) return undefined;
  const { top, height } = column.getBoundingClientRect();
  const minute = Math.min(Math.max(((clientY - top) / height) * endOfDay, 0), endOfDay);
  return { weekday: column.dataset.weekday as Weekday, minute };
}

/** What a mouse does with a block, by where it is pressed. */
export function kindOf(block: HTMLElement, clientY: number): Drag['kind'] {
  const { top, bottom } = block.getBoundingClientRect();
  if (clientY - top < edgePixels) return 'start';
  return bottom - clientY < edgePixels ? 'end' : 'move';
}

function snapped(minute: number, line: number, round: (lines: number) => number): number {
  return round(minute / line) * line;
}
