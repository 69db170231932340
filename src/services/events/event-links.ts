import { workspaceOfLink } from '#src/db/reads/public-events.ts';
import type { ClosedDemos } from '../closed-demos.ts';
import type { ServiceContext } from '../context.ts';
import { eventNotFound } from '../scheduling.ts';

/** The context for finding events that invitees may see. */
export interface EventLinkContext extends Pick<ServiceContext, 'db'> {
  /** Workspaces that are hidden from invitees. */
  readonly closedDemos: ClosedDemos;
}

/** The workspace of a booking link. */
export async function workspaceOfEventLink({ db, closedDemos }: EventLinkContext, linkPrefix: string): Promise<number> {
  const workspaceId = await workspaceOfLink(db, linkPrefix);
  if (workspaceId === undefined || closedDemos?.has(workspaceId)) throw eventNotFound({ linkPrefix });
  return workspaceId;
}
