import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { EventsDocument, type EventsQuery } from '../../gql/events.ts';
import { CopyIconButton } from '../../kit/copy-buttons.tsx';
import type { FilteredView } from '../../kit/filters/use-filtered-view.ts';
import type { Columns } from '../../kit/list/columns.ts';
import { List } from '../../kit/list/list.tsx';
import { memberName } from '../../parts/members.ts';
import { useEventMenu } from './event-menu.tsx';
import { StatusControl } from './status.tsx';
import { durationText, statusTitles } from './words.ts';

type Event = NonNullable<EventsQuery['events']>['events'][number];

const eventColumns: Columns<Event> = {
  name: {
    title: 'Name',
    text: ({ name }) => name,
    link: ({ id }) => ({ to: '/events/$id', params: { id: String(id) } }),
  },
  length: { title: 'Length', text: ({ duration }) => durationText(duration), width: '7rem' },
  hosts: {
    title: 'Hosts',
    text: ({ hosts }) => hosts.map(memberName).join(', '),
    cell: ({ hosts }) => {
      const names = hosts.map(memberName);
      return (
        <span title={names.join(', ')}>
          <bdi>{names[0]}</bdi>
          {names.length > 1 && ` +${names.length - 1}`}
        </span>
      );
    },
    width: '18%',
    rank: 2,
  },
  link: {
    title: 'Link',
    text: ({ bookingUrl }) => bookingUrl,
    cell: ({ name, linkPrefix, bookingUrl }) => (
      <Group component="span" gap={4} wrap="nowrap" c="dimmed">
        <span className="ellipsis">{linkPrefix}</span>
        <CopyIconButton value={bookingUrl} label={`Copy the link of “${name}”`} />
      </Group>
    ),
    width: '24%',
  },
  status: {
    title: 'Status',
    text: ({ status }) => statusTitles[status],
    cell: (event) => <StatusControl event={event} />,
    width: '11rem',
  },
};

/** What the list reads, and a file of it has. */
export const eventsSource = {
  noun: 'event',
  document: EventsDocument,
  of: ({ events }: EventsQuery) => events,
  columns: eventColumns,
};

interface EventsListProps {
  readonly view: FilteredView;
  /** The button that creates one, if the viewer may. */
  readonly newEvent: ReactNode;
}

/** The events that fit the filters. */
export function EventsList({ view, newEvent }: EventsListProps) {
  const isLead = isTeamLead(useSession());
  const menu = useEventMenu<Event>();
  return (
    <>
      <List
        {...eventsSource}
        view={view}
        nameOf={({ name }) => name}
        isDense
        menu={menu.items}
        empty={{
          title: 'No events yet',
          text: isLead
            ? 'An event is what people book: a name, a length and who takes the calls. It has a page with a link to share.'
            : 'An owner or an admin of the workspace creates them.',
          action: newEvent,
        }}
      />
      {menu.dialogs}
    </>
  );
}
