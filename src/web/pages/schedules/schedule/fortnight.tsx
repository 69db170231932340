import { now } from '../../../kit/now.ts';
import './fortnight.css';
import { Group } from '@mantine/core';
import { useSession } from '../../../app/session.ts';
import { dayOf, daysAfter, dayText } from '../../../kit/days.ts';
import { EmptyState } from '../../../kit/list/empty-state.tsx';
import { endOfDay, shortMinuteText, spanText } from '../clock.ts';
import { type Minutes, shortSpansText, shortTitle, weekdayOf } from '../week.ts';
import { blocksOn, type Interval, shownDays } from './open-time.ts';

interface FortnightProps {
  readonly intervals: readonly Interval[];
  /** Of connected calendars. */
  readonly busy: readonly Interval[];
  /** The first day. */
  readonly from: string;
  readonly zone: string;
}

interface Block {
  readonly kind: 'open' | 'busy';
  readonly minutes: Minutes;
}

const hour = 60;
const busyTitle = 'Busy in a connected calendar';

/** Two weeks, each with its days as columns, and open and busy time as blocks. Busy time counts in the hours that are shown alone. */
export function Fortnight({ intervals, busy, from, zone }: FortnightProps) {
  const { timeZone } = useSession().user;
  const today = dayOf(now(), timeZone);
  const days = Array.from({ length: shownDays }, (_, index) => daysAfter(from, index));
  const all = days.flatMap((day) => blocksOn(intervals, day, zone));
  if (all.length === 0) {
    return (
      <EmptyState title="No open time in these two weeks">
        Add hours to the week above, or look at time off and the days with other hours.
      </EmptyState>
    );
  }
  const first = Math.floor(Math.min(...all.map(([start]) => start)) / hour) * hour;
  const last = Math.min(Math.ceil(Math.max(...all.map(([, end]) => end)) / hour) * hour, endOfDay);
  /** What is seen of a day, from its morning on. */
  const blocksOf = (day: string): Block[] => {
    const open = blocksOn(intervals, day, zone);
    const busyBlocks = blocksOn(busy, day, zone)
      .map(([start, end]): Minutes => [Math.max(start, first), Math.min(end, last)])
      .filter(([start, end]) => start < end);
    return [
      ...open.map((minutes): Block => ({ kind: 'open', minutes })),
      ...busyBlocks.map((minutes): Block => ({ kind: 'busy', minutes })),
    ].sort((one, other) => one.minutes[0] - other.minutes[0]);
  };
  const percent = (minutes: number) => `${(minutes / (last - first)) * 100}%`;
  return (
    <div>
      {[days.slice(0, 7), days.slice(7)].map((week) => (
        <div key={week[0]} className="fortnight-week">
          <div className="fortnight-hours" aria-hidden="true">
            <span>{shortMinuteText(first)}</span>
            <span>{shortMinuteText(last)}</span>
          </div>
          {week.map((day) => (
            <section key={day} className="fortnight-day" aria-label={dayText(day, today)}>
              <p className="fortnight-title" aria-hidden="true">
                {shortTitle(weekdayOf(day))} {Number(day.slice(8))}
              </p>
              <ul className="fortnight-column">
                {blocksOf(day).map(({ kind, minutes: [start, end] }) => {
                  const text = `${kind === 'busy' ? `${busyTitle}, ` : ''}${spanText(start, end)}`;
                  return (
                    <li
                      key={`${kind}-${start}`}
                      className={kind === 'busy' ? 'fortnight-busy' : 'fortnight-block'}
                      data-text={kind === 'open' ? shortSpansText([[start, end]]) : undefined}
                      title={text}
                      style={{ top: percent(start - first), height: percent(end - start) }}
                    >
                      <span className="for-screen-readers">{text}</span>
                    </li>
                  );
                })}
              </ul>
            </section>
          ))}
        </div>
      ))}
      {days.some((day) => blocksOf(day).some(({ kind }) => kind === 'busy')) && (
        <Group gap="xs" mt="sm" c="dimmed" fz="0.8125rem" aria-hidden="true">
          <span className="fortnight-key fortnight-block" /> Open
          <span className="fortnight-key fortnight-busy" /> {busyTitle}
        </Group>
      )}
    </div>
  );
}
