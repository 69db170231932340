import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { EventsDocument, type EventsQuery } from '../../gql/events.ts';
import { CopyIconButton } from '../../kit/copy-buttons.tsx';
import { countOf } from '../../kit/counts.ts';
import { useDialogs } from '../../kit/dialogs.tsx';
import { TrashIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/layout.tsx';
import {
  EmptyState,
  type ListPage,
  PagedList,
  QueryView,
  RecordTable,
  RowMenu,
  useReportedCursor,
} from '../../kit/list.tsx';
import { useRowKeys } from '../../kit/row-keys.ts';
import { memberName } from '../../parts/members.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { durationText } from './durations.ts';
import { type EventsSearch, variablesOf } from './search.ts';
import { EmbedDialog, QrCodeDialog, ShareItems } from './share.tsx';
import { StatusBadge, StatusControl, useStatusSwitch } from './status.tsx';

type Event = NonNullable<EventsQuery['events']>['events'][number];
const useEventDialogs = () => useDialogs<'qrCode' | 'embed' | 'delete', Event>();
type EventDialogs = ReturnType<typeof useEventDialogs>;

interface EventsListProps {
  readonly search: EventsSearch;
  /** The button that makes one, for who may. */
  readonly newEvent: ReactNode;
}

/** The events that fit the filters: j and k go from one to the next, Enter opens one. */
export function EventsList({ search, newEvent }: EventsListProps) {
  const dialogs = useEventDialogs();
  const list = useRowKeys({ name: 'event' });
  return (
    <Panel padded={false}>
      <div ref={list}>
        <PagedList filter={JSON.stringify(search)}>
          {(page) => <EventsPagePart {...{ page, search, newEvent, dialogs }} />}
        </PagedList>
      </div>
      <QrCodeDialog {...dialogs.of('qrCode')} />
      <EmbedDialog {...dialogs.of('embed')} />
      <DeleteDialog {...dialogs.of('delete')} />
    </Panel>
  );
}

interface EventsPagePartProps extends EventsListProps {
  readonly page: ListPage;
  readonly dialogs: EventDialogs;
}

function EventsPagePart({ page, search, newEvent, dialogs }: EventsPagePartProps) {
  const query = useQuery({
    query: EventsDocument,
    variables: { ...variablesOf(search), cursor: page.cursor },
  });
  useReportedCursor(page, query[0].data?.events?.nextCursor);
  return (
    <QueryView query={query}>
      {({ events }) => (
        <>
          {page.index === 0 && (events?.count ?? 0) > 0 && (
            <p className="list-count" role="status">
              {countOf(events?.count ?? 0, 'event')}
            </p>
          )}
          <RecordTable
            columns={['Name', 'Length', 'Hosts', 'Link', 'Status']}
            hasActions
            label="Events"
            className="dense events"
            isContinued={page.index > 0}
            rows={events?.events ?? []}
            empty={
              <NoEvents isFiltered={search.search !== undefined || search.status !== undefined} newEvent={newEvent} />
            }
          >
            {(event) => <EventRow key={event.id} event={event} dialogs={dialogs} />}
          </RecordTable>
        </>
      )}
    </QueryView>
  );
}

interface NoEventsProps extends Pick<EventsListProps, 'newEvent'> {
  readonly isFiltered: boolean;
}

function NoEvents({ isFiltered, newEvent }: NoEventsProps) {
  if (isFiltered) return <EmptyState title="No event fits these filters">Choose others, or clear them.</EmptyState>;
  return (
    <EmptyState title="No events yet" action={newEvent}>
      {newEvent
        ? 'An event is what people book: a name, a length and who takes the calls. It has a page with a link to share.'
        : 'An owner or an admin of the workspace makes them.'}
    </EmptyState>
  );
}

interface EventRowProps {
  readonly event: Event;
  readonly dialogs: EventDialogs;
}

function EventRow({ event, dialogs }: EventRowProps) {
  const { id, name, duration, hosts, bookingUrl, linkPrefix } = event;
  const isLead = isTeamLead(useSession());
  const control = useStatusSwitch(event);
  const names = hosts.map(memberName);
  return (
    <tr className="row-with-link">
      <td>
        <Link className="row-link" to="/events/$id" params={{ id: String(id) }}>
          <bdi>{name}</bdi>
        </Link>
      </td>
      <td className="number">{durationText(duration)}</td>
      <td className="event-hosts" title={names.join(', ')}>
        <bdi>{names[0]}</bdi>
        {names.length > 1 && ` +${names.length - 1}`}
      </td>
      <td>
        <span className="event-link">
          <span className="ellipsis">{linkPrefix}</span>
          <CopyIconButton value={bookingUrl} label={`Copy the link of “${name}”`} />
        </span>
      </td>
      <td>{isLead ? <StatusControl event={event} control={control} /> : <StatusBadge {...event} />}</td>
      <td className="actions">
        <RowMenu name={name}>
          <ShareItems event={event} onOpen={(kind) => dialogs.open(kind, event)} />
          {isLead && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<TrashIcon />} color="red" onClick={() => dialogs.open('delete', event)}>
                Delete…
              </Menu.Item>
            </>
          )}
        </RowMenu>
      </td>
    </tr>
  );
}
