import { workspaceOfLink } from '#src/db/reads/public-events.ts';
import type { ServiceContext } from './context.ts';
import { eventNotFound } from './scheduling.ts';

/** The workspace that a booking link leads to. */
export async function workspaceOfEventLink({ db }: Pick<ServiceContext, 'db'>, linkPrefix: string): Promise<number> {
  const workspaceId = await workspaceOfLink(db, linkPrefix);
  if (workspaceId === undefined) throw eventNotFound({ linkPrefix });
  return workspaceId;
}
