import { Link } from '@tanstack/react-router';
import type { CallTotalsFragment } from '../../gql/overview.ts';
import { type CallSet, type Counted, callsCounted } from '../../parts/numbers/counted.ts';
import { changeText, isFew, numberText, rateChangeText, rateText } from '../../parts/numbers/texts.ts';
import { Tile } from '../../parts/numbers/tile.tsx';

interface CallTilesProps {
  readonly total: CallTotalsFragment;
  readonly previous: CallTotalsFragment;
  readonly counted: Counted;
}

/** What became of the calls of the period, and of those of the period before. Each number is a link to its calls. */
export function CallTiles({ total, previous, counted }: CallTilesProps) {
  const count = (set: CallSet, title: string) => (
    <Tile title={title} change={changeText(total[set], previous[set])}>
      <CallsLink set={set} count={total[set]} counted={counted} />
    </Tile>
  );
  const calls = (set: CallSet, noun: string) => (
    <>
      <CallsLink set={set} count={total[set]} counted={counted} /> {noun}
    </>
  );
  const { showRate, closeRate, coverage, due } = total;
  return (
    <>
      {count('booked', 'Booked')}
      {count('held', 'Held')}
      <Tile
        title="Show rate"
        change={rateChangeText(showRate, previous.showRate)}
        note={
          <>
            {calls('held', 'held')}, {calls('noShow', total.noShow === 1 ? 'no-show' : 'no-shows')}.{' '}
            {isFew(showRate) && <span className="few">Fewer than ten: this says little. </span>}
            {due > 0 && (
              <>
                Known of {rateText(coverage)} of {calls('due', 'due')}.
              </>
            )}
          </>
        }
      >
        {rateText(showRate)}
      </Tile>
      {count('won', 'Won')}
      <Tile
        title="Close rate"
        change={rateChangeText(closeRate, previous.closeRate)}
        note={
          <>
            {calls('won', 'won')} of{' '}
            {closeRate.denominator === 0 ? (
              'no'
            ) : (
              <CallsLink set="due" count={closeRate.denominator} counted={counted} also={{ types: 'STRATEGY_EVENT' }} />
            )}{' '}
            strategy {closeRate.denominator === 1 ? 'call' : 'calls'} due.
            {isFew(closeRate) && <span className="few"> Fewer than ten: this says little.</span>}
          </>
        }
      >
        {rateText(closeRate)}
      </Tile>
    </>
  );
}

interface CallsLinkProps {
  readonly set: CallSet;
  readonly count: number;
  readonly counted: Counted;
  readonly also?: Partial<Counted>;
}

/** A number that leads to the list of its calls. */
export function CallsLink({ set, count, counted, also }: CallsLinkProps) {
  return (
    <Link className="number-link number" {...callsCounted(counted, set, also)}>
      {numberText(count)}
    </Link>
  );
}
