import { SegmentedControl } from '@mantine/core';
import { getRouteApi, useMatch, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import { useSession } from '../../app/session.ts';
import { PageHeader } from '../../kit/layout.tsx';
import { LateSkeleton } from '../../kit/list.tsx';
import { ListAndRecord } from '../../kit/record.tsx';
import { CallFilters } from './filters.tsx';
import { CallsList } from './list.tsx';
import './calls.css';

const CallsWeek = lazy(async () => ({ default: (await import('./week/view.tsx')).CallsWeek }));

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
  const show = (view: string) =>
    navigate({
      to: '.',
      search: (before) => ({ ...before, view: view === 'week' ? view : undefined, week: undefined }),
      resetScroll: false,
    });
  const shown = { search, openId: open?.params.previewId };
  return (
    <>
      <PageHeader
        title="Calls"
        summary={`Times are those of ${readableZoneName(user.timeZone)}.`}
        actions={<SegmentedControl aria-label="View" data={views} value={search.view ?? 'list'} onChange={show} />}
      />
      <ListAndRecord isOpen={open !== undefined}>
        <CallFilters search={search} />
        <Suspense fallback={<LateSkeleton />}>
          {search.view === 'week' ? <CallsWeek {...shown} /> : <CallsList {...shown} />}
        </Suspense>
      </ListAndRecord>
    </>
  );
}
