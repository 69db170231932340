import { ActionIcon, Group } from '@mantine/core';
import { type CSSProperties, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { DownIcon, GripIcon, UpIcon } from './icons.tsx';

interface OrderedListProps<Row> {
  /** What the list is, for screen readers: "Options". */
  readonly label: string;
  readonly rows: readonly Row[];
  /** Identifies a row while it moves. */
  readonly keyOf: (row: Row) => string | number;
  /** A row in words, for its buttons: "“Budget”". */
  readonly nameOf: (row: Row, index: number) => string;
  readonly onMove: (from: number, to: number) => void;
  readonly className: string;
  /** The content of a row. */
  readonly children: (row: Row, index: number, name: string) => ReactNode;
  /** More buttons of a row, after those that move it. */
  readonly buttons?: (row: Row, index: number, name: string) => ReactNode;
}

/** Rows whose order matters: each is dragged by its handle, with a mouse or a finger, or moved by its buttons. */
export function OrderedList<Row>(props: OrderedListProps<Row>) {
  const { label, rows, keyOf, nameOf, onMove, className, children, buttons } = props;
  const [moved, setMoved] = useState('');
  const keys = distinct(rows.map(keyOf));
  const move = (from: number, to: number) => {
    const row = rows[from];
    if (row === undefined || to < 0 || to >= rows.length || from === to) return;
    onMove(from, to);
    setMoved(`${nameOf(row, from)} is now ${to + 1} of ${rows.length}`);
  };
  const { list, handleOf, styleOf, dragged } = useDrag(move);
  const button = (title: string, icon: ReactNode, from: number, to: number) => (
    // One that is disabled would lose the focus at the end of the list.
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={title}
      aria-disabled={to < 0 || to >= rows.length || undefined}
      onClick={() => move(from, to)}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <>
      <ol className={`ordered-list ${className}`} aria-label={label} ref={list}>
        {rows.map((row, index) => {
          const name = nameOf(row, index);
          return (
            <li key={keys[index]} style={styleOf(index)} data-dragged={index === dragged || undefined}>
              <span className="drag-handle" title="Drag to move" {...handleOf(index)}>
                <GripIcon size={18} />
              </span>
              {children(row, index, name)}
              <Group gap={2} wrap="nowrap">
                {button(`Move ${name} up`, <UpIcon />, index, index - 1)}
                {button(`Move ${name} down`, <DownIcon />, index, index + 1)}
                {buttons?.(row, index, name)}
              </Group>
            </li>
          );
        })}
      </ol>
      <span className="for-screen-readers" role="status">
        {moved}
      </span>
    </>
  );
}

/** Rows that are the same have keys by their order. */
function distinct(keys: readonly (string | number)[]): string[] {
  return keys.map((key, index) => `${key}.${keys.slice(0, index).filter((each) => each === key).length}`);
}

/** A row that is dragged, in pixels from the top of the list. */
interface Drag {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly distance: number;
  readonly rows: readonly { readonly top: number; readonly height: number }[];
}

function useDrag(move: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag>();
  const topOfList = () => list.current?.getBoundingClientRect().top ?? 0;
  const begin = (from: number) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    // Neither a selection of text nor a scroll begins.
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const rows = [...(list.current?.children ?? [])].map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return { top: top - topOfList(), height };
    });
    setDrag({ from, to: from, start: event.clientY - topOfList(), distance: 0, rows });
  };
  const follow = (event: PointerEvent<HTMLElement>) => {
    const row = drag?.rows[drag.from];
    if (!drag || !row) return;
    const distance = event.clientY - topOfList() - drag.start;
    const middle = row.top + row.height / 2 + distance;
    const isAbove = ({ top, height }: Drag['rows'][number]) => top + height / 2 < middle;
    const to = drag.rows.filter((each, index) => index !== drag.from && isAbove(each)).length;
    setDrag({ ...drag, to, distance });
    event.currentTarget.scrollIntoView({ block: 'nearest' });
  };
  const end = () => {
    if (drag) move(drag.from, drag.to);
    setDrag(undefined);
  };
  const handleOf = (index: number) => ({
    onPointerDown: begin(index),
    onPointerMove: follow,
    onPointerUp: end,
    onPointerCancel: () => setDrag(undefined),
  });
  return { list, handleOf, styleOf: (index: number) => drag && shiftOf(drag, index), dragged: drag?.from };
}

/** The rows between the two places of the dragged row make room for it. */
function shiftOf({ from, to, distance, rows }: Drag, index: number): CSSProperties | undefined {
  const [first, second] = rows;
  const gap = first && second ? second.top - first.top - first.height : 0;
  const room = (rows[from]?.height ?? 0) + gap;
  if (index === from) return { transform: `translateY(${distance}px)` };
  if (index > from && index <= to) return { transform: `translateY(${-room}px)` };
  return index < from && index >= to ? { transform: `translateY(${room}px)` } : undefined;
}
