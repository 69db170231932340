import { workspaceOfLink } from '#src/db/reads/public-events.ts';
import type { ClosedDemos } from '../closed-demos.ts';
import type { ServiceContext } from '../context.ts';
import { eventNotFound } from '../scheduling.ts';

/** What finds the events that invitees may see. */
export interface EventLinkContext extends Pick<ServiceContext, 'db'> {
  /** Nothing of these is shown to invitees. */
  readonly closedDemos: ClosedDemos;
}

/** The workspace that a booking link leads to. */
export async function workspaceOfEventLink({ db, closedDemos }: EventLinkContext, linkPrefix: string): Promise<number> {
  const workspaceId = await workspaceOfLink(db, linkPrefix);
  if (workspaceId === undefined || closedDemos?.has(workspaceId)) throw eventNotFound({ linkPrefix });
  return workspaceId;
}
