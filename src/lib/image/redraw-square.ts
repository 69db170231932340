import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { serialQueue } from '../serial-queue.ts';
import type { harmlessSvg } from './harmless-svg.ts';
import { type ImageType, imageTypeOf } from './image-type.ts';
import { redrawSquare as redrawRaster } from './raster.ts';
import type { SvgTask } from './svg-thread.ts';

export interface Picture {
  /** Of the content, as it is sent over HTTP. */
  readonly type: string;
  readonly content: Buffer;
}

export interface Problem {
  /** As it completes "The picture …". */
  readonly problem: string;
}

const contentTypes: Record<ImageType, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};

const greatestSvgMs = 5_000;
const oneAtATime = serialQueue();

/**
 * A square JPEG, PNG, WebP or SVG, known by its content, made anew at most `side` wide: what goes on is harmless. One
 * at a time, for a small file may be a large picture.
 */
export async function redrawSquare(bytes: Buffer, side: number): Promise<Picture | Problem> {
  const type = imageTypeOf(bytes);
  if (!type) return { problem: 'must be a JPG, PNG, WebP or SVG' };
  const drawn = await oneAtATime(() => (type === 'svg' ? redrawSvg(bytes, side) : redrawRaster(bytes, type, side)));
  return 'problem' in drawn ? drawn : { type: contentTypes[type], content: drawn };
}

/** In a thread of its own, which a drawing that takes too long can be stopped with. */
async function redrawSvg(bytes: Buffer, side: number): Promise<Buffer | Problem> {
  const workerData: SvgTask = { text: bytes.toString('utf8').replace(/^\ufeff/, ''), side };
  const resourceLimits = { maxOldGenerationSizeMb: 256 };
  const thread = new Worker(new URL('./svg-thread.ts', import.meta.url), { workerData, resourceLimits });
  try {
    const [drawn] = (await once(thread, 'message', { signal: AbortSignal.timeout(greatestSvgMs) })) as [
      ReturnType<typeof harmlessSvg>,
    ];
    return typeof drawn === 'string' ? Buffer.from(drawn) : drawn;
  } catch (error) {
    if (isTooMuch(error)) return { problem: 'is too complicated a drawing' };
    throw error;
  } finally {
    await thread.terminate();
  }
}

function isTooMuch(error: unknown): boolean {
  const { name, code } = error as NodeJS.ErrnoException;
  return name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
}
