import { CallReasonsDocument, type CallReasonsQueryVariables, type ShownCallsFragment } from '../../gql/overview.ts';
import { Panel } from '../../kit/layout.tsx';
import { LateSkeleton, QueryView } from '../../kit/list/query-view.tsx';
import { objectionTitles, reasonTitles } from '../../parts/calls/outcomes.ts';
import type { CallGroup, CallSet, Counted } from '../../parts/numbers/counted.ts';
import { numberText } from '../../parts/numbers/texts.ts';
import { CallsLink } from './tiles.tsx';
import { useNumbers } from './use-numbers.ts';

interface FunnelProps {
  readonly total: ShownCallsFragment;
  readonly counted: Counted;
}

/** From booked to won, as bars that are as long as their share, and the calls that went another way. There is at least one call. */
export function Funnel({ total, counted }: FunnelProps) {
  const { booked, cancelled, due } = total;
  const toCome = booked - cancelled - due;
  const step = (set: CallSet, title: string) => (
    <li>
      <span>{title}</span>
      <CallsLink set={set} count={total[set]} counted={counted} />
      <span className="bar" style={{ '--share': total[set] / booked } as object} />
    </li>
  );
  const fact = (set: CallSet, title: string, isPart = false) => (
    <div data-part={isPart || undefined}>
      <dt>{title}</dt>
      <dd>
        <CallsLink set={set} count={total[set]} counted={counted} />
      </dd>
    </div>
  );
  return (
    <Panel title="From booked to won">
      <ol className="bars">
        {step('booked', 'Booked')}
        {step('held', 'Held')}
        {step('won', 'Won')}
      </ol>
      <dl className="other-ways">
        {fact('cancelled', 'Cancelled')}
        {fact('lateCancelled', 'within a day of the start', true)}
        {fact('lateCancelledByInvitee', 'of these by the invitee', true)}
        {fact('noShow', 'No-shows')}
        {fact('undecided', 'Undecided')}
        {toCome > 0 && (
          <div>
            <dt>Still to come</dt>
            <dd className="number">{numberText(toCome)}</dd>
          </div>
        )}
        {fact('rescheduled', 'Moved at least once')}
      </dl>
    </Panel>
  );
}

interface ReasonsProps {
  readonly variables: CallReasonsQueryVariables;
  readonly counted: Counted;
}

/** Why calls were not won: the reasons that were chosen with their outcomes, and the objections of the invitees. */
export function Reasons({ variables, counted }: ReasonsProps) {
  const query = useNumbers(CallReasonsDocument, variables);
  return (
    <Panel title="Reasons and objections">
      <QueryView query={query} skeleton={<LateSkeleton rows={6} />}>
        {({ callReasons }) =>
          callReasons && (
            <div className="counts-pair">
              <Counts
                title="Reasons"
                counted={counted}
                counts={callReasons.reasons.map(({ reason, count }) => ({
                  title: reasonTitles[reason],
                  count,
                  also: { reasons: reason },
                }))}
                none="No call has a reason yet."
              />
              <Counts
                title="Objections"
                counted={counted}
                counts={callReasons.objections.map(({ objectionKind, count }) => ({
                  title: objectionTitles[objectionKind],
                  count,
                  also: { objections: objectionKind },
                }))}
                none="No call has an objection yet."
              />
            </div>
          )
        }
      </QueryView>
    </Panel>
  );
}

interface CountsProps {
  readonly title: string;
  readonly counted: Counted;
  readonly counts: readonly { readonly title: string; readonly count: number; readonly also: CallGroup }[];
  readonly none: string;
}

function Counts({ title, counted, counts, none }: CountsProps) {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <section aria-label={title} className="counts">
      <h3>{title}</h3>
      {counts.length === 0 && <p className="hint">{none}</p>}
      <ul className="bars">
        {counts.map(({ title: name, count, also }) => (
          <li key={name}>
            <span>{name}</span>
            <CallsLink count={count} counted={counted} also={also} />
            <span className="bar" style={{ '--share': count / most } as object} />
          </li>
        ))}
      </ul>
    </section>
  );
}
