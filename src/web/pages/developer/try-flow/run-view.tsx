import { Button, Group, Switch, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { authorizationUrl, perform } from './perform.ts';
import { newOneTimeValues } from './pkce.ts';
import { type Run, type StepName, stepNames, storeRun, withoutAnswers } from './run.ts';
import { RunStep } from './run-step.tsx';
import { nextStep, verdictOf } from './verdicts.ts';

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
      <ol className="flow-steps">
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
      </ol>
      <div role="status">
        {next === undefined && (
          <Text ref={end} className="flow-end" tabIndex={-1} fw={600} mt="md">
            The flow is complete: from consent to a revoked token.
            {run.isConfidential && ' The client secret is removed from this tab.'}
          </Text>
        )}
      </div>
    </>
  );
}
