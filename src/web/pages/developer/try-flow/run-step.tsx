import { Badge, Button, Group, PasswordInput, Text, Title } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { withoutSecrets } from './exchange.ts';
import { addressText, ExchangeView, Wire } from './exchange-view.tsx';
import { authorizationUrl } from './perform.ts';
import type { Run, StepName } from './run.ts';
import { textOf } from './steps.ts';
import { type Verdict, verdictOf } from './verdicts.ts';

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

/** A step of the flow: what it is for, what happened, how it went, and what comes next. */
export function RunStep(props: RunStepProps) {
  const { step, number, run, isNext, hidden } = props;
  const { title, why } = textOf(step, run);
  const verdict = verdictOf(step, run);
  const [state, color] = stateOf(verdict, isNext);
  const exchange = run.exchanges[step];
  const shown = (text: string) => withoutSecrets(text, hidden);
  return (
    <li className="flow-step" data-next={isNext || undefined}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Title order={2} size="h4">
          {number}. {title}
        </Title>
        <Badge flex="none" color={color}>
          {state}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" mt={4} maw="48rem">
        {why}
      </Text>
      {step === 'authorize' && run.endpoints && (
        <Wire text={shown(`${addressText(authorizationUrl(run))}\n\n${verifierLine(run)}`)} />
      )}
      {step === 'callback' && run.answer && <Wire text={shown(answerText(run))} />}
      {exchange && <ExchangeView exchange={exchange} hidden={hidden} />}
      {verdict && (
        <Text
          size="sm"
          mt="sm"
          className={verdict.isGood ? 'breaks' : 'breaks flow-problem'}
          fw={verdict.isGood ? 400 : 600}
        >
          {verdict.text}
        </Text>
      )}
      {isNext && <StepActions {...props} />}
    </li>
  );
}

/** How far a step is, in a word, and its colour. */
function stateOf(verdict: Verdict | undefined, isNext: boolean): readonly [string, string?] {
  if (verdict) return verdict.isGood ? ['Done', 'green'] : ['Failed', 'red'];
  return isNext ? ['Next'] : ['Later', 'gray'];
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
