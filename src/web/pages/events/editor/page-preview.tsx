import { Button, Group, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { EventSettingsFragment } from '../../../gql/event.ts';
import { ExternalIcon } from '../../../kit/icons.tsx';
import { isHydrating } from '../../../kit/now.ts';
import { pathOf } from '../event-menu.tsx';

/** The booking page as it is now: beside the settings where there is room, else behind a link. */
export function PagePreview({ event }: { readonly event: EventSettingsFragment }) {
  const hasRoom = useMediaQuery('(min-width: 75.01em)', false, { getInitialValueInEffect: isHydrating() });
  const isLive = event.status === 'ACTIVATED' && event.hosts.length > 0;
  const path = pathOf(event.bookingUrl);
  return (
    <aside className="page-preview" aria-label="Booking page">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          Booking page
        </Title>
        {isLive && (
          <Button
            component="a"
            href={path}
            target="_blank"
            rel="noreferrer"
            variant="subtle"
            size="compact-sm"
            rightSection={<ExternalIcon size={14} />}
          >
            Open the booking page
          </Button>
        )}
      </Group>
      {!isLive && (
        <Text size="sm" c="dimmed">
          {event.hosts.length === 0
            ? 'Add a host so that people can book it.'
            : 'The event is closed: its page says so.'}
        </Text>
      )}
      {isLive && hasRoom && (
        // It is loaded anew whenever a change is saved, here or elsewhere.
        <iframe key={event.updatedAt} title={`Booking page of “${event.name}”`} src={path} />
      )}
    </aside>
  );
}
