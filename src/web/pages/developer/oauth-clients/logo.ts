import { requestOptions } from '../../../app/client.ts';
import { interrupt } from '../../../app/interruption.ts';
import type { Problem } from '../../../app/problem.ts';
import { maxLogoBytes } from '../../../gql/limits.ts';

/** What saving does with the logo. */
export type LogoChange = { readonly kind: 'keep' | 'remove' } | { readonly kind: 'replace'; readonly file: File };

export const logoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'];

/** The reason why a file cannot be a logo, as far as a browser can know it. */
export async function pictureProblem(file: File): Promise<string | undefined> {
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
  if (change.kind === 'keep') return undefined;
  const content = change.kind === 'replace' ? change.file : undefined;
  try {
    const response = await fetch(`/oauth-clients/${id}/logo`, {
      ...requestOptions(content && { 'Content-Type': content.type }),
      method: content ? 'PUT' : 'DELETE',
      body: content ?? null,
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
