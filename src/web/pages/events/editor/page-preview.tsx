import { Button, Group, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from 'urql';
import { useSession } from '../../../app/session.ts';
import type { EventSettingsFragment } from '../../../gql/event.ts';
import { OpenTimesDocument } from '../../../gql/open-times.ts';
import { ExternalIcon } from '../../../kit/icons.tsx';
import { LateSkeleton } from '../../../kit/list/query-view.tsx';
import { isHydrating } from '../../../kit/now.ts';
import type { SectionName } from '../search.ts';
import { pathOf } from '../shared-event.ts';
import { useAllFields } from './form-fields.ts';

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
  const hasHost = event.hosts.length > 0;
  const isLive = event.status === 'ACTIVATED' && hasHost;
  const address = event.status === 'ACTIVATED' ? event.bookingUrl : event.previewUrl;
  const path = address === null ? null : pathOf(address);
  return (
    <aside className="page-preview" aria-label="Booking page">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          Booking page
        </Title>
        {hasHost && path !== null && (
          <Button
            component="a"
            href={path}
            target="_blank"
            rel="noreferrer"
            variant="subtle"
            size="compact-sm"
            rightSection={<ExternalIcon size={14} />}
          >
            {isLive ? 'Open the booking page' : 'Open the preview'}
          </Button>
        )}
      </Group>
      {!isLive && (
        <Text size="sm" c="dimmed" mb="xs">
          {hasHost ? draftNote(path) : 'Add a host so that people can book it.'}
        </Text>
      )}
      {hasHost && path !== null && hasRoom && (
        <StepPreview {...{ event, path, isLive }} step={formSections.includes(section) ? 'form' : 'times'} />
      )}
    </aside>
  );
}

/** Only owners and admins have a preview. */
function draftNote(path: string | null): string {
  return path === null ? 'This event is a draft.' : 'Nobody else sees this page until the event is published.';
}

interface StepPreviewProps {
  readonly event: EventSettingsFragment;
  readonly step: 'form' | 'times';
  /** The booking page, or the preview of a draft. */
  readonly path: string;
  readonly isLive: boolean;
}

/** An event that starts with its times shows the form of one of them. For a draft the server finds an open time. */
function StepPreview({ event, step, path, isLive }: StepPreviewProps) {
  const { timeZone } = useSession().user;
  const fields = useShownFields(event, step);
  const isForm = step === 'form' && event.bookingFlow === 'TIME_FIRST';
  const [{ data, fetching }] = useQuery({
    query: OpenTimesDocument,
    variables: { eventId: event.id, timeZone },
    pause: !isForm || !isLive,
  });
  const dateTime = data?.eventDates?.slots[0]?.dateTime;
  if (fetching && !data) return <LateSkeleton />;
  const src = isForm ? formAt(path, { timeZone, dateTime, isLive }) : path;
  return (
    <>
      {isForm && isLive && dateTime === undefined && (
        <Text size="sm" c="dimmed" mb="xs">
          No time is open, so the form is not shown.
        </Text>
      )}
      {/* It is loaded anew whenever a change of the event or of its fields is saved, here or elsewhere. */}
      <iframe key={`${event.updatedAt} ${src} ${fields}`} title={`Booking page of “${event.name}”`} src={src} />
    </>
  );
}

interface FormAddress extends Pick<StepPreviewProps, 'isLive'> {
  readonly timeZone: string;
  readonly dateTime: string | undefined;
}

/** The address of the form; the page itself if no time is open. */
function formAt(path: string, { timeZone, dateTime, isLive }: FormAddress): string {
  if (!isLive) return `${path}&${new URLSearchParams({ step: 'form', timeZone })}`;
  return dateTime === undefined ? path : `${path}?${new URLSearchParams({ dateTime, timeZone })}`;
}

/** What the form shows of custom fields. A change of a field is no change of the event. */
function useShownFields({ secondaryQuestions }: EventSettingsFragment, step: StepPreviewProps['step']): string {
  const fields = useAllFields(0, step === 'form') ?? [];
  return JSON.stringify(
    fields.filter(({ id }) => secondaryQuestions.some(({ customFieldId }) => customFieldId === id)),
  );
}
