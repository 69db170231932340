import type { Columns } from '../../kit/list/columns.ts';
import { typeTitles } from '../../parts/calls/outcomes.ts';
import { type Amount, amountText } from '../../parts/numbers/amounts.ts';
import type { CallSet, Counted } from '../../parts/numbers/counted.ts';
import { RateNumber } from '../../parts/numbers/rates.tsx';
import { numberText } from '../../parts/numbers/texts.ts';
import { filtersOfGroup, type GroupRow } from './group-rows.ts';
import { type Grouping, groupTitles } from './search.ts';
import { CallsLink } from './tiles.tsx';

/** The columns of the table of groups; those of money where that is read. */
export function columnsOf(by: Grouping, counted: Counted, hasMoney: boolean): Columns<GroupRow> {
  const numeric = { className: 'numeric' };
  const count = (set: CallSet, title: string) => ({
    ...numeric,
    title,
    sort: set,
    cell: (group: GroupRow) => {
      const also = filtersOfGroup(by, group.key);
      return also ? (
        <CallsLink set={set} count={group[set]} counted={counted} also={also} />
      ) : (
        <span className="number">{numberText(group[set])}</span>
      );
    },
  });
  const rate = (name: 'showRate' | 'closeRate', title: string) => ({
    ...numeric,
    title,
    sort: name,
    cell: (group: GroupRow) => <RateNumber rate={group[name]} />,
  });
  const amounts = (name: 'cash' | 'cashPerHeldCall', title: string) => ({
    ...numeric,
    title,
    sort: name,
    cell: (group: GroupRow) => <AmountLines amounts={group[name] ?? []} />,
  });
  return {
    label: {
      title: groupTitles[by],
      sort: 'label',
      isName: true,
      cell: ({ key, label }) => (
        <bdi>{by === 'callType' && key !== null ? typeTitles[key as keyof typeof typeTitles] : label}</bdi>
      ),
    },
    booked: count('booked', 'Booked'),
    held: count('held', 'Held'),
    noShow: count('noShow', 'No-shows'),
    undecided: count('undecided', 'Undecided'),
    won: count('won', 'Won'),
    showRate: rate('showRate', 'Show rate'),
    closeRate: rate('closeRate', 'Close rate'),
    ...(hasMoney && { cash: amounts('cash', 'Cash'), cashPerHeldCall: amounts('cashPerHeldCall', 'Per held call') }),
  };
}

function AmountLines({ amounts }: { readonly amounts: readonly Amount[] }) {
  if (amounts.length === 0) return <span className="number">–</span>;
  return amounts.map((amount) => (
    <span key={amount.currency} className="other-amount number">
      {amountText(amount)}
    </span>
  ));
}
