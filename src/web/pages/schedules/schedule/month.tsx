import './month.css';
import { ActionIcon, Group, Text } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { daysAfter, dayText, monthText } from '../../../kit/days.ts';
import { ChevronLeftIcon, ChevronRightIcon } from '../../../kit/icons.tsx';
import { shortTitle, weekdayOf, weekdays } from '../week.ts';

interface MonthProps {
  readonly today: string;
  /** What stands in a day, and after its name. */
  readonly mark: (day: string) => {
    readonly text: string;
    readonly isMarked: boolean;
    readonly shown?: string | undefined;
  };
  readonly onOpen: (day: string) => void;
}

const arrows: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A month, of which each day can be opened. Arrows go from day to day, also into the next month. */
export function Month({ today, mark, onOpen }: MonthProps) {
  const [current, setCurrent] = useState(today);
  const [isMoving, setIsMoving] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isMoving) return;
    setIsMoving(false);
    box.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus();
  }, [isMoving, current]);
  const month = current.slice(0, 7);
  const first = `${month}-01`;
  const lead = weekdays.indexOf(weekdayOf(first));
  const next = nextMonth(first);
  const count = (Date.parse(next) - Date.parse(first)) / 86_400_000;
  const days = Array.from({ length: count }, (_, index) => daysAfter(first, index));
  const press = (event: KeyboardEvent, day: string) => {
    const by = arrows[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setCurrent(laterOf(daysAfter(day, by), today));
    setIsMoving(true);
  };
  return (
    <div ref={box}>
      <Group justify="space-between" mb="xs">
        <Text fw={500} aria-live="polite">
          {monthText(first)}
        </Text>
        <Group gap={4}>
          <ActionIcon
            variant="default"
            aria-label="The month before"
            disabled={first <= today}
            onClick={() => setCurrent(laterOf(`${daysAfter(first, -1).slice(0, 7)}-01`, today))}
          >
            <ChevronLeftIcon />
          </ActionIcon>
          <ActionIcon variant="default" aria-label="The next month" onClick={() => setCurrent(next)}>
            <ChevronRightIcon />
          </ActionIcon>
        </Group>
      </Group>
      <div className="month">
        {weekdays.map((weekday) => (
          <Text key={weekday} fz="0.8125rem" c="dimmed" ta="center" pb={4} aria-hidden="true">
            {shortTitle(weekday)}
          </Text>
        ))}
        {days.map((day, index) => {
          const { text, isMarked, shown } = mark(day);
          return (
            <button
              key={day}
              type="button"
              className="month-day"
              data-day={day}
              data-marked={isMarked || undefined}
              data-today={day === today || undefined}
              disabled={day < today}
              tabIndex={day === current ? 0 : -1}
              style={index === 0 ? { gridColumnStart: lead + 1 } : undefined}
              aria-label={`${dayText(day, today)}: ${text}`}
              onFocus={() => setCurrent(day)}
              onKeyDown={(event) => press(event, day)}
              onClick={() => onOpen(day)}
            >
              <span className="month-number" data-text={Number(day.slice(8))} />
              {shown !== undefined && <span className="month-hours" data-text={shown} />}
            </button>
          );
        })}
      </div>
    </div>
  );
}

function nextMonth(first: string): string {
  return `${daysAfter(first, 31).slice(0, 7)}-01`;
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}
