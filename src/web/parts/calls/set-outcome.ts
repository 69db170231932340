import { useState } from 'react';
import { useQuery } from 'urql';
import {
  OutcomeNowDocument,
  type OutcomeNowQuery,
  SetOutcomeDocument,
  type SetOutcomeMutationVariables,
} from '../../gql/outcome.ts';
import { useAct } from '../../kit/act.ts';
import { type CallForOutcome, isOutcome, type Outcome } from './outcomes.ts';

/** An outcome with what belongs to it. */
export type OutcomeInput = Omit<SetOutcomeMutationVariables['input'], 'eventCallId' | 'expectedOutcome'>;

type CallNow = NonNullable<OutcomeNowQuery['eventCall']>;

/** A change of the outcome, which somebody else has made meanwhile. */
type Change = NonNullable<CallNow['changes']>[number];

/** An outcome that was not set, because the call got another one since the page has read it. */
export interface OutcomeConflict {
  readonly call: CallForOutcome;
  readonly refused: OutcomeInput;
  /** What the call has now. */
  readonly outcome: Outcome | null;
  /** Absent where the history does not have it. */
  readonly change: Change | undefined;
}

/** Sets outcomes, and finds out who was faster where the call has got another one meanwhile. */
export function useSetOutcome() {
  const { act, isBusy, problem, forget } = useAct(SetOutcomeDocument);
  const [last, setLast] = useState<Pick<OutcomeConflict, 'call' | 'refused'>>();
  const isConflict = problem?.conflicts?.includes('outcome') ?? false;
  const [{ data, fetching, error }] = useQuery({
    query: OutcomeNowDocument,
    variables: { id: last?.call.id ?? 0 },
    pause: !isConflict,
    requestPolicy: 'network-only',
  });
  const now = isConflict && !fetching ? data?.eventCall : undefined;
  const conflict: OutcomeConflict | undefined =
    last && now ? { ...last, outcome: outcomeOf(now), change: lastChange(now) } : undefined;
  return {
    isBusy: isBusy || (isConflict && fetching),
    // A conflict is none. Without an answer of who it was, the one of the server says as much.
    problem: isConflict && !error ? undefined : problem,
    conflict,
    /** Sets the outcome if the call has the one that is expected, by default that of the call. Returns whether it is set. */
    set: async (call: CallForOutcome, refused: OutcomeInput, expected = outcomeOf(call)): Promise<boolean> => {
      setLast({ call, refused });
      const input = { ...refused, eventCallId: call.id, expectedOutcome: expected };
      return (await act({ input })) !== undefined;
    },
    forget,
  };
}

/** The outcome that a person has set. A call that is to come or over has an outcome that says so. */
function outcomeOf({ outcome }: Pick<CallForOutcome, 'outcome'>): Outcome | null {
  return isOutcome(outcome) ? outcome : null;
}

function lastChange({ changes }: CallNow): Change | undefined {
  return changes?.find(({ outcomeBefore, outcome }) => outcomeBefore !== outcome);
}
