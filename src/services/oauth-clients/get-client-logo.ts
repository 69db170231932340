import { readClientLogo } from '#src/db/reads/oauth-clients.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { Picture } from '#src/lib/image/redraw-square.ts';
import type { ServiceContext } from '../context.ts';

/** For anybody: whoever knows the client's public id has seen its consent page. */
export async function getClientLogo({ db }: ServiceContext, clientId: string): Promise<Picture> {
  const logo = await readClientLogo(db, clientId);
  if (!logo) throw new DomainError('NOT_FOUND');
  return logo;
}
