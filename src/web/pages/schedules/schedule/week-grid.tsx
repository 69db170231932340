import './week-grid.css';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { endOfDay, minuteText, shortMinuteText, spanText } from '../clock.ts';
import { shortTitle, type Week, type Weekday, weekdays, weekdayTitle } from '../week.ts';
import { type Block, blocksOf, type Changed, created, createdAnywhere, moved, removed, resized, step } from './grid.ts';

interface WeekGridProps {
  readonly week: Week;
  readonly onChange: (week: Week) => void;
}

/** What a pressed pointer does until it is released. */
interface Drag {
  readonly kind: 'create' | 'move' | 'start' | 'end';
  readonly at: Point;
  readonly block?: Block | undefined;
}

/** A place on the grid. */
interface Point {
  readonly weekday: Weekday;
  readonly minute: number;
}

const hours = Array.from({ length: 9 }, (_, index) => index * 3 * 60);

/** So many pixels from its edge a block is resized, not moved. */
const edgePixels = 6;

/** The week as columns, on which open time is drawn, moved and resized with the mouse or with keys. */
export function WeekGrid({ week, onChange }: WeekGridProps) {
  const columns = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag>();
  const [drawn, setDrawn] = useState<Changed>();
  const [news, setNews] = useState('');
  const [focused, setFocused] = useState<Block>();
  const helpId = useId();
  useEffect(() => {
    if (!focused) return;
    columns.current?.querySelector<HTMLElement>(`[data-block="${nameOf(focused)}"]`)?.focus({ preventScroll: true });
    setFocused(undefined);
  }, [focused]);

  const apply = (changed: Changed | undefined) => {
    if (!changed) return setNews('There is no room');
    setNews(`${weekdayTitle(changed.block.weekday)}, ${spanText(changed.block.start, changed.block.end)}`);
    setFocused(changed.block);
    onChange(changed.week);
  };
  const press = (event: PointerEvent<HTMLDivElement>) => {
    // A finger scrolls the page.
    const at = pointOf(columns.current, event);
    if (event.button !== 0 || event.pointerType === 'touch' || !at) return;
    const element = (event.target as Element).closest<HTMLElement>('[data-block]');
    const block = element
      ? blocksOf(week, at.weekday).find((each) => nameOf(each) === element.dataset.block)
      : undefined;
    event.currentTarget.setPointerCapture(event.pointerId);
    element?.focus({ preventScroll: true });
    setDrag({ kind: block && element ? kindOf(element, event.clientY) : 'create', at, block });
  };
  const pull = (event: PointerEvent<HTMLDivElement>) => {
    const at = drag && pointOf(columns.current, event);
    if (at) setDrawn(dragged(week, drag, at) ?? drawn);
  };
  const release = () => {
    if (drag && drawn) apply(drawn);
    cancel();
  };
  const cancel = () => {
    setDrag(undefined);
    setDrawn(undefined);
  };
  const pressKey = (event: KeyboardEvent, block: Block) => {
    if (event.key === 'Escape' && drag) return cancel();
    const act = keyActs[event.key];
    if (!act || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (event.key === 'Delete' || event.key === 'Backspace') {
      setNews(`${weekdayTitle(block.weekday)}, ${spanText(block.start, block.end)}: removed`);
      columns.current?.querySelector<HTMLElement>(`[data-draw="${block.weekday}"]`)?.focus();
      onChange(removed(week, block));
    } else apply(act(week, block, event));
  };
  const shown = drawn?.week ?? week;
  return (
    <section className="week-grid" aria-label="Week to draw on" data-dragging={drag?.kind}>
      <div className="week-grid-columns" ref={columns}>
        <div className="week-grid-hours" aria-hidden="true">
          {hours.map((minute) => (
            <span key={minute} style={{ top: percent(minute) }}>
              {shortMinuteText(minute)}
            </span>
          ))}
        </div>
        {weekdays.map((weekday) => (
          <div key={weekday} className="week-grid-day">
            <button
              type="button"
              className="week-grid-title"
              data-draw={weekday}
              aria-label={`${shortTitle(weekday)}: draw hours on ${weekdayTitle(weekday)}`}
              onClick={() => apply(createdAnywhere(week, weekday))}
            >
              {shortTitle(weekday)}
            </button>
            <div
              className="week-grid-column"
              data-weekday={weekday}
              onPointerDown={press}
              onPointerMove={pull}
              onPointerUp={release}
              onPointerCancel={cancel}
            >
              {blocksOf(shown, weekday).map((block) => (
                <button
                  key={nameOf(block)}
                  type="button"
                  className="week-grid-block"
                  data-block={nameOf(block)}
                  style={placeOf(block)}
                  aria-label={`${weekdayTitle(weekday)}, ${minuteText(block.start)} to ${minuteText(block.end)}`}
                  aria-describedby={helpId}
                  onKeyDown={(event) => pressKey(event, block)}
                >
                  <span data-time={shortMinuteText(block.start)} />
                  <span data-time={shortMinuteText(block.end)} />
                </button>
              ))}
            </div>
          </div>
        ))}
      </div>
      <p className="hint week-grid-help" id={helpId}>
        Drag to draw, move or resize. Arrows move, with Shift the end, with Alt the start; Delete removes.
      </p>
      <p className="for-screen-readers" role="status">
        {news}
      </p>
    </section>
  );
}

type KeyAct = (week: Week, block: Block, keys: { shiftKey: boolean; altKey: boolean }) => Changed | undefined;

const upOrDown =
  (minutes: number): KeyAct =>
  (week, block, { shiftKey, altKey }) => {
    if (shiftKey) return resized(week, block, 'end', block.end + minutes);
    if (altKey) return resized(week, block, 'start', block.start + minutes);
    return moved(week, block, { minutes });
  };

const keyActs: Readonly<Record<string, KeyAct>> = {
  ArrowUp: upOrDown(-step),
  ArrowDown: upOrDown(step),
  ArrowLeft: (week, block) => moved(week, block, { days: -1 }),
  ArrowRight: (week, block) => moved(week, block, { days: 1 }),
  Delete: () => undefined,
  Backspace: () => undefined,
};

function dragged(week: Week, { kind, at, block }: Drag, to: Point): Changed | undefined {
  if (!block) return created(week, at.weekday, snapped(at.minute, Math.floor), snapped(to.minute, Math.round));
  if (kind !== 'move') return resized(week, block, kind === 'start' ? 'start' : 'end', snapped(to.minute, Math.round));
  const days = weekdays.indexOf(to.weekday) - weekdays.indexOf(block.weekday);
  const start = snapped(block.start + to.minute - at.minute, Math.round);
  return moved(week, block, { days, minutes: start - block.start });
}

function snapped(minute: number, round: (steps: number) => number): number {
  return round(minute / step) * step;
}

/** Where the pointer is; beyond the grid, at its edge. */
function pointOf(
  grid: HTMLElement | null,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point | undefined {
  const all = [...(grid?.querySelectorAll<HTMLElement>('[data-weekday]') ?? [])];
  const column = all.find((each) => clientX < each.getBoundingClientRect().right) ?? all.at(-1);
  if (!column) return undefined;
  const { top, height } = column.getBoundingClientRect();
  const minute = Math.min(Math.max(((clientY - top) / height) * endOfDay, 0), endOfDay);
  return { weekday: column.dataset.weekday as Weekday, minute };
}

function kindOf(block: HTMLElement, clientY: number): Drag['kind'] {
  const { top, bottom } = block.getBoundingClientRect();
  if (clientY - top < edgePixels) return 'start';
  return bottom - clientY < edgePixels ? 'end' : 'move';
}

function nameOf({ weekday, index }: Block): string {
  return `${weekday}-${index}`;
}

function percent(minute: number): string {
  return `${(minute / endOfDay) * 100}%`;
}

function placeOf({ start, end }: Block): CSSProperties {
  return { top: percent(start), height: percent(end - start) };
}
