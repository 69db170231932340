import { loaded } from '../../../app/loaded.ts';
import '../events.css';
import { Group, Menu } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../../app/session.ts';
import { isTeamLead } from '../../../app/team-lead.ts';
import { EventDocument, type EventSettingsFragment } from '../../../gql/event.ts';
import { CopyTextButton } from '../../../kit/copy-buttons.tsx';
import { useDialogs } from '../../../kit/dialogs.tsx';
import { useHasDraft } from '../../../kit/draft.ts';
import { idOf } from '../../../kit/filters/search.ts';
import { TrashIcon } from '../../../kit/icons.tsx';
import { PageHeader } from '../../../kit/layout.tsx';
import { EmptyState } from '../../../kit/list/empty-state.tsx';
import { LateSkeleton, PageSkeleton, QueryView } from '../../../kit/list/query-view.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { DeleteDialog } from '../delete-dialog.tsx';
import { type SectionName, sectionNames, sectionTitles } from '../search.ts';
import { EmbedDialog, QrCodeDialog, ShareItems } from '../share.tsx';
import { StatusControl } from '../status.tsx';
import { EventFacts } from './event-facts.tsx';
import { PagePreview } from './page-preview.tsx';
import { draftOf } from './use-section.ts';

const route = getRouteApi('/events/$id');

/** One event: its settings in sections, and its booking page beside them. */
export function EventPage() {
  const id = idOf(route.useParams().id);
  if (id !== undefined) return <LoadedEvent key={id} id={id} />;
  return <EmptyState title="This event does not exist">See the list of events.</EmptyState>;
}

function LoadedEvent({ id }: { readonly id: number }) {
  const query = useQuery({ query: EventDocument, variables: { id } });
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {({ event }) => event && <EventView event={event} />}
    </QueryView>
  );
}

interface EventProps {
  readonly event: EventSettingsFragment;
}

function EventView({ event }: EventProps) {
  const isLead = isTeamLead(useSession());
  return (
    <div data-wide>
      <PageHeader
        title={event.name}
        back={{ to: '/events', title: 'Events' }}
        actions={<EventActions event={event} isLead={isLead} />}
      />
      <div className="event-and-page">
        {isLead ? <Settings event={event} /> : <EventFacts event={event} />}
        <PagePreview event={event} />
      </div>
    </div>
  );
}

interface EventActionsProps extends EventProps {
  readonly isLead: boolean;
}

function EventActions({ event, isLead }: EventActionsProps) {
  const navigate = useNavigate();
  const dialogs = useDialogs<'qrCode' | 'embed' | 'delete', EventSettingsFragment>();
  return (
    <Group gap="md">
      <StatusControl event={event} />
      <CopyTextButton value={event.bookingUrl} label="Copy the link" />
      <RowMenu name={event.name}>
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
      <QrCodeDialog {...dialogs.of('qrCode')} />
      <EmbedDialog {...dialogs.of('embed')} />
      <DeleteDialog {...dialogs.of('delete')} onDeleted={() => navigate({ to: '/events' })} />
    </Group>
  );
}

/** Each is loaded when it is opened. */
const sections: Readonly<Record<SectionName, ComponentType<EventProps>>> = {
  basics: lazy(async () => ({ default: (await loaded(() => import('./basics.tsx'))).BasicsSection })),
  hosts: lazy(async () => ({ default: (await loaded(() => import('./hosts.tsx'))).HostsSection })),
  availability: lazy(async () => ({ default: (await loaded(() => import('./availability.tsx'))).AvailabilitySection })),
  questions: lazy(async () => ({ default: (await loaded(() => import('./questions.tsx'))).QuestionsSection })),
  flow: lazy(async () => ({ default: (await loaded(() => import('./flow.tsx'))).FlowSection })),
  mail: lazy(async () => ({ default: (await loaded(() => import('./mail.tsx'))).MailSection })),
  times: lazy(async () => ({ default: (await loaded(() => import('./times.tsx'))).TimesSection })),
};

interface SectionLinkProps {
  readonly eventId: number;
  readonly name: SectionName;
}

/** A section, with a mark where it has changes that are not saved. */
function SectionLink({ eventId, name }: SectionLinkProps) {
  const hasDraft = useHasDraft(draftOf(eventId, name));
  return (
    <Link
      to="."
      search={{ section: name === 'basics' ? undefined : name }}
      activeOptions={{ exact: true, includeSearch: true }}
      resetScroll={false}
    >
      {sectionTitles[name]}
      {hasDraft && (
        <span className="unsaved-mark" role="img" aria-label=", unsaved changes">
          •
        </span>
      )}
    </Link>
  );
}

function Settings({ event }: EventProps) {
  const { section = 'basics' } = route.useSearch();
  const Shown = sections[section];
  const links = useRef<HTMLElement>(null);
  // A narrow window has no room for all of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link that is the current one is another with each section.
  useEffect(() => {
    links.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [section]);
  return (
    <div className="event-settings">
      <nav aria-label="Settings" className="section-links" ref={links}>
        {sectionNames.map((name) => (
          <SectionLink key={name} eventId={event.id} name={name} />
        ))}
      </nav>
      <Suspense key={section} fallback={<LateSkeleton />}>
        <Shown event={event} />
      </Suspense>
    </div>
  );
}
