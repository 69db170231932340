import { Alert, Button, Group, List, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { DraftGapsDocument, type DraftGapsQuery, type EventSettingsFragment } from '../../../gql/event.ts';
import { memberName } from '../../../parts/members.ts';
import { useSetStatus } from '../status.tsx';
import { isOnline } from '../words.ts';

/** Says that an event is a draft and what it lacks, and publishes it. */
export function DraftBanner({ event }: { readonly event: EventSettingsFragment }) {
  const { publish, isBusy } = useSetStatus();
  const [{ data }] = useQuery({ query: DraftGapsDocument, variables: { id: event.id } });
  const gaps = gapsOf(event, data);
  return (
    <Alert role="status" color="blue" mb="lg">
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <Text fw={500}>This event is a draft</Text>
          <Text size="sm">
            {gaps.length === 0
              ? 'Only your team sees it. Publish it so that people can book.'
              : 'Only your team sees it. Before people can book, it needs:'}
          </Text>
          {gaps.length > 0 && (
            <List size="sm" mt={4}>
              {gaps}
            </List>
          )}
        </div>
        <Button loading={isBusy} onClick={() => publish(event, true)}>
          Publish
        </Button>
      </Group>
    </Alert>
  );
}

/** What an event needs before it can be booked. What is not loaded yet counts as present. */
function gapsOf(
  { hosts, location, locationLink }: EventSettingsFragment,
  data: DraftGapsQuery | undefined,
): readonly ReactNode[] {
  if (hosts.length === 0) return [<NoHost key="host" />];
  const isEmpty = ({ scheduleId }: Host) =>
    data?.userAvailabilities?.find(({ id }) => id === scheduleId)?.days.every(({ active }) => !active) ?? false;
  const hasNoLink = ({ userId }: Host) =>
    data?.event?.hostMembers?.find(({ id }) => id === userId)?.meetingLink === null;
  const needsLink = isOnline(location) && locationLink === null;
  return [
    ...hosts.filter(isEmpty).map((host) => <NoHours key={`hours ${host.userId}`} host={host} />),
    ...(needsLink ? hosts.filter(hasNoLink) : []).map((host) => <NoLink key={`link ${host.userId}`} host={host} />),
  ];
}

type Host = EventSettingsFragment['hosts'][number];

function NoHost() {
  return (
    <List.Item>
      <Link to="." search={{ section: 'hosts' }}>
        a host
      </Link>{' '}
      who takes the calls
    </List.Item>
  );
}

function NoHours({ host }: { readonly host: Host }) {
  return (
    <List.Item>
      <Link to="/schedules/$id" params={{ id: String(host.scheduleId) }}>
        hours in the schedule
      </Link>{' '}
      of <bdi>{memberName(host)}</bdi>
    </List.Item>
  );
}

function NoLink({ host }: { readonly host: Host }) {
  return (
    <List.Item>
      <Link to="." search={{}}>
        a meeting link
      </Link>
      , because <bdi>{memberName(host)}</bdi> has none
    </List.Item>
  );
}
