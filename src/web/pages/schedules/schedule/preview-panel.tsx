import { Group, Select } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../../app/session.ts';
import { OpenTimesDocument } from '../../../gql/open-times.ts';
import { BusyTimesDocument } from '../../../gql/preview.ts';
import type { ScheduleRecordFragment } from '../../../gql/schedule.ts';
import { TimeOffsDocument } from '../../../gql/time-off.ts';
import { dayOf, daysAfter, startOfDay } from '../../../kit/days.ts';
import { Panel } from '../../../kit/layout.tsx';
import { LateSkeleton, QueryView } from '../../../kit/list/query-view.tsx';
import { now } from '../../../kit/now.ts';
import { ZoneSelect } from '../../../kit/zone-select.tsx';
import { CalendarsNote } from './calendars-note.tsx';
import { Fortnight } from './fortnight.tsx';
import { type Interval, openTime, shownDays, united, without } from './open-time.ts';
import type { ScheduleSearch } from './search.ts';
import { useOverrides } from './use-overrides.ts';

const route = getRouteApi('/schedules/$id');
const minuteMs = 60_000;

interface InZone {
  readonly schedule: ScheduleRecordFragment;
  readonly zone: string;
}

type UsingEvent = NonNullable<ScheduleRecordFragment['events']>[number];

/** What the schedule, as it is saved, offers in the coming fortnight, on the clock of any zone. */
export function PreviewPanel({ schedule }: { readonly schedule: ScheduleRecordFragment }) {
  const { user } = useSession();
  const search = route.useSearch();
  const navigate = useNavigate();
  const { zone = user.timeZone } = search;
  const live = (schedule.events ?? []).filter(({ status }) => status === 'ACTIVATED');
  const event = live.find(({ id }) => id === search.event) ?? live[0];
  const show = (changed: Partial<ScheduleSearch>) =>
    navigate({
      to: '.',
      search: (before: ScheduleSearch) => ({ ...before, ...changed }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Panel
      title="The coming fortnight"
      summary={
        event
          ? 'When a call can take place, as invitees are offered it now.'
          : 'The hours without time off. No event that can be booked uses the schedule, so nobody is offered them yet.'
      }
    >
      <Group align="flex-end" gap="md" mb="md">
        {live.length > 1 && event && (
          <Select
            label="Event"
            data={live.map(({ id, name }) => ({ value: `${id}`, label: name }))}
            value={`${event.id}`}
            allowDeselect={false}
            onChange={(value) => show({ event: Number(value) })}
          />
        )}
        <ZoneSelect
          label="On the clock of"
          allowDeselect={false}
          value={zone}
          onChange={(value) => show({ zone: value === null || value === user.timeZone ? undefined : value })}
        />
      </Group>
      {event ? <Offered {...{ schedule, zone, event }} /> : <Unused {...{ schedule, zone }} />}
      <CalendarsNote schedule={schedule} />
    </Panel>
  );
}

/** The server's answer: the hours of the event's open times with this host. */
function Offered({ schedule, zone, event }: InZone & { readonly event: UsingEvent }) {
  const from = dayOf(now(), zone);
  const variables = { eventId: event.id, timeZone: zone, from, to: daysAfter(from, shownDays - 1) };
  const query = useQuery({ query: OpenTimesDocument, variables });
  const busy = useBusyTimes(schedule.userId, from, zone);
  return (
    <QueryView query={query}>
      {({ eventDates }) => {
        const starts = (eventDates?.slots ?? [])
          .filter(({ hostIds }) => hostIds.includes(schedule.userId))
          .map(({ dateTime }) => Date.parse(dateTime));
        const intervals = united(starts.map((start) => ({ start, end: start + event.duration * minuteMs })));
        return <Fortnight {...{ intervals, busy, from, zone }} />;
      }}
    </QueryView>
  );
}

/** Where there is no event to ask for: the hours of the schedule without the time off. */
function Unused({ schedule, zone }: InZone) {
  const overrides = useOverrides(schedule.id);
  const [openedAt] = useState(() => Math.floor(now() / minuteMs) * minuteMs);
  const from = dayOf(openedAt, zone);
  const [{ data }] = useQuery({
    query: TimeOffsDocument,
    variables: {
      userId: schedule.userId,
      from: new Date(openedAt).toISOString(),
      to: daysAfter(from, shownDays + 1),
      cursor: 'start',
      limit: 100,
    },
  });
  const busy = useBusyTimes(schedule.userId, from, zone);
  const off = data?.timeOffs?.timeOffs;
  const intervals = useMemo(() => {
    if (!overrides || !off) return undefined;
    const taken = off.map(({ startTime, endTime }) => ({ start: Date.parse(startTime), end: Date.parse(endTime) }));
    return without(openTime({ ...schedule, overrides }, openedAt), taken);
  }, [overrides, off, schedule, openedAt]);
  return intervals ? <Fortnight {...{ intervals, busy, from, zone }} /> : <LateSkeleton />;
}

const none: readonly Interval[] = [];

/** What the connected calendars of a member hold as busy in the fortnight from a day on; none until it is there. */
function useBusyTimes(userId: number, from: string, zone: string): readonly Interval[] {
  const [first, next] = [startOfDay(from, zone), startOfDay(daysAfter(from, shownDays), zone)];
  const variables = { userId, from: new Date(first).toISOString(), to: new Date(next).toISOString() };
  const [{ data }] = useQuery({ query: BusyTimesDocument, variables, requestPolicy: 'cache-and-network' });
  const times = data?.busyTimes?.times;
  return useMemo(
    () => times?.map(({ startTime, endTime }) => ({ start: Date.parse(startTime), end: Date.parse(endTime) })) ?? none,
    [times],
  );
}
