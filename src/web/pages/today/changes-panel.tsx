import { Text } from '@mantine/core';
import { now } from '../../app/beginning.ts';
import { useSession } from '../../app/session.ts';
import type { TodayCallFragment } from '../../gql/today.ts';
import { countOf } from '../../kit/counts.ts';
import { dayOf, shortDayText, timeText } from '../../kit/days.ts';
import { Panel } from '../../kit/layout.tsx';
import { EmptyState } from '../../kit/list/empty-state.tsx';
import { Moment } from '../../kit/moment.tsx';
import { CallLink } from '../../parts/calls/link.tsx';
import { isOutcome, outcomeTitles } from '../../parts/calls/outcomes.ts';

interface ChangesPanelProps {
  /** The latest change first. */
  readonly calls: readonly TodayCallFragment[];
  readonly count: number;
}

/** The calls that were booked, moved, cancelled or answered since yesterday. */
export function ChangesPanel({ calls, count }: ChangesPanelProps) {
  const { timeZone } = useSession().user;
  const today = dayOf(now(), timeZone);
  return (
    <Panel padded={false} title="Since yesterday">
      {calls.length === 0 ? (
        <EmptyState title="No changes">Booked, moved and cancelled calls appear here.</EmptyState>
      ) : (
        <ul className="changes">
          {calls.map((call) => (
            <li key={call.id}>
              <Text component="span" size="sm" fw={500} className="two-lines">
                <CallLink call={call} />
              </Text>
              <Text component="span" size="sm" className="two-lines">
                {whatChanged(call)}: <bdi>{call.name}</bdi>, {shortDayText(dayOf(call.dateTime, timeZone), today)},{' '}
                {timeText(call.dateTime, timeZone)}
              </Text>
              <Text component="span" size="sm" c="dimmed">
                <Moment at={call.updatedAt} />
              </Text>
            </li>
          ))}
        </ul>
      )}
      {count > calls.length && <p className="hint agenda-more">And {countOf(count - calls.length, 'more call')}.</p>}
    </Panel>
  );
}

const sameMs = 1000;

/** As far as the call itself shows it: its latest change. */
function whatChanged({ status, outcome, createdAt, updatedAt }: TodayCallFragment): string {
  if (status === 'CANCELLED') return 'Cancelled';
  if (isOutcome(outcome)) return outcomeTitles[outcome];
  if (Date.parse(updatedAt) - Date.parse(createdAt) < sameMs) return 'Booked';
  return status === 'RESCHEDULED' ? 'Moved' : 'Changed';
}
