import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Problem } from '../../../app/problem.ts';
import type { OAuthClientDetailsFragment } from '../../../gql/oauth-clients.ts';
import { Panel } from '../../../kit/layout.tsx';
import { ProblemNote } from '../../../kit/messages.tsx';
import { AppLogo } from '../../../parts/app-logo.tsx';
import { type LogoChange, logoTypes, pictureProblem, saveLogo } from './logo.ts';

interface LogoInputProps {
  readonly name: string;
  /** The logo as it is stored. */
  readonly logoUrl: string | null;
  readonly updatedAt?: string;
  readonly change: LogoChange;
  readonly onChange: (change: LogoChange) => void;
  /** What the server said of the picture. */
  readonly problem: string | undefined;
}

/** Chooses a logo and shows it as the consent page will. A picture that cannot be one is refused before it is sent. */
export function LogoInput({ name, logoUrl, updatedAt, change, onChange, problem }: LogoInputProps) {
  const [refused, setRefused] = useState<string>();
  const forgetFile = useRef<() => void>(null);
  const url = useFileUrl(change.kind === 'replace' ? change.file : undefined);
  const choose = async (file: File | null) => {
    if (!file) return;
    // The same file can be chosen once more, after it was fixed.
    forgetFile.current?.();
    const found = await pictureProblem(file);
    setRefused(found);
    if (found === undefined) onChange({ kind: 'replace', file });
  };
  const remove = () => {
    setRefused(undefined);
    onChange(logoUrl === null ? { kind: 'keep' } : { kind: 'remove' });
  };
  const shown = change.kind === 'replace' ? url : change.kind === 'remove' ? null : logoUrl;
  const error = refused ?? problem;
  return (
    <Input.Wrapper
      label="Logo"
      description="A square JPG, PNG, WebP or SVG of at most 2 MB. A larger one is scaled to 512 × 512 pixels."
      labelElement="div"
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      error={error && <span role="alert">{error}</span>}
    >
      <Group mt="xs" mb={error ? 'xs' : 0} gap="md">
        <AppLogo
          name={name}
          logoUrl={shown}
          {...(change.kind === 'keep' && updatedAt ? { updatedAt } : {})}
          size={72}
        />
        <FileButton onChange={choose} accept={logoTypes.join(',')} resetRef={forgetFile}>
          {(props) => (
            <Button variant="default" {...props}>
              {shown === null ? 'Choose an image' : 'Choose another image'}
            </Button>
          )}
        </FileButton>
        {shown !== null && (
          <Button variant="subtle" color="gray" onClick={remove}>
            Remove the logo
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}

/** The address of a file's content, for as long as it is shown. */
function useFileUrl(file: File | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return url;
}

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
        Everything else is stored. Try the image again, choose another one, or continue: you can add a logo later.
      </Text>
      <LogoInput name={client.name} logoUrl={null} change={change} onChange={choose} problem={undefined} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onDone}>
          Continue without a logo
        </Button>
        <Button onClick={upload} loading={isBusy} disabled={change.kind !== 'replace'}>
          Upload the logo
        </Button>
      </Group>
    </Panel>
  );
}
