import { Button, Group } from '@mantine/core';
import { SetOutcomeDocument } from '../../gql/outcome.ts';
import { useAct } from '../../kit/act.ts';
import { KeyHint } from '../../kit/key-hint.tsx';
import { type CallForOutcome, needsReason, type Outcome, outcomesOf, outcomeTitles } from './outcomes.ts';

interface Outcomes {
  /** The request that is under way, or what became of the last one. */
  readonly isBusy: boolean;
  readonly problem: ReturnType<typeof useAct>['problem'];
  /** Sets an outcome that needs no reason. Returns whether it is set. */
  readonly set: (call: CallForOutcome, outcome: Outcome) => Promise<boolean>;
  /** Gives the call what it had before. */
  readonly undo: (call: CallForOutcome) => Promise<boolean>;
}

/** Outcomes that are set with a click, and taken back with another. */
export function useOutcomes(): Outcomes {
  const { act, isBusy, problem } = useAct(SetOutcomeDocument);
  return {
    isBusy,
    problem,
    set: async ({ id }, outcome) => (await act({ input: { eventCallId: id, outcome } })) !== undefined,
    undo: async ({ id }) => (await act({ input: { eventCallId: id, outcome: null } })) !== undefined,
  };
}

interface OutcomeButtonsProps {
  readonly call: CallForOutcome;
  readonly isDisabled?: boolean;
  /** Whether the keys 1 to 4 choose them now. */
  readonly showsKeys?: boolean;
  readonly onChoose: (outcome: Outcome) => void;
}

/** The outcomes that the call can have, each a button; one that needs a reason asks for it. */
export function OutcomeButtons({ call, isDisabled, showsKeys, onChoose }: OutcomeButtonsProps) {
  return (
    <Group gap={6} role="group" aria-label={`Outcome of the call with ${call.inviteeName}`}>
      {outcomesOf[call.callType].map((outcome, index) => (
        <Button
          key={outcome}
          size="compact-sm"
          variant="default"
          disabled={isDisabled}
          rightSection={showsKeys && <KeyHint of={String(index + 1)} />}
          onClick={() => onChoose(outcome)}
        >
          {needsReason(outcome) ? `${outcomeTitles[outcome]}…` : outcomeTitles[outcome]}
        </Button>
      ))}
    </Group>
  );
}
