import { useSession } from '../../../app/session.ts';
import { dayOf, daysAfter, dayText } from '../../../parts/days.ts';
import { EmptyState } from '../../../parts/list.tsx';
import { endOfDay, shortMinuteText, spanText } from '../clock.ts';
import { shortSpansText, shortTitle, weekdayOf } from '../week.ts';
import { blocksOn, type Interval, shownDays } from './open-time.ts';

interface FortnightProps {
  readonly intervals: readonly Interval[];
  /** The first day. */
  readonly from: string;
  readonly zone: string;
}

const hour = 60;

/** Two weeks, each with its days as columns and open time as blocks. */
export function Fortnight({ intervals, from, zone }: FortnightProps) {
  const { timeZone } = useSession().user;
  const today = dayOf(Date.now(), timeZone);
  const days = Array.from({ length: shownDays }, (_, index) => {
    const day = daysAfter(from, index);
    return { day, blocks: blocksOn(intervals, day, zone) };
  });
  const all = days.flatMap(({ blocks }) => blocks);
  if (all.length === 0) {
    return (
      <EmptyState title="No open time in these two weeks">
        Add hours to the week above, or look at time off and the days with other hours.
      </EmptyState>
    );
  }
  const first = Math.floor(Math.min(...all.map(([start]) => start)) / hour) * hour;
  const last = Math.min(Math.ceil(Math.max(...all.map(([, end]) => end)) / hour) * hour, endOfDay);
  const percent = (minutes: number) => `${(minutes / (last - first)) * 100}%`;
  return (
    <div className="fortnight">
      {[days.slice(0, 7), days.slice(7)].map((week) => (
        <div key={week[0]?.day} className="fortnight-week">
          <div className="fortnight-hours" aria-hidden="true">
            <span>{shortMinuteText(first)}</span>
            <span>{shortMinuteText(last)}</span>
          </div>
          {week.map(({ day, blocks }) => (
            <section key={day} className="fortnight-day" aria-label={dayText(day, today)}>
              <p className="fortnight-title" aria-hidden="true">
                {shortTitle(weekdayOf(day))} {Number(day.slice(8))}
              </p>
              <ul className="fortnight-column">
                {blocks.map(([start, end]) => (
                  <li
                    key={start}
                    className="fortnight-block"
                    data-text={shortSpansText([[start, end]])}
                    title={spanText(start, end)}
                    style={{ top: percent(start - first), height: percent(end - start) }}
                  >
                    <span className="for-screen-readers">{spanText(start, end)}</span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      ))}
    </div>
  );
}
