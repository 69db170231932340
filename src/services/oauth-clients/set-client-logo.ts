import { updateClient } from '#src/db/writes/oauth-clients.ts';
import { mayManageCredentials } from '#src/domain/access/roles.ts';
import { DomainError, validationError } from '#src/domain/errors.ts';
import { maxLogoSide, type OAuthClient } from '#src/domain/oauth-clients/oauth-client.ts';
import { redrawSquare } from '#src/lib/image/redraw-square.ts';
import type { CallerContext } from '../context.ts';
import { ownClient } from './own-client.ts';

/** Redraws a picture and keeps it as the logo of the caller's own client; without a picture, takes the logo away. */
export async function setClientLogo(
  context: CallerContext,
  { id, picture }: { readonly id: number; readonly picture: Buffer | null },
): Promise<OAuthClient> {
  const { db, clock, principal } = context;
  if (!mayManageCredentials(principal)) throw new DomainError('FORBIDDEN');
  // Before it is drawn as well, for drawing is work that strangers are not to ask for.
  await db.write((client) => ownClient(client, principal, id));
  const logo = picture && (await drawn(picture));
  const columns = { logo: logo?.content ?? null, logoType: logo?.type ?? null, updatedAt: clock.now() };
  return db.write(async (client) => {
    await ownClient(client, principal, id);
    return updateClient(client, { workspaceId: principal.workspaceId, id }, columns);
  });
}

async function drawn(picture: Buffer) {
  const logo = await redrawSquare(picture, maxLogoSide);
  if ('problem' in logo) throw validationError({ logo: [`The picture ${logo.problem}`] });
  return logo;
}
