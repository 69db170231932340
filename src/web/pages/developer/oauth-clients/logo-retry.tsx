import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Problem } from '../../../app/problem.ts';
import type { OAuthClientDetailsFragment } from '../../../gql/oauth-clients.ts';
import { Panel } from '../../../parts/panel.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { type LogoChange, saveLogo } from './logo.ts';
import { LogoInput } from './logo-input.tsx';

interface LogoRetryProps {
  readonly client: OAuthClientDetailsFragment;
  /** The one that was not stored. */
  readonly logo: LogoChange;
  readonly problem: Problem;
  readonly onDone: () => void;
}

/** After a registration whose logo was not stored: again, with another picture, or without. */
export function LogoRetry({ client, logo, problem, onDone }: LogoRetryProps) {
  const [change, setChange] = useState(logo);
  const [current, setCurrent] = useState<Problem | undefined>(problem);
  const [isBusy, setIsBusy] = useState(false);
  const upload = async () => {
    setIsBusy(true);
    const failed = await saveLogo(client.id, change);
    setIsBusy(false);
    setCurrent(failed);
    if (!failed) onDone();
  };
  const choose = (chosen: LogoChange) => {
    setChange(chosen);
    setCurrent(undefined);
  };
  return (
    <Panel title="Its logo is missing">
      <ProblemNote problem={current} />
      <Text size="sm" mb="md">
        Everything else is stored. Try the picture again, choose another one, or go on: a logo can also be added later.
      </Text>
      <LogoInput name={client.name} logoUrl={null} change={change} onChange={choose} problem={undefined} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onDone}>
          Go on without a logo
        </Button>
        <Button onClick={upload} loading={isBusy} disabled={change.kind !== 'replace'}>
          Upload the logo
        </Button>
      </Group>
    </Panel>
  );
}
