import { Button, Group, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from 'urql';
import { useSession } from '../../../app/session.ts';
import type { EventSettingsFragment } from '../../../gql/event.ts';
import { OpenTimesDocument } from '../../../gql/open-times.ts';
import { ExternalIcon } from '../../../kit/icons.tsx';
import { LateSkeleton } from '../../../kit/list/query-view.tsx';
import { isHydrating } from '../../../kit/now.ts';
import { pathOf } from '../event-menu.tsx';
import type { SectionName } from '../search.ts';

/** Sections that are about the form of the booking page. */
const formSections: readonly SectionName[] = ['questions', 'flow'];

interface PagePreviewProps {
  readonly event: EventSettingsFragment;
  /** The section that is edited: the page shows the step that it is about. */
  readonly section: SectionName;
}

/** The booking page as it is now: beside the settings where there is room, else behind a link. */
export function PagePreview({ event, section }: PagePreviewProps) {
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
      {isLive && hasRoom && <StepPreview event={event} step={formSections.includes(section) ? 'form' : 'times'} />}
    </aside>
  );
}

interface StepPreviewProps {
  readonly event: EventSettingsFragment;
  readonly step: 'form' | 'times';
}

/** An event that starts with its times shows the form of one of them. */
function StepPreview({ event, step }: StepPreviewProps) {
  const { timeZone } = useSession().user;
  const isForm = step === 'form' && event.bookingFlow === 'TIME_FIRST';
  const [{ data, fetching }] = useQuery({
    query: OpenTimesDocument,
    variables: { eventId: event.id, timeZone },
    pause: !isForm,
  });
  const dateTime = data?.eventDates?.slots[0]?.dateTime;
  if (isForm && fetching && !data) return <LateSkeleton />;
  const path = pathOf(event.bookingUrl);
  const src = isForm && dateTime !== undefined ? `${path}?${new URLSearchParams({ dateTime, timeZone })}` : path;
  return (
    <>
      {isForm && dateTime === undefined && (
        <Text size="sm" c="dimmed" mb="xs">
          No time is open, so the form is not shown.
        </Text>
      )}
      {/* It is loaded anew whenever a change is saved, here or elsewhere. */}
      <iframe key={`${event.updatedAt} ${src}`} title={`Booking page of “${event.name}”`} src={src} />
    </>
  );
}
