import './events.css';
import { Button, Group, NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { PlusIcon } from '../../kit/icons.tsx';
import { useKeys } from '../../kit/keys.ts';
import { PageHeader } from '../../kit/layout.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { EventsList } from './list.tsx';
import type { EventsSearch, StatusFilter } from './search.ts';

const route = getRouteApi('/events');
/** Its fields weigh as much as the list, which most visits are for. */
const NewEventDialog = lazy(async () => ({ default: (await import('./new-event-dialog.tsx')).NewEventDialog }));

/** The bookable events of the workspace. Owners and admins make them; everybody shares their links. */
export function EventsPage() {
  const search = route.useSearch();
  const isLead = isTeamLead(useSession());
  const [isOpen, { open, close }] = useDisclosure();
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  useKeys(isLead ? [{ key: 'n', title: 'New event', act: open }] : []);
  const newEvent = isLead && (
    <Button leftSection={<PlusIcon />} onClick={open}>
      New event
    </Button>
  );
  return (
    <>
      <PageHeader title="Events" summary="What people can book, each on a page of its own." actions={newEvent} />
      <EventFilters search={search} />
      <EventsList search={search} newEvent={newEvent} />
      <Suspense>{wasOpen && <NewEventDialog opened={isOpen} onClose={close} />}</Suspense>
    </>
  );
}

const statusOptions = [
  { value: '', label: 'Open and closed' },
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
];

/** The filters of the list, each in the address. */
function EventFilters({ search }: { readonly search: EventsSearch }) {
  const navigate = useNavigate();
  const filter = (changed: EventsSearch) =>
    navigate({ to: '/events', search: { ...search, ...changed }, replace: true, resetScroll: false });
  return (
    <Group gap="sm" mb="md" component="section" aria-label="Filters">
      <SearchField
        label="Search events"
        placeholder="Name or link"
        value={search.search}
        onSearch={(text) => filter({ search: text })}
      />
      <NativeSelect
        aria-label="Status"
        data={statusOptions}
        value={search.status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          filter({ status: (value || undefined) as StatusFilter | undefined })
        }
      />
    </Group>
  );
}
