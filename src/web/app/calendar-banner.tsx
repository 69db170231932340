import { Alert, Anchor, Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { CalendarStateDocument } from '../gql/calendar-state.ts';
import { WarningIcon } from '../kit/icons.tsx';
import { memberName } from '../parts/members.ts';
import { type CalendarConnections, isClosing, stateOf } from './calendar-state.ts';
import { useSession } from './session.ts';

const againMs = 5 * 60_000;

/** Says on every page that somebody cannot be booked because a calendar cannot be read: to the member, and to owners and admins. */
export function CalendarBanner() {
  const { user } = useSession();
  const { pathname } = useLocation();
  const [{ data }, execute] = useQuery({ query: CalendarStateDocument, requestPolicy: 'cache-and-network' });
  useEffect(() => {
    const timer = setInterval(() => execute({ requestPolicy: 'network-only' }), againMs);
    return () => clearInterval(timer);
  }, [execute]);
  const text = bannerText(data?.calendarConnections ?? [], user.id);
  if (text === undefined) return null;
  const isThere = pathname === '/settings/calendars';
  return (
    <Alert role="status" color="red" icon={<WarningIcon />} mb="lg">
      <Text size="sm">
        {text}{' '}
        {!isThere && (
          <Anchor component={Link} to="/settings/calendars" underline="always" inherit>
            Fix it in Settings → Calendars
          </Anchor>
        )}
      </Text>
    </Alert>
  );
}

function bannerText(connections: CalendarConnections, userId: number): string | undefined {
  const closing = connections.filter(isClosing);
  const own = closing.filter((each) => each.userId === userId);
  if (own.length > 1) return `${own.length} of your calendars ${stateOf(own)}, so nobody can book you.`;
  if (own[0]) return `Your calendar “${own[0].name}” ${stateOf(own)}, so nobody can book you.`;
  const members = new Set(closing.map((each) => each.userId)).size;
  if (members === 0) return undefined;
  if (members > 1) return `Calendars of ${members} members ${stateOf(closing)}, so they cannot be booked.`;
  const member = closing[0]?.member;
  const who = member ? memberName(member) : 'one member';
  return `A calendar of ${who} ${stateOf(closing)}, so this member cannot be booked.`;
}
