import { Button, Group, List, Select, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../../app/session.ts';
import type { EventSettingsFragment } from '../../../gql/event.ts';
import { type ClosingRule, WhyUnavailableDocument } from '../../../gql/why-unavailable.ts';
import { dayOf, daysAfter, dayTimeText, instantAt, zoneNote } from '../../../kit/days.ts';
import { Panel } from '../../../kit/layout.tsx';
import { QueryView } from '../../../kit/list/query-view.tsx';
import { now } from '../../../kit/now.ts';
import { memberName } from '../../../parts/members.ts';
import type { SectionName } from '../search.ts';

interface Question {
  readonly userId: number;
  readonly dateTime: string;
}

/** Why a host is not offered at a time, and what to change. */
export function TimesSection({ event }: { readonly event: EventSettingsFragment }) {
  const { timeZone } = useSession().user;
  const [host, setHost] = useState(event.hosts[0] ? String(event.hosts[0].userId) : null);
  const [day, setDay] = useState(() => daysAfter(dayOf(now(), timeZone), 1));
  const [time, setTime] = useState('10:00');
  const [question, setQuestion] = useState<Question>();
  const look = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (host === null || day === '' || time === '') return;
    setQuestion({ userId: Number(host), dateTime: new Date(instantAt(`${day}T${time}`, timeZone)).toISOString() });
  };
  return (
    <Panel title="Why is a time not offered?" summary={`Choose a host and a start time. ${zoneNote(timeZone)}.`}>
      <form method="dialog" onSubmit={look}>
        <Group align="flex-end" gap="sm" mb="md">
          <Select
            label="Host"
            data={event.hosts.map((each) => ({ value: String(each.userId), label: memberName(each) }))}
            value={host}
            onChange={setHost}
            allowDeselect={false}
            searchable
          />
          <TextInput
            type="date"
            label="Date"
            required
            withAsterisk={false}
            value={day}
            onChange={({ currentTarget }) => setDay(currentTarget.value)}
          />
          <TextInput
            type="time"
            label="Time"
            required
            withAsterisk={false}
            value={time}
            onChange={({ currentTarget }) => setTime(currentTarget.value)}
          />
          <Button type="submit">Check</Button>
        </Group>
      </form>
      {question && <Reasons key={JSON.stringify(question)} event={event} question={question} />}
    </Panel>
  );
}

function Reasons({ event, question }: { readonly event: EventSettingsFragment; readonly question: Question }) {
  const { timeZone } = useSession().user;
  const query = useQuery({ query: WhyUnavailableDocument, variables: { eventId: event.id, ...question } });

  const host = event.hosts.find(({ userId }) => userId === question.userId);
  const name = host ? memberName(host) : 'This member';
  const when = dayTimeText(question.dateTime, timeZone);
  return (
    <QueryView query={query}>
      {({ whyUnavailable }) => {
        const reasons = whyUnavailable ?? [];
        return (
          <div role="status">
            <Text mb="sm" fw={500}>
              {reasons.length === 0 ? `${name} is offered on ${when}.` : `${name} is not offered on ${when}:`}
            </Text>
            {reasons.length > 0 && (
              <List spacing="sm" fz="0.9375rem">
                {reasons.map(({ rule, message }) => (
                  <List.Item key={rule + message}>
                    {message}{' '}
                    <Text component="span" inherit c="dimmed">
                      {remedies[rule]}
                    </Text>
                  </List.Item>
                ))}
              </List>
            )}
          </div>
        );
      }}
    </QueryView>
  );
}

/** A link to a section of the same event. */
function To({ section, children }: { readonly section?: SectionName; readonly children: ReactNode }) {
  return (
    <Link to="." search={{ section }}>
      {children}
    </Link>
  );
}

const schedule = (
  <>
    The hours are in the schedule that <To section="hosts">Hosts</To> names for the host.
  </>
);
const availability = <To section="availability">Change it in Availability</To>;
const calendars = (
  <>
    The host manages it in <Link to="/settings/calendars">Calendars</Link>.
  </>
);

/** What to change, and where. */
const remedies: Readonly<Record<ClosingRule, ReactNode>> = {
  DEACTIVATED: 'Publish the event at the top of this page.',
  NOT_A_HOST: <To section="hosts">Add the member in Hosts</To>,
  PAST: 'Choose a later time.',
  MINIMUM_NOTICE: availability,
  BOOKING_WINDOW: availability,
  OPENING_HOURS: schedule,
  OVERRIDE: <>Change the override of the date. {schedule}</>,
  SLOT_INTERVAL: (
    <>
      Change how often times begin in <To>Basics</To>, or the hours of the schedule.
    </>
  ),
  DURATION: (
    <>
      Shorten the call in <To>Basics</To>, or the hours of the schedule longer.
    </>
  ),
  CALL: (
    <>
      Move or cancel it in <Link to="/calls">Calls</Link>, or add <To section="hosts">another host</To>.
    </>
  ),
  BUFFER: (
    <>
      Change the buffers in <To section="availability">Availability</To>.
    </>
  ),
  TIME_OFF: 'End the time off of the host, or change it.',
  CALENDAR: calendars,
  CALENDAR_UNREADABLE: calendars,
  DAILY_LIMIT: availability,
};
