import { getRouteApi } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useSession } from '../../../app/session.ts';
import { ScheduleDocument, type ScheduleRecordFragment } from '../../../gql/schedule.ts';
import { idOf } from '../../../kit/filters/search.ts';
import { PageHeader } from '../../../kit/layout.tsx';
import { PageSkeleton, QueryView } from '../../../kit/list/query-view.tsx';
import { memberName } from '../../../parts/members.ts';
import { Editor } from './editor.tsx';
import { OverridesPanel } from './overrides-panel.tsx';
import { PreviewPanel } from './preview-panel.tsx';

const route = getRouteApi('/schedules/$id');

/** One schedule: its week, the dates with other hours, and what comes of it. */
export function SchedulePage() {
  const id = idOf(route.useParams().id) ?? 0;
  const query = useQuery({ query: ScheduleDocument, variables: { id } });
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {({ schedule }) => schedule && <Schedule key={schedule.id} schedule={schedule} />}
    </QueryView>
  );
}

function Schedule({ schedule }: { readonly schedule: ScheduleRecordFragment }) {
  const { user } = useSession();
  const { name, userId, isDefault, member, events } = schedule;
  const isOwn = userId === user.id;
  const used = (events ?? []).map((event) => event.name);
  return (
    <>
      <PageHeader
        title={name}
        back={{ to: '/schedules', title: 'Schedules', search: { user: isOwn ? undefined : userId } }}
        summary={
          <span className="breaks">
            {!isOwn && member && (
              <>
                Of <bdi>{memberName(member)}</bdi>.{' '}
              </>
            )}
            {isDefault && 'The default. '}
            {used.length > 0 ? 'Used by ' : 'No event uses it yet'}
            <bdi>{used.join(', ')}</bdi>.
          </span>
        }
      />
      <Editor schedule={schedule} />
      <OverridesPanel schedule={schedule} />
      <PreviewPanel schedule={schedule} />
    </>
  );
}
