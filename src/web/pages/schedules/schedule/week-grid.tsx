import './week-grid.css';
import { Button, Group, Text, UnstyledButton } from '@mantine/core';
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { endOfDay, minuteText, shortMinuteText, spanText } from '../clock.ts';
import { shortTitle, type Week, weekdays, weekdayTitle } from '../week.ts';
import { type Block, blocksOf, type Changed, createdAnywhere, moved, nameOf, removed, resized, step } from './grid.ts';
import { useDrawing } from './use-drawing.ts';

const hours = Array.from({ length: 9 }, (_, index) => index * 3 * 60);

/** The week as columns, on which open time is drawn, moved and resized with the mouse, a finger or keys. */
export function WeekGrid({ week, onChange }: { readonly week: Week; readonly onChange: (week: Week) => void }) {
  const columns = useRef<HTMLDivElement>(null);
  const [news, setNews] = useState('');
  const [focused, setFocused] = useState<Block>();
  /** The block that a finger has tapped or drawn, by its name. */
  const [tapped, setTapped] = useState<string>();
  const helpId = useId();
  useEffect(() => {
    if (!focused) return;
    columns.current?.querySelector<HTMLElement>(`[data-block="${nameOf(focused)}"]`)?.focus({ preventScroll: true });
    setFocused(undefined);
  }, [focused]);

  const apply = (changed: Changed | undefined) => {
    if (!changed) return setNews('There is no room');
    setNews(textOf(changed.block));
    setFocused(changed.block);
    onChange(changed.week);
  };
  const remove = (block: Block) => {
    setNews(`${textOf(block)}: removed`);
    setTapped(undefined);
    columns.current?.querySelector<HTMLElement>(`[data-draw="${block.weekday}"]`)?.focus({ preventScroll: true });
    onChange(removed(week, block));
  };
  const { drag, drawn, cancel, press, pull, release } = useDrawing({
    columns,
    week,
    onDrawn: (changed, isTouch) => {
      apply(changed);
      setTapped(isTouch ? nameOf(changed.block) : undefined);
    },
    onTap: (block) => {
      setFocused(block);
      setTapped(block && nameOf(block));
    },
  });
  const pressKey = (event: KeyboardEvent, block: Block) => {
    if (event.key === 'Escape' && drag) return cancel();
    const act = keyActs[event.key];
    if (!act || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setTapped(undefined);
    if (event.key === 'Delete' || event.key === 'Backspace') remove(block);
    else apply(act(week, block, event));
  };
  const shown = drawn?.week ?? week;
  const name = drag?.isTouch && drawn ? nameOf(drawn.block) : tapped;
  const chosen = weekdays.flatMap((weekday) => blocksOf(shown, weekday)).find((block) => nameOf(block) === name);
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
            <UnstyledButton
              className="week-grid-title"
              w="100%"
              py={4}
              ta="center"
              fz="0.8125rem"
              lh="1.25rem"
              c="dimmed"
              bdrs="sm"
              data-draw={weekday}
              aria-label={`${shortTitle(weekday)}: draw hours on ${weekdayTitle(weekday)}`}
              onClick={() => apply(createdAnywhere(week, weekday))}
            >
              {shortTitle(weekday)}
            </UnstyledButton>
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
              {chosen?.weekday === weekday && <Handles block={chosen} />}
            </div>
          </div>
        ))}
      </div>
      {chosen && (
        <Group
          className="week-grid-chosen"
          justify="space-between"
          gap="xs"
          mt="sm"
          px="sm"
          py="xs"
          bd="1px solid var(--line)"
          bdrs="md"
        >
          <span className="number">{textOf(chosen)}</span>
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={() => remove(chosen)}>
              Remove
            </Button>
            <Button variant="default" size="xs" onClick={() => setTapped(undefined)}>
              Done
            </Button>
          </Group>
        </Group>
      )}
      <Text size="xs" c="dimmed" mt="sm" className="week-grid-by-mouse" id={helpId}>
        Drag to draw, move or resize. Arrows move, with Shift the end, with Alt the start; Delete removes.
      </Text>
      <Text size="xs" c="dimmed" mt="sm" className="week-grid-by-touch">
        Hold a finger on the grid, then drag, to draw or move hours. Tap hours to pull their ends, or to remove them.
      </Text>
      <p className="for-screen-readers" role="status">
        {news}
      </p>
    </section>
  );
}

/** By which a finger pulls the ends of a block. Keys do the same on the block itself. */
function Handles({ block }: { readonly block: Block }) {
  return (['start', 'end'] as const).map((edge) => (
    <span
      key={edge}
      className="week-grid-handle"
      data-handle={edge}
      data-of={nameOf(block)}
      style={{ top: percent(block[edge]) }}
      aria-hidden="true"
    />
  ));
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

function textOf({ weekday, start, end }: Block): string {
  return `${weekdayTitle(weekday)}, ${spanText(start, end)}`;
}

function percent(minute: number): string {
  return `${(minute / endOfDay) * 100}%`;
}

function placeOf({ start, end }: Block): CSSProperties {
  return { top: percent(start), height: percent(end - start) };
}
