import { Button, Group } from '@mantine/core';
import { KeyHint } from '../../kit/key-hint.tsx';
import { type CallForOutcome, hasDetails, type Result, resultsOf, resultTitle } from './outcomes.ts';

interface OutcomeButtonsProps {
  readonly call: CallForOutcome;
  readonly isDisabled?: boolean;
  /** Whether the number keys choose them now. */
  readonly showsKeys?: boolean;
  readonly onChoose: (result: Result) => void;
}

/** The results that the call can have, each a button; one that has details asks for them. */
export function OutcomeButtons({ call, isDisabled, showsKeys, onChoose }: OutcomeButtonsProps) {
  return (
    <Group gap={6} role="group" aria-label={`Outcome of the call with ${call.inviteeName}`}>
      {resultsOf[call.callType].map((result, index) => (
        <Button
          key={result}
          size="compact-sm"
          variant="default"
          disabled={isDisabled}
          rightSection={showsKeys && <KeyHint of={String(index + 1)} />}
          onClick={() => onChoose(result)}
        >
          {hasDetails(result) ? `${resultTitle(result)}…` : resultTitle(result)}
        </Button>
      ))}
    </Group>
  );
}
