import { Badge } from '@mantine/core';
import { useQuery } from 'urql';
import { type DealRowFragment, DealSumsDocument, DealsDocument, type DealsQuery } from '../../gql/deals.ts';
import type { FilteredView } from '../../kit/filters/use-filtered-view.ts';
import type { Columns } from '../../kit/list/columns.ts';
import { List } from '../../kit/list/list.tsx';
import { Moment } from '../../kit/moment.tsx';
import { memberName } from '../../parts/members.ts';
import { moneyText } from '../../parts/money.ts';
import { Sums } from './sums.tsx';
import { buyerName, dealTypeTitles, openOf } from './titles.ts';

function openText(deal: DealRowFragment): string | undefined {
  const open = openOf(deal);
  return open !== undefined && Number(open) !== 0 ? moneyText(open, deal.currency) : undefined;
}

const columns: Columns<DealRowFragment> = {
  time: {
    title: 'Date',
    sort: 'time',
    text: ({ time }) => time,
    cell: ({ time }) => <Moment at={time} />,
    width: '7.5rem',
    card: 'corner',
  },
  contact: {
    title: 'Contact',
    isName: true,
    text: buyerName,
    link: ({ id }) => ({ to: '/deals/$id', params: { id: String(id) }, search: (before) => before }),
  },
  product: { title: 'Product', text: ({ productName }) => productName, width: '12%', rank: 2 },
  type: {
    title: 'Type',
    text: ({ transactionType }) => dealTypeTitles[transactionType],
    cell: ({ transactionType }) =>
      transactionType !== 'WON' && <Badge color="gray">{dealTypeTitles[transactionType]}</Badge>,
    width: '7rem',
    rank: 3,
    isOptional: true,
  },
  value: { title: 'Value', text: ({ value, currency }) => moneyText(value, currency), width: '8rem' },
  paid: {
    title: 'Paid',
    text: ({ paid, currency }) => paid && moneyText(paid, currency),
    width: '8rem',
    rank: 2,
    card: 'none',
  },
  open: {
    title: 'Open',
    text: openText,
    cell: (deal) => {
      const text = openText(deal);
      return text && <span className="deal-open">{text}</span>;
    },
    width: '8rem',
  },
  closer: {
    title: 'Closer',
    text: ({ closerMember }) => closerMember && memberName(closerMember),
    width: '10%',
    rank: 3,
  },
  setter: {
    title: 'Setter',
    text: ({ eventCall }) => eventCall?.setter && memberName(eventCall.setter),
    width: '10%',
    rank: 3,
  },
};

/** What the list reads, and a file of it has. */
export const dealList = { noun: 'deal', document: DealsDocument, of: ({ deals }: DealsQuery) => deals, columns };

interface DealsListProps {
  readonly view: FilteredView;
  /** The id of the deal that is open beside the list. */
  readonly openId: string | undefined;
}

/** The deals that fit the filters, with the sums of all of them in the foot. */
export function DealsList({ view, openId }: DealsListProps) {
  const { orderColumn, orderBy, ...filters } = view.variables as Readonly<Record<string, unknown>>;
  const [{ data }] = useQuery({ query: DealSumsDocument, variables: filters });
  const sums = data?.dealSums ?? [];
  return (
    <List
      {...dealList}
      view={view}
      keyOf={({ id }) => String(id)}
      nameOf={buyerName}
      openKey={openId}
      isDense
      foot={sums.length > 0 && <Sums sums={sums} />}
      empty={{
        title: 'No deals yet',
        text: 'A deal is added when a call is won, or by an app that you connect.',
      }}
    />
  );
}
