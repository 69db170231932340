import { Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from 'urql';
import {
  PublishedEventsDocument,
  WorkspaceSettingsDocument,
  type WorkspaceSettingsFragment,
} from '../../gql/workspace.ts';
import { PageHeader } from '../../kit/layout.tsx';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { LateSkeleton, PageSkeleton, QueryView } from '../../kit/list/query-view.tsx';
import { isHydrating } from '../../kit/now.ts';
import { BrandSection } from './brand.tsx';
import { GeneralSection } from './general.tsx';
import { SitesSection } from './sites.tsx';

/** Below the fold, and with a preview of its own. */
const MailTextsSection = lazyPart(() => import('./mail-texts.tsx'), 'MailTextsSection', <LateSkeleton />);

/** What invitees see of the workspace, and beside it a booking page as it is. */
export function WorkspacePage() {
  const query = useQuery({ query: WorkspaceSettingsDocument });
  const [{ data }] = useQuery({ query: PublishedEventsDocument });
  const event = data ? (data.events?.events[0] ?? null) : undefined;
  return (
    <div data-wide>
      <PageHeader title="Workspace" summary="Its name, language and looks on booking pages and in emails." />
      <QueryView query={query} skeleton={<PageSkeleton />}>
        {({ workspace }) =>
          workspace && (
            <div className="beside-page">
              <div>
                <GeneralSection workspace={workspace} />
                <BrandSection workspace={workspace} />
                <MailTextsSection workspace={workspace} eventId={event?.id} />
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

interface PreviewProps {
  readonly workspace: WorkspaceSettingsFragment;
  /** Null if no event is published, undefined until that is known. */
  readonly event: { readonly name: string; readonly bookingUrl: string } | null | undefined;
}

/** The page of an event where there is room. It is loaded again whenever settings are saved, here or elsewhere. */
function Preview({ workspace, event }: PreviewProps) {
  const hasRoom = useMediaQuery('(min-width: 75.01em)', false, { getInitialValueInEffect: isHydrating() });
  if (!hasRoom || event === undefined) return null;
  return (
    <aside className="page-preview" aria-label="Booking page">
      {event ? (
        <iframe
          key={JSON.stringify(workspace)}
          title={`Booking page of “${event.name}”`}
          src={new URL(event.bookingUrl).pathname}
        />
      ) : (
        <Text size="sm" c="dimmed">
          Publish an event to see its booking page here.
        </Text>
      )}
    </aside>
  );
}
