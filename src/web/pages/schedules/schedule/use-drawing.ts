import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Week } from '../week.ts';
import { type Drag, dragged, held, isMoved, kindOf, pointOf } from './drag.ts';
import { type Block, blocksOf, type Changed, nameOf } from './grid.ts';

/** So long a finger holds still before it draws or moves. One that moves sooner scrolls the page. */
const holdMs = 350;

/** A finger on the grid. */
interface Finger {
  readonly drag: Drag;
  readonly timer: number;
  /** Ends what was begun for this finger. */
  readonly ended: AbortController;
}

/** What is under way. */
interface Drawing {
  readonly drag?: Drag;
  readonly drawn?: Changed | undefined;
}

interface DrawingOptions {
  readonly columns: RefObject<HTMLDivElement | null>;
  readonly week: Week;
  readonly onDrawn: (changed: Changed, isTouch: boolean) => void;
  /** A finger has tapped a block, or beside all. */
  readonly onTap: (block: Block | undefined) => void;
}

/**
 * Draws, moves and resizes with a pointer: the mouse at once, a finger once it has held still, as its movement scrolls the page
 * otherwise. What has a `data-handle` of a tapped block is pulled at once; its `touch-action` keeps the page where it is.
 */
export function useDrawing({ columns, week, onDrawn, onTap }: DrawingOptions) {
  const [shown, setShown] = useState<Drawing>({});
  // The next event may come before what the last one made is rendered.
  const current = useRef<Drawing>({});
  const finger = useRef<Finger>(undefined);
  const show = (drawing: Drawing) => {
    current.current = drawing;
    setShown(drawing);
  };

  // Browsers decide at the first touch whether they wait for a listener, so these are there all the time.
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const grid = columns.current;
    grid?.addEventListener('touchmove', (event) => current.current.drag && event.preventDefault(), {
      passive: false,
      signal,
    });
    // A finger that holds still opens a menu otherwise.
    grid?.addEventListener('contextmenu', (event) => finger.current && event.preventDefault(), { signal });
    return () => {
      listening.abort();
      window.clearTimeout(finger.current?.timer);
    };
  }, [columns]);

  const letGo = () => {
    window.clearTimeout(finger.current?.timer);
    finger.current?.ended.abort();
    finger.current = undefined;
  };
  const cancel = () => {
    letGo();
    show({});
  };

  const press = (event: PointerEvent<HTMLDivElement>) => {
    // A second finger zooms.
    if (finger.current || current.current.drag) return cancel();
    const { currentTarget: column, pointerId, clientX, clientY } = event;
    const position = { clientX, clientY };
    const at = pointOf(columns.current, position);
    if (event.button !== 0 || !at) return;
    const target = event.target as HTMLElement;
    const element = target.closest<HTMLElement>('[data-block]');
    const name = target.dataset.of ?? element?.dataset.block;
    const block = blocksOf(week, at.weekday).find((each) => nameOf(each) === name);
    const isTouch = event.pointerType !== 'mouse';
    const edge = target.dataset.handle as 'start' | 'end' | undefined;
    const kind = edge ?? (block && element ? (isTouch ? 'move' : kindOf(element, clientY)) : 'create');
    const pressed: Drag = { kind, pointerId, isTouch, at, position, block };
    const begin = (drawn?: Changed) => {
      column.setPointerCapture(pointerId);
      show({ drag: pressed, drawn });
    };
    if (isTouch && edge === undefined) {
      const ended = new AbortController();
      // Where the block moves to another day, its element leaves the page, and its touches do not come by the grid any more.
      const { signal } = ended;
      target.addEventListener('touchmove', (touch) => current.current.drag && touch.preventDefault(), {
        passive: false,
        signal,
      });
      const timer = window.setTimeout(() => begin(held(week, pressed)), holdMs);
      finger.current = { drag: pressed, timer, ended };
      return;
    }
    element?.focus({ preventScroll: true });
    begin();
  };
  const pull = (event: PointerEvent) => {
    const { drag, drawn } = current.current;
    if (drag) {
      if (event.pointerId === drag.pointerId) {
        show({ drag, drawn: dragged(week, drag, columns.current, event) ?? drawn });
      }
    } else if (finger.current && isMoved(finger.current.drag.position, event)) letGo();
  };
  const release = (event: PointerEvent) => {
    const { drag, drawn } = current.current;
    const tapped = finger.current?.drag;
    if (drag && event.pointerId !== drag.pointerId) return;
    cancel();
    if (drag && drawn) onDrawn(drawn, drag.isTouch);
    else if (tapped) onTap(tapped.block);
  };
  return { ...shown, cancel, press, pull, release };
}
