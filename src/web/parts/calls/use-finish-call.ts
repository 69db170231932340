import { useState } from 'react';
import { useQuery } from 'urql';
import {
  FinishCallDocument,
  type FinishCallMutationVariables,
  OutcomeNowDocument,
  type OutcomeNowQuery,
  UndoFinishCallDocument,
} from '../../gql/outcome.ts';
import { useActs } from '../../kit/act.ts';
import { useTakeBack } from '../../kit/take-back.ts';
import { type CallForOutcome, isOutcome, type Outcome, type Result, resultOf } from './outcomes.ts';

/** An outcome with what follows from it. */
export type FinishInput = Omit<FinishCallMutationVariables['input'], 'eventCallId' | 'expectedOutcome'>;

type CallNow = NonNullable<OutcomeNowQuery['eventCall']>;

/** A change of the outcome, which somebody else has made meanwhile. */
type Change = NonNullable<CallNow['changes']>[number];

/** An outcome that was not set, because the call got another one since the page has read it. */
export interface OutcomeConflict {
  readonly call: CallForOutcome;
  readonly refused: FinishInput;
  /** What the call has now. */
  readonly outcome: Outcome | null;
  /** The same as people choose it. */
  readonly result: Result | undefined;
  /** Absent where the history does not have it. */
  readonly change: Change | undefined;
}

/** Finishes calls and takes that back, and finds out who was faster where a call has got another outcome meanwhile. */
export function useFinishCall() {
  const { act, isBusy, problem, forget } = useActs();
  const takeBack = useTakeBack();
  const [isUndoing, setIsUndoing] = useState(false);
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
    last && now ? { ...last, outcome: knownOutcome(now), result: resultOf(now), change: lastChange(now) } : undefined;
  return {
    /** The call that was finished last, to which all of this belongs. */
    callId: last?.call.id,
    isBusy: isBusy || isUndoing || (isConflict && fetching),
    // A conflict is none. Without an answer of who it was, the one of the server says as much.
    problem: isConflict && !error ? undefined : problem,
    conflict,
    /** Finishes the call if it has the outcome that is expected, by default that of the call. Returns whether it is done. */
    finish: async (call: CallForOutcome, refused: FinishInput, expected = knownOutcome(call)): Promise<boolean> => {
      setLast({ call, refused });
      const input = { ...refused, eventCallId: call.id, expectedOutcome: expected };
      return (await act(FinishCallDocument, { input })) !== undefined;
    },
    /** Takes back what was finished, unless somebody has changed it since. Returns whether it is done. */
    undo: async ({ id }: Pick<CallForOutcome, 'id'>): Promise<boolean> => {
      setIsUndoing(true);
      const undone = await takeBack(UndoFinishCallDocument, { input: { eventCallId: id } });
      setIsUndoing(false);
      return undone !== undefined;
    },
    forget,
  };
}

/** The outcome that a person has set. A call that is to come or over has an outcome that says so. */
function knownOutcome({ outcome }: Pick<CallForOutcome, 'outcome'>): Outcome | null {
  return isOutcome(outcome) ? outcome : null;
}

function lastChange({ changes }: CallNow): Change | undefined {
  return changes?.find(({ outcomeBefore, outcome }) => outcomeBefore !== outcome);
}
