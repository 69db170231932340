import { Button, Group } from '@mantine/core';
import { KeyHint } from '../../kit/key-hint.tsx';
import { type CallForOutcome, needsReason, type Outcome, outcomesOf, outcomeTitles } from './outcomes.ts';

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
