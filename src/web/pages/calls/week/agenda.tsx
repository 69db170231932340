import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../app/session.ts';
import { relativeDayText, timeText } from '../../../kit/days.ts';
import { useNow } from '../../../kit/now.ts';
import { CallBadge, EventAndHost } from '../../../parts/calls/named-call.tsx';
import type { Call } from '../list.tsx';
import { daysOfWeek, listedDay } from './blocks.ts';
import { colorOf } from './call.tsx';
import type { WeekProps } from './grid.tsx';

/** The week where there is no room for columns: day by day, each call once. */
export function WeekAgenda({ firstDay, today, calls, search, openId }: WeekProps) {
  const { timeZone } = useSession().user;
  const now = useNow();
  const days = Map.groupBy(calls, (call) => listedDay(call, firstDay, timeZone));
  return daysOfWeek(firstDay).map((day) => {
    const ofDay = days.get(day) ?? [];
    const next = ofDay.findIndex(({ endTime }) => Date.parse(endTime) > now);
    const nowIndex = next === -1 ? ofDay.length : next;
    return (
      <section key={day} className="call-agenda-day" aria-label={relativeDayText(day, today)}>
        <Title order={3} size="h6" className="call-agenda-title" aria-current={day === today ? 'date' : undefined}>
          {relativeDayText(day, today)}
        </Title>
        {ofDay.length === 0 ? (
          <p className="hint">No calls.</p>
        ) : (
          <ol className="call-agenda">
            {ofDay.map((call, index) => (
              <AgendaCall
                key={call.id}
                {...{ call, search }}
                isAfterNow={day === today && index === nowIndex}
                isOpen={call.previewId === openId}
              />
            ))}
          </ol>
        )}
      </section>
    );
  });
}

interface AgendaCallProps extends Pick<WeekProps, 'search'> {
  readonly call: Call;
  /** The line of now is above it. */
  readonly isAfterNow: boolean;
  readonly isOpen: boolean;
}

function AgendaCall({ call, search, isAfterNow, isOpen }: AgendaCallProps) {
  const { timeZone } = useSession().user;
  return (
    <li
      className="call-agenda-row row-with-link"
      style={colorOf(call)}
      data-open={isOpen || undefined}
      data-after-now={isAfterNow || undefined}
    >
      <span className="number call-agenda-time">
        {timeText(call.dateTime, timeZone)}–{timeText(call.endTime, timeZone)}
      </span>
      <Link
        className="row-link"
        to="/calls/$previewId"
        params={{ previewId: call.previewId }}
        search={search}
        data-id={call.previewId}
        data-cancelled={call.status === 'CANCELLED' || undefined}
        resetScroll={false}
        aria-current={isOpen || undefined}
      >
        <bdi>{call.inviteeName}</bdi>
      </Link>
      <span className="soft two-lines call-agenda-about">
        <EventAndHost call={call} showsHost />
      </span>
      <CallBadge {...call} />
    </li>
  );
}
