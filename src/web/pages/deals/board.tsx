import { Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useQuery } from 'urql';
import { DealBoardDocument, type DealBoardQuery, type DealRowFragment, SetDealTypeDocument } from '../../gql/deals.ts';
import { useAct } from '../../kit/act.ts';
import { Board, type BoardCard, type BoardColumn } from '../../kit/board.tsx';
import type { FilteredView } from '../../kit/filters/use-filtered-view.ts';
import { QueryView } from '../../kit/list/query-view.tsx';
import { ProblemNote } from '../../kit/messages.tsx';
import { Moment } from '../../kit/moment.tsx';
import { AmountsLine } from '../../parts/amounts-line.tsx';
import { moneyText } from '../../parts/money.ts';
import type { DealsSearch } from './search.ts';
import { buyerName, dealTypeTitles, isPositive, openOf } from './titles.ts';

const cardsOfColumn = 50;

interface DealBoardProps {
  readonly view: FilteredView;
  readonly search: DealsSearch;
  readonly openId: string | undefined;
}

/** The deals by their type, with the sums of all deals of a type. */
export function DealBoard({ view, search, openId }: DealBoardProps) {
  const { orderColumn, orderBy, ...filters } = view.variables as Readonly<Record<string, unknown>>;
  const query = useQuery({ query: DealBoardDocument, variables: { ...filters, limit: cardsOfColumn } });
  const { act, problem } = useAct(SetDealTypeDocument);
  const navigate = useNavigate();
  const read = query[0].data?.dealBoard;
  const columns = useMemo(() => (read ?? []).map((column, index) => columnOf(column, index, search)), [read, search]);
  return (
    <>
      <ProblemNote problem={problem} />
      <QueryView query={query}>
        {({ dealBoard }) => (
          <Board
            noun="deal"
            columns={columns}
            belowTitle={({ id }) => <AmountsLine amounts={dealBoard?.[id]?.sums} />}
            openKey={openId}
            onMove={async ({ id }, { id: to }) => {
              const transactionType = dealBoard?.[to]?.transactionType;
              return transactionType !== undefined && (await act({ input: { id, transactionType } })) !== undefined;
            }}
            // The list goes on where the column ends.
            onMore={({ id }) =>
              navigate({
                to: '/deals',
                search: { ...search, view: undefined, types: dealBoard?.[id]?.transactionType },
              })
            }
          />
        )}
      </QueryView>
    </>
  );
}

type Column = NonNullable<DealBoardQuery['dealBoard']>[number];

function columnOf({ transactionType, deals, count, nextCursor }: Column, id: number, search: DealsSearch) {
  return {
    id,
    title: dealTypeTitles[transactionType],
    cards: deals.map((deal) => cardOf(deal, search)),
    count,
    hasMore: nextCursor !== null,
  } satisfies BoardColumn;
}

function cardOf(deal: DealRowFragment, search: DealsSearch): BoardCard {
  const { id, value, currency, productName, time } = deal;
  const name = buyerName(deal);
  const open = openOf(deal);
  return {
    id,
    key: String(id),
    name,
    head: (
      <Link
        className="row-link"
        to="/deals/$id"
        params={{ id: String(id) }}
        search={search}
        data-id={id}
        resetScroll={false}
        draggable={false}
      >
        <bdi>{name}</bdi>
      </Link>
    ),
    body: (
      <>
        <Text size="sm" className="number">
          {moneyText(value, currency)}
          {open !== undefined && isPositive(open) && ` · ${moneyText(open, currency)} open`}
        </Text>
        <Text size="xs" c="dimmed" className="breaks">
          {productName !== null && (
            <>
              <bdi>{productName}</bdi> ·{' '}
            </>
          )}
          <Moment at={time} />
        </Text>
      </>
    ),
  };
}
