import { Button, Group, PasswordInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { withoutSecrets } from './exchange.ts';
import { addressText, ExchangeView, Wire } from './exchange-view.tsx';
import { authorizationUrl } from './perform.ts';
import type { Run, StepName } from './run.ts';
import { StepCard } from './step-card.tsx';
import { textOf } from './steps.ts';
import { verdictOf } from './verdicts.ts';

interface RunStepProps {
  readonly step: StepName;
  readonly number: number;
  readonly run: Run;
  readonly isNext: boolean;
  readonly isBusy: boolean;
  /** The button of the step before is gone, so the focus moves on. */
  readonly takesFocus: boolean;
  readonly hidden: readonly string[];
  readonly onPerform: (secret?: string) => void;
  readonly onAsk: () => void;
  readonly onStartOver: () => void;
}

export function RunStep(props: RunStepProps) {
  const { step, number, run, isNext, hidden } = props;
  const { title, why } = textOf(step, run);
  const verdict = verdictOf(step, run);
  const exchange = run.exchanges[step];
  const shown = (text: string) => withoutSecrets(text, hidden);
  return (
    <StepCard {...{ number, title, why, verdict, isNext }} actions={isNext && <StepActions {...props} />}>
      {step === 'authorize' && run.endpoints && (
        <Wire text={shown(`${addressText(authorizationUrl(run))}\n\n${verifierLine(run)}`)} />
      )}
      {step === 'callback' && run.answer && <Wire text={shown(answerText(run))} />}
      {exchange && <ExchangeView exchange={exchange} hidden={hidden} />}
    </StepCard>
  );
}

/** The button that performs the step, or what mends it where it has failed. */
function StepActions({ step, run, isBusy, takesFocus, onPerform, onAsk, onStartOver }: RunStepProps) {
  const [secret, setSecret] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const { action } = textOf(step, run);
  const remedy = verdictOf(step, run)?.remedy;
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  if (step === 'callback' && remedy === undefined) return null;
  if (remedy === 'secret') {
    return (
      <Group
        component="form"
        mt="sm"
        align="flex-end"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (secret.trim() !== '') onPerform(secret.trim());
        }}
      >
        <PasswordInput
          label="Client secret"
          autoComplete="off"
          value={secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
          flex="1 1 16rem"
        />
        <Button ref={button} type="submit" loading={isBusy} disabled={secret.trim() === ''}>
          Try again with this secret
        </Button>
      </Group>
    );
  }
  const remedies = {
    again: { label: 'Try again', act: () => onPerform() },
    consent: { label: 'Ask for consent again', act: onAsk },
    over: { label: 'Start over', act: onStartOver },
  };
  const { label, act } = remedy ? remedies[remedy] : { label: action, act: () => onPerform() };
  return (
    <Button ref={button} mt="sm" loading={isBusy} onClick={act}>
      {label}
    </Button>
  );
}

function verifierLine({ verifier }: Run): string {
  return `Kept in this tab: code_verifier=${verifier}`;
}

function answerText({ redirectUri, state, endpoints, answer = {} }: Run): string {
  const { code, error, errorDescription } = answer;
  const query = new URLSearchParams({
    ...(code !== undefined && { code }),
    ...(error !== undefined && { error }),
    ...(errorDescription !== undefined && { error_description: errorDescription }),
    state,
    iss: endpoints?.issuer ?? '',
  });
  return addressText(`${redirectUri}?${query}`);
}
