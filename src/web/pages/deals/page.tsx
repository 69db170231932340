import { SegmentedControl } from '@mantine/core';
import { getRouteApi, useMatch, useNavigate } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { DealChoicesDocument, PaymentsWithoutDealCountDocument } from '../../gql/deals.ts';
import { ListFilters } from '../../kit/filters/list-filters.tsx';
import { useFilteredView } from '../../kit/filters/use-filtered-view.ts';
import { PageHeader } from '../../kit/layout.tsx';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { ListMenu } from '../../kit/list/list-menu.tsx';
import { LateSkeleton } from '../../kit/list/query-view.tsx';
import { ListAndRecord } from '../../kit/record.tsx';
import { DealsList, dealList } from './list.tsx';
import { dealFilters } from './search.ts';
import './deals.css';

const DealBoard = lazyPart(() => import('./board.tsx'), 'DealBoard', <LateSkeleton />);
const Payments = lazyPart(() => import('./payments.tsx'), 'Payments', <LateSkeleton />);

const route = getRouteApi('/deals');

/** The deals as a list or by their type, the payments that belong to none, and beside them the deal that is open. */
export function DealsPage() {
  const search = route.useSearch();
  const open = useMatch({ from: '/deals/$id', shouldThrow: false });
  const navigate = useNavigate();
  const [{ data: choices }] = useQuery({ query: DealChoicesDocument });
  const [{ data: waiting }] = useQuery({ query: PaymentsWithoutDealCountDocument });
  const count = waiting?.transactions?.count ?? 0;
  const isBoard = search.view === 'board';
  const view = useFilteredView(dealFilters, search, { without: isBoard ? ['types'] : [], sort: '-time' });
  const views = [
    { value: 'list', label: 'List' },
    { value: 'board', label: 'Board' },
    { value: 'payments', label: `Payments without a deal${count > 0 ? ` (${count.toLocaleString('en')})` : ''}` },
  ];
  const show = (shown: string) =>
    navigate({
      to: '/deals',
      search: { ...search, view: shown === 'board' || shown === 'payments' ? shown : undefined },
      resetScroll: false,
    });
  const currency = (choices?.dealSums ?? []).map((sum) => ({ value: sum.currency, label: sum.currency }));
  const openId = open?.params.id;
  return (
    <>
      <PageHeader
        title="Deals"
        actions={<SegmentedControl aria-label="View" data={views} value={search.view ?? 'list'} onChange={show} />}
      />
      <ListAndRecord isOpen={open !== undefined}>
        {search.view === 'payments' ? (
          <Payments />
        ) : (
          <>
            <ListFilters
              view={view}
              options={{ currency }}
              after={!isBoard && <ListMenu view={view} {...dealList} />}
            />
            {isBoard ? <DealBoard {...{ view, search, openId }} /> : <DealsList {...{ view, openId }} />}
          </>
        )}
      </ListAndRecord>
    </>
  );
}
