import { SegmentedControl } from '@mantine/core';
import { getRouteApi, useMatch, useNavigate } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { zoneNote } from '../../kit/days.ts';
import { ListFilters } from '../../kit/filters/list-filters.tsx';
import { useFilteredView } from '../../kit/filters/use-filtered-view.ts';
import { PageHeader } from '../../kit/layout.tsx';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { ListMenu } from '../../kit/list/list-menu.tsx';
import { LateSkeleton } from '../../kit/list/query-view.tsx';
import { ListAndRecord } from '../../kit/record.tsx';
import { CallsList, callsSource } from './list.tsx';
import { callFilters, callTabs } from './search.ts';

const CallsWeek = lazyPart(() => import('./week/view.tsx'), 'CallsWeek', <LateSkeleton />);

const views = [
  { value: 'list', label: 'List' },
  { value: 'week', label: 'Week' },
];

const route = getRouteApi('/calls');

/** The calls as a list or as a week, and beside them the one that is open. */
export function CallsPage() {
  const search = route.useSearch();
  const { user } = useSession();
  const open = useMatch({ from: '/calls/$previewId', shouldThrow: false });
  const navigate = useNavigate();
  const isWeek = search.view === 'week';
  const view = useFilteredView(
    callFilters,
    search,
    isWeek ? { without: ['date'] } : { tab: { name: 'when', all: callTabs } },
  );
  const show = (shown: string) =>
    navigate({
      to: '.',
      search: (before) => ({ ...before, view: shown === 'week' ? shown : undefined, week: undefined }),
      resetScroll: false,
    });
  const shown = { view, search, openId: open?.params.previewId };
  return (
    <>
      <PageHeader
        title="Calls"
        summary={zoneNote(user.timeZone)}
        actions={<SegmentedControl aria-label="View" data={views} value={search.view ?? 'list'} onChange={show} />}
      />
      <ListAndRecord isOpen={open !== undefined}>
        <ListFilters view={view} after={!isWeek && <ListMenu view={view} {...callsSource} />} />
        {isWeek ? <CallsWeek {...shown} /> : <CallsList {...shown} />}
      </ListAndRecord>
    </>
  );
}
