import { fieldError } from '#src/domain/errors.ts';
import { maxLogoSide } from '#src/domain/oauth-clients/oauth-client.ts';
import { maxRenderingSeconds, type Picture, redrawSquare } from '#src/services/image/redraw-square.ts';
import { memoryWindows } from './rate-limit/memory.ts';
import { limitReached } from './rate-limit/window-store.ts';

/** A node renders one logo of a kind at a time, so a workspace has a sixth of each minute, and others the rest. */
const secondsOfWorkspace = 10;
const windowSeconds = 60;

const windows = memoryWindows(Date.now, windowSeconds);

/** Renders an uploaded picture as a logo, within the time of its workspace. */
export async function renderLogo(workspaceId: number, picture: Buffer): Promise<Picture> {
  const logo = await redrawSquare(picture, maxLogoSide, (draw) => withinTime(workspaceId, draw));
  if ('problem' in logo) throw fieldError('logo', 'invalid_format', `The picture ${logo.problem}`);
  return logo;
}

/** Reserves the longest that a rendering may take, and returns what is left of it. Throws RATE_LIMIT_EXCEEDED without as much. */
async function withinTime<Drawn>(workspaceId: number, draw: () => Promise<Drawn>): Promise<Drawn> {
  const key = String(workspaceId);
  const reserved = windows.consume(key, secondsOfWorkspace, maxRenderingSeconds);
  if (!reserved.allowed) throw limitReached({ ...reserved, remaining: 0 }, windowSeconds);
  const startedAt = performance.now();
  try {
    return await draw();
  } finally {
    const cost = Math.max(maxRenderingSeconds - (performance.now() - startedAt) / 1000, 0);
    windows.release(key, secondsOfWorkspace, { cost, until: reserved.resetAt });
  }
}
