import { Button, FileButton, Group, Input, Image as Picture } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { requestOptions } from '../app/client.ts';
import { interrupt } from '../app/interruption.ts';
import type { Problem } from '../app/problem.ts';
import { maxLogoBytes } from '../gql/limits.ts';
import { AppLogo, pictureAddress } from './app-logo.tsx';

/** What saving does with a picture: stores a file, removes it with null, or keeps it. */
export type PictureChange = File | null | undefined;

const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'];

/** The reason why a file cannot be the picture, as far as a browser can know it. */
async function pictureProblem(file: File, isSquare: boolean): Promise<string | undefined> {
  const { type, size } = file;
  if (!pictureTypes.includes(type)) return 'The image must be a JPG, PNG, WebP or SVG';
  if (size > maxLogoBytes) {
    return `The image must be at most 2 MB (${kilobytes(maxLogoBytes)}), but has ${kilobytes(size)}`;
  }
  const picture = await decoded(file);
  if (!picture) return 'The image is damaged, or not what its name says';
  const { naturalWidth: width, naturalHeight: height } = picture;
  // The size of a drawing is the server's to find: browsers make one up where the drawing names none.
  if (!isSquare || type === 'image/svg+xml' || width === height) return undefined;
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

/** A picture of a record, and where it is stored. */
interface PictureOf {
  /** The path for uploads. */
  readonly path: string;
  /** The field of the server's errors. */
  readonly field: 'logo' | 'picture';
}

/** Stores or removes a picture. Returns what went wrong, if something did. */
export async function savePicture({ path, field }: PictureOf, change: PictureChange): Promise<Problem | undefined> {
  if (change === undefined) return undefined;
  const title = `The ${field} was not stored`;
  try {
    const response = await fetch(path, {
      ...requestOptions(change ? { 'Content-Type': change.type } : undefined),
      method: change ? 'PUT' : 'DELETE',
      body: change,
      signal: AbortSignal.timeout(maxUploadMs),
    });
    return response.ok ? undefined : await refusal(response, { title, field });
  } catch {
    return {
      title,
      text: 'The server could not be reached.',
      fields: {},
      isUnanswered: true,
    };
  }
}

interface ErrorBody {
  readonly message?:
    | string
    | { readonly details?: { readonly fieldErrors?: Readonly<Record<string, readonly string[]>> } };
}

async function refusal(
  response: Response,
  { title, field }: { readonly title: string; readonly field: string },
): Promise<Problem> {
  if (response.status === 401) interrupt('sessionEnded');
  const { message } = (await response.json().catch(() => ({}))) as ErrorBody;
  const reason = typeof message === 'object' ? message.details?.fieldErrors?.[field]?.join(' ') : undefined;
  const text = reason ?? (typeof message === 'string' ? message : 'The server could not read the picture');
  return {
    title,
    text,
    fields: { [field]: text },
    requestId: response.headers.get('X-Request-Id') ?? undefined,
  };
}

interface PictureInputProps {
  readonly label: string;
  readonly description: string;
  /** True to refuse a picture whose sides differ. */
  readonly isSquare: boolean;
  /** The name of the person, workspace or app in the picture. */
  readonly name: string;
  /** The picture as it is stored. */
  readonly url: string | null;
  readonly updatedAt?: string;
  readonly change: PictureChange;
  readonly onChange: (change: PictureChange) => void;
  /** What the server said of the picture. */
  readonly problem?: string | undefined;
  /** True while a picture is being stored. */
  readonly isBusy?: boolean;
}

/** Chooses a picture and shows it. A file that cannot be one is refused before it is sent. */
export function PictureInput({ label, description, isSquare, name, url: stored, ...props }: PictureInputProps) {
  const { updatedAt, change, onChange, problem, isBusy = false } = props;
  const [refused, setRefused] = useState<string>();
  const forgetFile = useRef<() => void>(null);
  const url = useFileUrl(change ?? undefined);
  const choose = async (file: File | null) => {
    if (!file) return;
    // The same file can be chosen once more, after it was fixed.
    forgetFile.current?.();
    const found = await pictureProblem(file, isSquare);
    setRefused(found);
    if (found === undefined) onChange(file);
  };
  const remove = () => {
    setRefused(undefined);
    onChange(stored === null ? undefined : null);
  };
  const shown = change === undefined ? stored : change && url;
  const version = change === undefined ? updatedAt : undefined;
  const error = refused ?? problem;
  return (
    <Input.Wrapper
      label={label}
      description={description}
      labelElement="div"
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      error={error && <span role="alert">{error}</span>}
    >
      <Group mt="xs" mb={error ? 'xs' : 0} gap="md">
        {isSquare || shown === null ? (
          <AppLogo name={name} logoUrl={shown} {...(version ? { updatedAt: version } : {})} size={72} />
        ) : (
          <Picture src={pictureAddress(shown, version)} alt="" h={56} w="auto" maw="12rem" fit="contain" />
        )}
        <FileButton onChange={choose} accept={pictureTypes.join(',')} resetRef={forgetFile}>
          {(props) => (
            <Button variant="default" {...props} loading={isBusy}>
              {shown === null ? 'Choose an image' : 'Choose another image'}
            </Button>
          )}
        </FileButton>
        {shown !== null && (
          <Button variant="subtle" color="gray" onClick={remove} disabled={isBusy}>
            Remove {label.toLowerCase()}
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
