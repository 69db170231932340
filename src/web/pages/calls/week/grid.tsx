import { Skeleton, Text } from '@mantine/core';
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useSession } from '../../../app/session.ts';
import { columnDayText, dayText, hourText, minuteAt } from '../../../kit/days.ts';
import { useNow } from '../../../kit/now.ts';
import type { Call, CallsProps } from '../list.tsx';
import { type Block, type Day, daysOfWeek, type Hours, hoursOf, weekOf } from './blocks.ts';
import { WeekCall } from './call.tsx';

export interface WeekProps extends CallsProps {
  readonly firstDay: string;
  readonly today: string;
  readonly calls: readonly Call[];
}

/** Narrower than this, in rem, nothing of a name can be read. */
const minLane = 3.75;
const minDay = 4.5;

/** Seven columns of hours. Days with many calls side by side are wider, and the grid scrolls where they have no room. */
export function WeekGrid({ firstDay, today, calls, search, openId }: WeekProps) {
  const { timeZone } = useSession().user;
  const days = weekOf(firstDay, calls, timeZone);
  const hours = hoursOf(days);
  return (
    <Frame days={days} hours={hours} today={today}>
      {({ day, blocks }) => (
        <>
          {blocks.map((block) => (
            <li key={block.call.id} className="call-week-place" style={placeOf(block)}>
              <WeekCall {...block} {...{ search, openId }} />
            </li>
          ))}
          {day === today && <NowLine hours={hours} />}
        </>
      )}
    </Frame>
  );
}

/** Where calls will be. */
export function WeekSkeleton({ firstDay, today }: Pick<WeekProps, 'firstDay' | 'today'>) {
  const days = daysOfWeek(firstDay).map((day) => ({ day, blocks: [], hasClockChange: false }));
  return (
    <div aria-busy="true">
      <Frame days={days} hours={hoursOf(days)} today={today}>
        {({ day }) => {
          const start = 60 * (9 + ((days.findIndex((each) => each.day === day) * 3) % 7));
          return (
            <li className="call-week-place late" style={placeOf({ start, end: start + 60, lane: 0, lanes: 1 })}>
              <Skeleton height="100%" radius="sm" />
            </li>
          );
        }}
      </Frame>
    </div>
  );
}

interface FrameProps {
  readonly days: readonly Day<Call>[];
  readonly hours: Hours;
  readonly today: string;
  /** What a column has. */
  readonly children: (day: Day<Call>) => ReactNode;
}

function Frame({ days, hours, today, children }: FrameProps) {
  const widths = days.map(({ blocks }) => {
    const lanes = Math.max(1, ...blocks.map((block) => block.lanes));
    return `minmax(${Math.max(minDay, lanes * minLane)}rem, 1fr)`;
  });
  const night = hours.morning - hours.first;
  const style = {
    '--first': hours.first,
    '--hours': hours.end - hours.first,
    '--night': night,
  } as CSSProperties;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const column = box.current?.querySelector('.call-week-column');
    if (column) box.current?.scrollTo({ top: (column.clientHeight * night) / (hours.end - hours.first) });
  }, [night, hours.end, hours.first]);
  return (
    <div className="call-week-scroll" style={style} ref={box}>
      <div className="call-week" style={{ gridTemplateColumns: `3.5rem ${widths.join(' ')}` }}>
        <div className="call-week-hours" aria-hidden="true">
          {Array.from({ length: hours.end - hours.first - 1 }, (_, index) => hours.first + index + 1).map((hour) => (
            <span key={hour} style={{ '--start': hour * 60 } as CSSProperties}>
              {hourText(hour)}
            </span>
          ))}
        </div>
        {days.map((day) => (
          <section key={day.day} className="call-week-day" aria-label={dayText(day.day, today)}>
            <h3 className="call-week-title" aria-current={day.day === today ? 'date' : undefined}>
              {columnDayText(day.day)}
              {day.hasClockChange && (
                <Text component="small" display="block" fz="0.6875rem" fw={400}>
                  Clocks change
                </Text>
              )}
            </h3>
            <ol className="call-week-column">{children(day)}</ol>
          </section>
        ))}
      </div>
    </div>
  );
}

function NowLine({ hours }: { readonly hours: Hours }) {
  const { timeZone } = useSession().user;
  const minute = minuteAt(useNow(), timeZone);
  if (minute < hours.first * 60 || minute > hours.end * 60) return null;
  return (
    <li className="call-week-now" style={{ '--start': minute } as CSSProperties}>
      <span className="for-screen-readers">Now</span>
    </li>
  );
}

function placeOf({ start, end, lane, lanes }: Pick<Block<Call>, 'start' | 'end' | 'lane' | 'lanes'>): CSSProperties {
  return { '--start': start, '--end': end, '--lane': lane, '--lanes': lanes } as CSSProperties;
}
