import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { isClosing, stateOf } from '../../../app/calendar-state.ts';
import { useSession } from '../../../app/session.ts';
import { CountedCalendarsDocument, type CountedCalendarsQuery } from '../../../gql/preview.ts';
import type { ScheduleRecordFragment } from '../../../gql/schedule.ts';
import { countOf } from '../../../kit/counts.ts';
import { memberName } from '../../../parts/members.ts';

type Connections = NonNullable<CountedCalendarsQuery['calendarConnections']>;

/** Which calendars keep times from being offered, and where that is chosen or fixed. */
export function CalendarsNote({ schedule: { userId, member } }: { readonly schedule: ScheduleRecordFragment }) {
  const { user } = useSession();
  const [{ data }] = useQuery({ query: CountedCalendarsDocument, variables: { userId } });
  if (!data?.calendarConnections) return null;
  const connections = data.calendarConnections;
  const isOwn = userId === user.id;
  const text = isOwn ? ownText(connections) : textOfOther(connections, member ? memberName(member) : 'the member');
  return (
    <Text size="sm" c="dimmed" mt="md">
      {text} <Link to="/settings/calendars">{isOwn ? 'Settings → Calendars' : 'Calendars of the team'}</Link>
    </Text>
  );
}

const callsAlone = 'so only calls here keep times from being booked.';

function ownText(connections: Connections): string {
  const closing = connections.filter(isClosing);
  if (closing[0]) {
    const which = closing.length > 1 ? `${closing.length} of your calendars` : `Your calendar “${closing[0].name}”`;
    return `${which} ${stateOf(closing)}, so nobody can book you, and more may be busy than is shown here.`;
  }
  if (connections.length === 0) return `No calendar of yours is connected, ${callsAlone}`;
  const counted = connections.flatMap(({ calendars }) => calendars.filter(({ countsAsBusy }) => countsAsBusy));
  if (counted.length === 0) return `No calendar of yours counts, ${callsAlone}`;
  return `While ${counted.map(({ name }) => name).join(', ')} says that you are busy, events do not offer the time.`;
}

/** The names of another member's calendars are private. */
function textOfOther(connections: Connections, name: string): string {
  if (connections.length === 0) return `No calendar of ${name} is connected, ${callsAlone}`;
  const closing = connections.filter(isClosing);
  const which = `${countOf(closing.length || connections.length, 'connection')} of ${name} to calendars elsewhere`;
  return closing.length > 0
    ? `${which} ${stateOf(closing)}, so nobody can book them, and more may be busy than is shown here.`
    : `${which}: while these say busy, events do not offer the time.`;
}
