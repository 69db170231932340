import { fieldError } from '#src/domain/errors.ts';
import { maxLogoSide } from '#src/domain/oauth-clients/oauth-client.ts';
import { maxRenderingSeconds, type Picture, redrawSquare } from '#src/services/image/redraw-square.ts';
import { memoryWindows } from './rate-limit/memory.ts';
import { limitReached } from './rate-limit/window-store.ts';

/** A node renders one logo of a kind at a time, so a workspace has a sixth of each minute, and others the rest. */
const secondsOfWorkspace = 10;
const windowSeconds = 60;

const windows = memoryWindows(Date.now, windowSeconds);

/**
 * Renders an uploaded picture as a logo. It reserves the longest that a rendering may take, and returns what is left of it, so
 * that two of a workspace at once may use its time up, and a third is refused with RATE_LIMIT_EXCEEDED.
 */
export async function renderLogo(workspaceId: number, picture: Buffer): Promise<Picture> {
  const key = String(workspaceId);
  const reserved = windows.consume(key, secondsOfWorkspace, maxRenderingSeconds);
  if (!reserved.allowed) throw limitReached({ ...reserved, remaining: 0 }, windowSeconds);
  let seconds = 0;
  try {
    const logo = await redrawSquare(picture, maxLogoSide);
    seconds = logo.seconds;
    if ('problem' in logo) throw fieldError('logo', 'invalid_format', `The picture ${logo.problem}`);
    return logo;
  } finally {
    const cost = Math.max(maxRenderingSeconds - seconds, 0);
    windows.release(key, secondsOfWorkspace, { cost, until: reserved.resetAt });
  }
}
