import { getRouteApi, useMatch } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { PageHeader } from '../../parts/layout.tsx';
import { ListAndRecord } from '../../parts/record.tsx';
import { CallFilters } from './filters.tsx';
import { CallsList } from './list.tsx';
import './calls.css';

const route = getRouteApi('/calls');

/** The list of calls, and beside it the one that is open. */
export function CallsPage() {
  const search = route.useSearch();
  const { user } = useSession();
  const open = useMatch({ from: '/calls/$previewId', shouldThrow: false });
  return (
    <>
      <PageHeader title="Calls" summary={`Times are those of ${user.timeZone.replaceAll('_', ' ')}.`} />
      <ListAndRecord isOpen={open !== undefined}>
        <CallFilters search={search} />
        <CallsList search={search} openId={open?.params.previewId} />
      </ListAndRecord>
    </>
  );
}
