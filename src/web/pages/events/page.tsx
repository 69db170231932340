import { lazyPart } from '../../kit/lazy-part.tsx';
import './events.css';
import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { useDialogs } from '../../kit/dialogs.tsx';
import { ListFilters } from '../../kit/filters/list-filters.tsx';
import { useFilteredView } from '../../kit/filters/use-filtered-view.ts';
import { PlusIcon } from '../../kit/icons.tsx';
import { useKeys } from '../../kit/keys.ts';
import { PageHeader } from '../../kit/layout.tsx';
import { ListMenu } from '../../kit/list/list-menu.tsx';
import { useOpenedByAddress } from '../../kit/opened-by-address.ts';
import { EventsList, eventsSource } from './list.tsx';
import { eventFilters } from './search.ts';

const route = getRouteApi('/events');
/** Its fields weigh as much as the list, which most visits are for. */
const NewEventDialog = lazyPart(() => import('./new-event-dialog.tsx'), 'NewEventDialog');

/** The bookable events of the workspace. Owners and admins make them; everybody shares their links. */
export function EventsPage() {
  const view = useFilteredView(eventFilters, route.useSearch());
  const isLead = isTeamLead(useSession());
  const dialogs = useDialogs<'new', object>();
  const dialog = dialogs.of('new');
  const open = () => dialogs.open('new', {});
  useKeys(isLead ? [{ key: 'n', title: 'New event', act: open }] : []);
  useOpenedByAddress((name) => {
    if (name === 'new' && isLead) open();
    return name === 'new';
  });
  const newEvent = isLead && (
    <Button leftSection={<PlusIcon />} onClick={open}>
      New event
    </Button>
  );
  return (
    <>
      <PageHeader title="Events" summary="What people can book, each on its own page." actions={newEvent} />
      <ListFilters view={view} after={<ListMenu view={view} {...eventsSource} />} />
      <EventsList view={view} newEvent={newEvent} />
      {dialog.about && <NewEventDialog {...dialog} />}
    </>
  );
}
