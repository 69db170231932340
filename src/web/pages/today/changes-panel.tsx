import { Stack, Text } from '@mantine/core';
import { useSession } from '../../app/session.ts';
import type { TodayCallFragment } from '../../gql/today.ts';
import { countOf } from '../../kit/counts.ts';
import { shortDayTimeText } from '../../kit/days.ts';
import { Panel } from '../../kit/layout.tsx';
import { EmptyState } from '../../kit/list/empty-state.tsx';
import { Moment } from '../../kit/moment.tsx';
import { CallLink } from '../../parts/calls/named-call.tsx';
import { isOutcome, outcomeTitles } from '../../parts/calls/outcomes.ts';

interface ChangesPanelProps {
  /** The latest change first. */
  readonly calls: readonly TodayCallFragment[];
  readonly count: number;
}

/** The calls that were booked, moved, cancelled or answered since yesterday. */
export function ChangesPanel({ calls, count }: ChangesPanelProps) {
  const { timeZone } = useSession().user;
  return (
    <Panel padded={false} title="Since yesterday">
      {calls.length === 0 ? (
        <EmptyState title="No changes">Booked, moved and cancelled calls appear here.</EmptyState>
      ) : (
        <ul>
          {calls.map((call) => (
            <Stack key={call.id} component="li" gap={0} className="today-row">
              <Text component="span" size="sm" fw={500} className="two-lines">
                <CallLink call={call} />
              </Text>
              <Text component="span" size="sm" className="two-lines">
                {whatChanged(call)}: <bdi>{call.name}</bdi>, {shortDayTimeText(call.dateTime, timeZone)}
              </Text>
              <Text component="span" size="sm" c="dimmed">
                <Moment at={call.updatedAt} />
              </Text>
            </Stack>
          ))}
        </ul>
      )}
      {count > calls.length && (
        <Text size="sm" c="dimmed" px="md" pb="md">
          And {countOf(count - calls.length, 'more call')}.
        </Text>
      )}
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
