import { fieldError } from '#src/domain/errors.ts';
import { maxLogoSide } from '#src/domain/oauth-clients/oauth-client.ts';
import { maxRenderingSeconds, type Picture, redrawSquare } from '#src/services/image/redraw-square.ts';
import { nodeLimits } from './limit-table.ts';
import { memoryWindows } from './rate-limit/memory.ts';
import { limitReached } from './rate-limit/window-store.ts';

const { points, windowSeconds } = nodeLimits.logos.rendering;
const windows = memoryWindows(Date.now, windowSeconds);

interface Uploader {
  readonly workspaceId: number;
  readonly userId: number;
}

/** Renders an uploaded picture as a logo, within the limits of its workspace and of the person, who may have several. */
export async function renderLogo({ workspaceId, userId }: Uploader, picture: Buffer): Promise<Picture> {
  const logo = await redrawSquare(picture, maxLogoSide, (draw) =>
    withinTime(`workspace ${workspaceId}`, () => withinTime(`user ${userId}`, draw)),
  );
  if ('problem' in logo) throw fieldError('logo', 'invalid_format', `The picture ${logo.problem}`);
  return logo;
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
