import { Badge, Button, Group, Paper, PasswordInput, Stack, Switch, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { newOneTimeValues } from './authorization.ts';
import { addressText, ExchangeView, Wire, withoutSecrets } from './exchange.tsx';
import { authorizationUrl, perform, type Run, type StepName, stepNames, storeRun, withoutAnswers } from './run.ts';
import { nextStep, textOf, type Verdict, verdictOf } from './steps.ts';

/** A run from its first step to its last. It goes on where it was, also after a reload. */
export function RunView({ run, onChange }: { readonly run: Run; readonly onChange: (run: Run | undefined) => void }) {
  const [busy, setBusy] = useState<StepName>();
  const [showsSecrets, setShowsSecrets] = useState(false);
  const hasMoved = useRef(run.answer !== undefined);
  const end = useRef<HTMLParagraphElement>(null);
  const isSending = useRef(false);
  const next = nextStep(run);
  const isFailed = next !== undefined && verdictOf(next, run)?.isGood === false;

  const ask = async () => {
    // An answer to an earlier request must not count for this one.
    const asked = { ...withoutAnswers(run), ...(run.isAsked && (await newOneTimeValues())), isAsked: true };
    storeRun({ ...asked, secrets: [...run.secrets, asked.verifier] });
    location.assign(authorizationUrl(asked));
  };
  const performStep = async (step: StepName, from: Run = run) => {
    if (step === 'authorize' || step === 'callback') return ask();
    if (isSending.current) return;
    isSending.current = true;
    hasMoved.current = true;
    setBusy(step);
    const changed = await perform(step, from);
    isSending.current = false;
    setBusy(undefined);
    onChange(changed);
  };
  // Goes on by itself up to the end or to a step that fails. A consent page that was left is opened by hand again.
  const isDue = run.runsAll && next !== undefined && !isFailed && !(next === 'authorize' && run.isAsked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step leads to the next; nothing else starts one.
  useEffect(() => {
    if (isDue) performStep(next);
  }, [isDue, next]);

  // The buttons are gone, so the focus goes to what is said at the end.
  useEffect(() => {
    if (next === undefined && hasMoved.current) end.current?.focus();
  }, [next]);

  const isLive = run.accessToken !== undefined && !verdictOf('revoke', run)?.isGood;
  return (
    <>
      <Group justify="space-between" mb="md">
        <Switch
          label="Show secrets in full"
          checked={showsSecrets}
          onChange={(event) => setShowsSecrets(event.currentTarget.checked)}
        />
        <Group gap="xs">
          {next !== undefined && !run.runsAll && !isFailed && (
            <Button
              variant="default"
              onClick={() => onChange({ ...run, runsAll: true, isAsked: run.isAsked && next !== 'authorize' })}
            >
              Run the rest
            </Button>
          )}
          <Button variant="default" onClick={() => onChange(undefined)} disabled={busy !== undefined}>
            Start over
          </Button>
        </Group>
      </Group>
      {isLive && (
        <Text size="sm" c="dimmed" mb="md">
          The connection lives until its step revokes it. If you leave before, it is among your{' '}
          <Link to="/settings/developer/connected-apps">connected apps</Link>.
        </Text>
      )}
      <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {stepNames.map((step, index) => (
          <RunStep
            key={step}
            step={step}
            number={index + 1}
            run={run}
            isNext={step === next}
            isBusy={busy !== undefined}
            takesFocus={step === next && hasMoved.current}
            hidden={showsSecrets ? [] : run.secrets}
            onPerform={(secret) => performStep(step, secret === undefined ? run : { ...run, secret })}
            onAsk={ask}
            onStartOver={() => onChange(undefined)}
          />
        ))}
      </Stack>
      <div role="status">
        {next === undefined && (
          <Text ref={end} tabIndex={-1} fw={600} mt="md" style={{ outline: 'none' }}>
            The flow is complete: from consent to a revoked token.
            {run.isConfidential && ' The client secret is removed from this tab.'}
          </Text>
        )}
      </div>
    </>
  );
}

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
function RunStep(props: RunStepProps) {
  const { step, number, run, isNext, hidden } = props;
  const { title, why } = textOf(step, run);
  const verdict = verdictOf(step, run);
  const [state, color] = stateOf(verdict, isNext);
  const exchange = run.exchanges[step];
  const shown = (text: string) => withoutSecrets(text, hidden);
  return (
    <Paper component="li" withBorder radius="lg" px="lg" py="md" bd={isNext ? '1px solid var(--accent)' : undefined}>
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
        <Wire
          text={shown(`${addressText(authorizationUrl(run))}\n\nKept in this tab: code_verifier=${run.verifier}`)}
        />
      )}
      {step === 'callback' && run.answer && (
        <Wire text={shown(addressText(`${run.redirectUri}?${new URLSearchParams(run.answer)}`))} />
      )}
      {exchange && <ExchangeView exchange={exchange} hidden={hidden} />}
      {verdict && (
        <Text
          size="sm"
          mt="sm"
          className="breaks"
          c={verdict.isGood ? undefined : 'var(--error-ink)'}
          fw={verdict.isGood ? 400 : 600}
        >
          {verdict.text}
        </Text>
      )}
      {isNext && <StepActions {...props} />}
    </Paper>
  );
}

/** How far a step is, in a word, and its colour. */
function stateOf(verdict: Verdict | undefined, isNext: boolean): readonly [string, string?] {
  if (verdict) return verdict.isGood ? ['Done', 'green'] : ['Failed', 'red'];
  return isNext ? ['Next'] : ['Later', 'gray'];
}

/** The button that performs the step, or what fixes it where it has failed. */
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
