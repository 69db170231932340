import pLimit from 'p-limit';
import sharp from 'sharp';
import { type Size, shapeProblem } from './shape.ts';
import { SvgRenderer } from './svg.ts';

export interface Picture {
  /** The media type for HTTP responses. */
  readonly type: string;
  readonly content: Buffer;
}

export interface Problem {
  /** Completes "The picture …". */
  readonly problem: string;
}

/** Runs a rendering when a limit allows it. */
type Metered = <Drawn>(draw: () => Promise<Drawn>) => Promise<Drawn>;

type RasterType = 'jpeg' | 'png' | 'webp';

/** Limits decoding, which takes four bytes per pixel, to 64 MB: a small file may declare a huge picture. */
const maxSide = 4096;

/** The time limit for rendering one picture. */
export const maxRenderingSeconds = 5;

const unreadable: Problem = { problem: 'is damaged, or larger than it claims to be' };

// sharp can decode dozens of formats; uploaded files may use only these three.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

const oneRasterAtATime = pLimit(1);
const oneSvgAtATime = pLimit(1);
const uploads = new SvgRenderer();

/**
 * Decodes a JPEG, PNG, WebP or SVG and encodes it again, at most `side` pixels wide and high. This removes scripts, locations and
 * other hidden content. An SVG becomes a PNG. Pictures of a kind are processed one at a time, because a small file may decode
 * to a large picture. SVGs take longest, so they have their own queue. `metered` may refuse a rendering.
 */
export async function redraw(
  bytes: Buffer,
  size: Size,
  metered: Metered = (draw) => draw(),
): Promise<Picture | Problem> {
  const type = imageTypeOf(bytes);
  if (!type) return { problem: 'must be a JPG, PNG, WebP or SVG' };
  const drawn =
    type === 'svg'
      ? await oneSvgAtATime(() => metered(() => uploads.render({ bytes, size }, maxRenderingSeconds)))
      : await oneRasterAtATime(() => metered(() => redrawRaster(bytes, type, size)));
  if ('problem' in drawn) return drawn;
  return { type: `image/${type === 'svg' ? 'png' : type}`, content: drawn };
}

/** Detects the type from the first bytes, because a file name and a Content-Type may be wrong. */
function imageTypeOf(bytes: Buffer): RasterType | 'svg' | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'webp';
  return /^(\u00ef\u00bb\u00bf)?\s*</.test(bytes.toString('latin1', 0, 200)) ? 'svg' : undefined;
}

/** Uses the first frame of an animation. */
async function redrawRaster(bytes: Buffer, type: RasterType, { side, isSquare }: Size): Promise<Buffer | Problem> {
  try {
    // Reads only the header, so that a picture of the wrong size is refused before it is decoded.
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (format !== type) return unreadable;
    if (Math.max(width, height) > maxSide) return { problem: `must be at most ${maxSide} by ${maxSide} pixels` };
    const problem = shapeProblem({ width, height, isSquare }, ' pixels');
    if (problem !== undefined) return { problem };
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: maxSide ** 2 });
    const drawn = picture.timeout({ seconds: maxRenderingSeconds }).autoOrient();
    return await drawn
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .toFormat(type, { quality: 90 })
      .toBuffer();
  } catch {
    // sharp throws a plain Error for every unreadable file.
    return unreadable;
  }
}
