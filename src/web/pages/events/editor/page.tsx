import { lazyPart } from '../../../kit/lazy-part.tsx';
import '../events.css';
import { Button, Group, Text } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ComponentType, useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../../app/session.ts';
import { isTeamLead } from '../../../app/team-lead.ts';
import { EventDocument, type EventSettingsFragment } from '../../../gql/event.ts';
import { useHasDraft } from '../../../kit/draft.ts';
import { idOf } from '../../../kit/filters/search.ts';
import { ShareIcon } from '../../../kit/icons.tsx';
import { PageHeader } from '../../../kit/layout.tsx';
import { EmptyState } from '../../../kit/list/empty-state.tsx';
import { LateSkeleton, PageSkeleton, QueryView } from '../../../kit/list/query-view.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { useEventMenu } from '../event-menu.tsx';
import { draftOf, type SectionName, sectionNames, sectionTitles } from '../search.ts';
import { StatusControl } from '../status.tsx';
import { DraftBanner } from './draft-banner.tsx';
import { EventFacts } from './event-facts.tsx';
import { PagePreview } from './page-preview.tsx';

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
  const { section = 'basics' } = route.useSearch();
  const navigate = useNavigate();
  const menu = useEventMenu<EventSettingsFragment>(() => navigate({ to: '/events' }));
  return (
    <div data-wide>
      <PageHeader
        title={event.name}
        back={{ to: '/events', title: 'Events' }}
        actions={
          <Group gap="md">
            <StatusControl event={event} />
            <Button variant="default" leftSection={<ShareIcon />} onClick={() => menu.share(event)}>
              Share
            </Button>
            <RowMenu name={event.name}>{menu.items(event)}</RowMenu>
          </Group>
        }
      />
      {menu.dialogs}
      {isLead && event.status === 'DEACTIVATED' && <DraftBanner event={event} />}
      <div className="beside-page">
        {isLead ? <Settings event={event} /> : <EventFacts event={event} />}
        <PagePreview event={event} section={section} />
      </div>
    </div>
  );
}

/** Each is loaded when it is opened. */
const sections: Readonly<Record<SectionName, ComponentType<EventProps>>> = {
  basics: lazyPart(() => import('./basics.tsx'), 'BasicsSection', <LateSkeleton />),
  hosts: lazyPart(() => import('./hosts.tsx'), 'HostsSection', <LateSkeleton />),
  availability: lazyPart(() => import('./availability.tsx'), 'AvailabilitySection', <LateSkeleton />),
  questions: lazyPart(() => import('./questions.tsx'), 'QuestionsSection', <LateSkeleton />),
  flow: lazyPart(() => import('./flow.tsx'), 'FlowSection', <LateSkeleton />),
  mail: lazyPart(() => import('./mail.tsx'), 'MailSection', <LateSkeleton />),
  times: lazyPart(() => import('./times.tsx'), 'TimesSection', <LateSkeleton />),
};

/** A section, with a mark where it has changes that are not saved. */
function SectionLink({ eventId, name }: { readonly eventId: number; readonly name: SectionName }) {
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
        <Text component="span" inherit ml={4} c="var(--accent)" role="img" aria-label=", unsaved changes">
          •
        </Text>
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
      <Shown event={event} />
    </div>
  );
}
