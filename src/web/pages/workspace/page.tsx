import './workspace.css';
import { Button, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import {
  PreviewedEventsDocument,
  type PreviewedEventsQuery,
  RuleStagesDocument,
  WorkspaceSettingsDocument,
  type WorkspaceSettingsFragment,
} from '../../gql/workspace.ts';
import { ExternalIcon } from '../../kit/icons.tsx';
import { PageHeader } from '../../kit/layout.tsx';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { EmptyState } from '../../kit/list/empty-state.tsx';
import { LateSkeleton, PageSkeleton, QueryView } from '../../kit/list/query-view.tsx';
import { isHydrating } from '../../kit/now.ts';
import { pathOf } from '../events/shared-event.ts';
import { BrandSection } from './brand.tsx';
import { GeneralSection } from './general.tsx';
import { RulesSection } from './rules.tsx';
import { SitesSection } from './sites.tsx';

/** Below the fold, and with a preview of its own. */
const MailTextsSection = lazyPart(() => import('./mail-texts.tsx'), 'MailTextsSection', <LateSkeleton />);

/** Settings → Workspace, for owners and admins. */
export function WorkspacePage() {
  if (isTeamLead(useSession())) return <Workspace />;
  return (
    <>
      <PageHeader title="Workspace" />
      <EmptyState title="Only owners and admins can change the workspace">
        Ask one of them to change its name, brand or emails.
      </EmptyState>
    </>
  );
}

/** What invitees see of the workspace and the rules for contacts, and beside them a booking page as it is. */
function Workspace() {
  const query = useQuery({ query: WorkspaceSettingsDocument });
  const [{ data }] = useQuery({ query: RuleStagesDocument });
  const event = usePreviewedEvent();
  const eventId = event === null ? null : event?.id;
  return (
    <div data-wide>
      <PageHeader
        title="Workspace"
        summary="Its name, language and looks on booking pages and in emails, and what happens to contacts by itself."
        actions={event && <PageLink event={event} />}
      />
      <QueryView query={query} skeleton={<PageSkeleton />}>
        {({ workspace }) =>
          workspace && (
            <div className="beside-page">
              <div>
                <GeneralSection workspace={workspace} />
                <BrandSection workspace={workspace} />
                <RulesSection workspace={workspace} stages={data?.contactStage?.options} />
                <MailTextsSection workspace={workspace} eventId={eventId} />
                <SitesSection workspace={workspace} />
              </div>
              <Preview workspace={workspace} event={event} />
            </div>
          )
        }
      </QueryView>
    </div>
  );
}

type PreviewedEvent = NonNullable<PreviewedEventsQuery['events']>['events'][number];

/** Null if there is no event, undefined until that is known. */
function usePreviewedEvent(): PreviewedEvent | null | undefined {
  const [{ data }] = useQuery({ query: PreviewedEventsDocument });
  const events = data?.events?.events;
  return events && (events.find(({ status }) => status === 'ACTIVATED') ?? events[0] ?? null);
}

const pageOf = ({ previewUrl, bookingUrl }: PreviewedEvent) => pathOf(previewUrl ?? bookingUrl);

/** Leads to the page where there is no room for it beside the settings. */
function PageLink({ event }: { readonly event: PreviewedEvent }) {
  return (
    <Button
      component="a"
      className="page-link"
      href={pageOf(event)}
      target="_blank"
      rel="noreferrer"
      variant="default"
      rightSection={<ExternalIcon size={14} />}
    >
      {event.status === 'ACTIVATED' ? 'Open the booking page' : 'Open the preview'}
    </Button>
  );
}

interface PreviewProps {
  readonly workspace: WorkspaceSettingsFragment;
  readonly event: PreviewedEvent | null | undefined;
}

/** The page of an event where there is room. It is loaded again whenever settings are saved, here or elsewhere. */
function Preview({ workspace, event }: PreviewProps) {
  const hasRoom = useMediaQuery('(min-width: 75.01em)', false, { getInitialValueInEffect: isHydrating() });
  if (!hasRoom || event === undefined) return null;
  return (
    <aside className="page-preview" aria-label="Booking page">
      {event ? (
        <iframe key={JSON.stringify(workspace)} title={`Booking page of “${event.name}”`} src={pageOf(event)} />
      ) : (
        <Text size="sm" c="dimmed">
          Create an event to see its booking page here.
        </Text>
      )}
    </aside>
  );
}
