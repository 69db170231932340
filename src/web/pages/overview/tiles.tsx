import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ComparedCallsFragment, ShownCallsFragment } from '../../gql/overview.ts';
import { type CallGroup, type CallSet, type Counted, callsCounted } from '../../parts/numbers/counted.ts';
import { changeText, isFew, numberText, type Rate, rateChangeText, rateText } from '../../parts/numbers/texts.ts';
import { Tile } from '../../parts/numbers/tile.tsx';

interface CallTilesProps {
  readonly total: ShownCallsFragment;
  readonly previous: ComparedCallsFragment;
  readonly counted: Counted;
}

/** What became of the calls of the period, and of those of the period before. Each number is a link to its calls. */
export function CallTiles({ total, previous, counted }: CallTilesProps) {
  const count = (set: 'booked' | 'held' | 'won', title: string) => (
    <Tile title={title} change={changeText(total[set], previous[set])}>
      <CallsLink set={set} count={total[set]} counted={counted} />
    </Tile>
  );
  const calls = (set: CallSet, noun: string) => (
    <>
      <CallsLink set={set} count={total[set]} counted={counted} /> {noun}
    </>
  );
  const { showRate, closeRate, qualificationRate, coverage, due } = total;
  const hasDiscovery = qualificationRate.denominator > 0;
  return (
    <>
      {count('booked', 'Booked')}
      {count('held', 'Held')}
      <RateTile title="Show rate" rate={showRate} before={previous.showRate}>
        {calls('held', 'held')}, {calls('noShow', total.noShow === 1 ? 'no-show' : 'no-shows')}.
        {due > 0 && (
          <>
            {' '}
            Known of {rateText(coverage)} of {calls('due', 'due')}.
          </>
        )}
      </RateTile>
      {count('won', 'Won')}
      {/* A team with discovery calls alone closes none. */}
      {(closeRate.denominator > 0 || !hasDiscovery) && (
        <RateTile title="Close rate" rate={closeRate} before={previous.closeRate}>
          {calls('won', 'won')} of{' '}
          {closeRate.denominator === 0 ? (
            'no'
          ) : (
            <CallsLink set="due" count={closeRate.denominator} counted={counted} also={{ types: 'STRATEGY_EVENT' }} />
          )}{' '}
          strategy {closeRate.denominator === 1 ? 'call' : 'calls'} due.
        </RateTile>
      )}
      {hasDiscovery && (
        <RateTile title="Qualification rate" rate={qualificationRate} before={previous.qualificationRate}>
          {calls('qualified', 'qualified')} of{' '}
          <CallsLink
            set="held"
            count={qualificationRate.denominator}
            counted={counted}
            also={{ types: 'DISCOVERY_EVENT' }}
          />{' '}
          discovery {qualificationRate.denominator === 1 ? 'call' : 'calls'} held.
        </RateTile>
      )}
    </>
  );
}

interface RateTileProps {
  readonly title: string;
  readonly rate: Rate;
  readonly before: Rate;
  /** What the rate is made of. */
  readonly children: ReactNode;
}

function RateTile({ title, rate, before, children }: RateTileProps) {
  const note = (
    <>
      {children}
      {isFew(rate) && <span className="few"> Fewer than ten: this says little.</span>}
    </>
  );
  return (
    <Tile title={title} change={rateChangeText(rate, before)} note={note}>
      {rateText(rate)}
    </Tile>
  );
}

interface CallsLinkProps {
  /** All calls of the period without it. */
  readonly set?: CallSet;
  readonly count: number;
  readonly counted: Counted;
  readonly also?: CallGroup;
}

/** A number that leads to the list of its calls. */
export function CallsLink({ set, count, counted, also }: CallsLinkProps) {
  return (
    <Link className="number-link number" {...callsCounted(counted, set, also)}>
      {numberText(count)}
    </Link>
  );
}
