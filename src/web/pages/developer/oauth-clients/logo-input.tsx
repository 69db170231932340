import { Button, FileButton, Group, Input } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { requestOptions } from '../../../app/client.ts';
import { interrupt } from '../../../app/interruption.ts';
import type { Problem } from '../../../app/problem.ts';
import { maxLogoBytes } from '../../../gql/limits.ts';
import { AppLogo } from '../../../parts/app-logo.tsx';

/** What saving does with the logo: stores a file, removes it with null, or keeps it. */
export type LogoChange = File | null | undefined;

const logoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'];

/** The reason why a file cannot be a logo, as far as a browser can know it. */
async function pictureProblem(file: File): Promise<string | undefined> {
  const { type, size } = file;
  if (!logoTypes.includes(type)) return 'The image must be a JPG, PNG, WebP or SVG';
  if (size > maxLogoBytes) {
    return `The image must be at most 2 MB (${kilobytes(maxLogoBytes)}), but has ${kilobytes(size)}`;
  }
  const picture = await decoded(file);
  if (!picture) return 'The image is damaged, or not what its name says';
  const { naturalWidth: width, naturalHeight: height } = picture;
  // The size of a drawing is the server's to find: browsers make one up where the drawing names none.
  if (type === 'image/svg+xml' || width === height) return undefined;
  return `The image must be square, but is ${width} by ${height} pixels`;
}

/** Rounded up, so that a file above a limit of whole kilobytes never has the figure of the limit. */
function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024).toLocaleString('en')} kB`;
}

async function decoded(file: File): Promise<HTMLImageElement | undefined> {
  const picture = new Image();
  picture.src = URL.createObjectURL(file);
  try {
    await picture.decode();
    return picture;
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(picture.src);
  }
}

const maxUploadMs = 60_000;

/** Stores or removes the logo of a client that is registered. Returns what went wrong, if something did. */
export async function saveLogo(id: number, change: LogoChange): Promise<Problem | undefined> {
  if (change === undefined) return undefined;
  try {
    const response = await fetch(`/oauth-clients/${id}/logo`, {
      ...requestOptions(change ? { 'Content-Type': change.type } : undefined),
      method: change ? 'PUT' : 'DELETE',
      body: change,
      signal: AbortSignal.timeout(maxUploadMs),
    });
    return response.ok ? undefined : await refusal(response);
  } catch {
    return {
      title: 'The logo was not stored',
      text: 'The server could not be reached.',
      fields: {},
      isUnanswered: true,
    };
  }
}

interface ErrorBody {
  readonly message?: string | { readonly details?: { readonly fieldErrors?: { readonly logo?: readonly string[] } } };
}

async function refusal(response: Response): Promise<Problem> {
  if (response.status === 401) interrupt('sessionEnded');
  const { message } = (await response.json().catch(() => ({}))) as ErrorBody;
  const logo = typeof message === 'object' ? message.details?.fieldErrors?.logo?.join(' ') : undefined;
  const text = logo ?? (typeof message === 'string' ? message : 'The server could not read the picture');
  return {
    title: 'The logo was not stored',
    text,
    fields: { logo: text },
    requestId: response.headers.get('X-Request-Id') ?? undefined,
  };
}

interface LogoInputProps {
  readonly name: string;
  /** The logo as it is stored. */
  readonly logoUrl: string | null;
  readonly updatedAt?: string;
  readonly change: LogoChange;
  readonly onChange: (change: LogoChange) => void;
  /** What the server said of the picture. */
  readonly problem?: string | undefined;
}

/** Chooses a logo and shows it as the consent page will. A picture that cannot be one is refused before it is sent. */
export function LogoInput({ name, logoUrl, updatedAt, change, onChange, problem }: LogoInputProps) {
  const [refused, setRefused] = useState<string>();
  const forgetFile = useRef<() => void>(null);
  const url = useFileUrl(change ?? undefined);
  const choose = async (file: File | null) => {
    if (!file) return;
    // The same file can be chosen once more, after it was fixed.
    forgetFile.current?.();
    const found = await pictureProblem(file);
    setRefused(found);
    if (found === undefined) onChange(file);
  };
  const remove = () => {
    setRefused(undefined);
    onChange(logoUrl === null ? undefined : null);
  };
  const shown = change === undefined ? logoUrl : change && url;
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
        <AppLogo name={name} logoUrl={shown} {...(change === undefined && updatedAt ? { updatedAt } : {})} size={72} />
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
