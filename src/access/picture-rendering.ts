import { fieldError } from '#src/domain/errors.ts';
import { maxRenderingSeconds, type Picture, redraw } from '#src/services/image/redraw.ts';
import type { Size } from '#src/services/image/shape.ts';
import { nodeLimits } from './limit-table.ts';
import { memoryWindows } from './rate-limit/memory.ts';
import { limitReached } from './rate-limit/window-store.ts';

const { points, windowSeconds } = nodeLimits.logos.rendering;
const windows = memoryWindows(Date.now, windowSeconds);

interface Uploader {
  readonly workspaceId: number;
  readonly userId: number;
}

interface Upload extends Size {
  readonly bytes: Buffer;
  /** The field of an error. */
  readonly field: string;
}

/** Renders an uploaded picture, within the limits of its workspace and of the person, who may have several. */
export async function renderPicture(
  { workspaceId, userId }: Uploader,
  { bytes, field, ...size }: Upload,
): Promise<Picture> {
  const picture = await redraw(bytes, size, (draw) =>
    withinTime(`workspace ${workspaceId}`, () => withinTime(`user ${userId}`, draw)),
  );
  if ('problem' in picture) throw fieldError(field, 'invalid_format', `The picture ${picture.problem}`);
  return picture;
}

/** Reserves the maximum time of a rendering, and returns the unused rest. Throws RATE_LIMIT_EXCEEDED if less is left. */
async function withinTime<Drawn>(key: string, draw: () => Promise<Drawn>): Promise<Drawn> {
  const reserved = windows.consume(key, points, maxRenderingSeconds);
  if (!reserved.allowed) throw limitReached({ ...reserved, remaining: 0 }, windowSeconds);
  const startedAt = performance.now();
  try {
    return await draw();
  } finally {
    const cost = Math.max(maxRenderingSeconds - (performance.now() - startedAt) / 1000, 0);
    windows.release(key, points, { cost, until: reserved.resetAt });
  }
}
