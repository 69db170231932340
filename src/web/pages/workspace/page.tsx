import { Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from 'urql';
import {
  PublishedEventsDocument,
  WorkspaceSettingsDocument,
  type WorkspaceSettingsFragment,
} from '../../gql/workspace.ts';
import { PageHeader } from '../../kit/layout.tsx';
import { PageSkeleton, QueryView } from '../../kit/list/query-view.tsx';
import { isHydrating } from '../../kit/now.ts';
import { BrandSection } from './brand.tsx';
import { GeneralSection } from './general.tsx';
import { SitesSection } from './sites.tsx';

/** What invitees see of the workspace, and beside it a booking page as it is. */
export function WorkspacePage() {
  const query = useQuery({ query: WorkspaceSettingsDocument });
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
                <SitesSection workspace={workspace} />
              </div>
              <Preview workspace={workspace} />
            </div>
          )
        }
      </QueryView>
    </div>
  );
}

/** The page of an event where there is room. It is loaded again whenever settings are saved, here or elsewhere. */
function Preview({ workspace }: { readonly workspace: WorkspaceSettingsFragment }) {
  const hasRoom = useMediaQuery('(min-width: 75.01em)', false, { getInitialValueInEffect: isHydrating() });
  const [{ data }] = useQuery({ query: PublishedEventsDocument });
  const event = data?.events?.events[0];
  if (!hasRoom || !data) return null;
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
