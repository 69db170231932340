import sharp from 'sharp';
import type { RasterType } from './image-type.ts';

/** Decoding costs four bytes a pixel: 64 MB, whatever a small file claims. */
const greatestSide = 4096;
const greatestSeconds = 10;

// No other reader of the library is ever to see what strangers send, however a file manages to look like its own.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

/**
 * A square picture drawn anew, at most `side` wide: nothing of the file goes on but its pixels, so what else may be
 * hidden in it is gone, as are place and camera. Of one that moves, the first picture.
 */
export async function redrawSquare(
  bytes: Buffer,
  type: RasterType,
  side: number,
): Promise<Buffer | { readonly problem: string }> {
  try {
    // The head of the file alone: what it claims is told in our words.
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (format !== type) return unreadable;
    if (Math.max(width, height) > greatestSide) {
      return { problem: `must be at most ${greatestSide} by ${greatestSide} pixels` };
    }
    if (width !== height) return { problem: `must be square, but is ${width} by ${height} pixels` };
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: greatestSide ** 2 });
    const drawn = picture.timeout({ seconds: greatestSeconds }).autoOrient();
    return await drawn.resize(side, side, { withoutEnlargement: true }).toFormat(type, { quality: 90 }).toBuffer();
  } catch {
    // The library tells whatever it cannot read by an Error of no class of its own.
    return unreadable;
  }
}

const unreadable = { problem: 'is damaged, or more than it seems' } as const;
