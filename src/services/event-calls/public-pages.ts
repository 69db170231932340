import { workspaceOfLink } from '#src/db/reads/public-events.ts';
import { type PublicPage, readMemberPage, readTeamPage, workspacesOfUsername } from '#src/db/reads/public-pages.ts';
import { noBrand } from '#src/domain/workspaces/brand.ts';
import { forWorkspace } from '#src/lib/asking-workspace.ts';
import type { EventLinkContext } from '../events/event-links.ts';
import { eventNotFound } from '../scheduling.ts';

/** The page of a member, by username, or of a workspace, by its link; EVENT_NOT_FOUND if it has no events. */
export async function getPublicPage(context: EventLinkContext, name: string): Promise<PublicPage> {
  const page = (await memberPage(context, name)) ?? (await teamPage(context, name));
  if (!page) throw eventNotFound({ linkPrefix: name });
  return page;
}

async function memberPage({ db, closedDemos }: EventLinkContext, username: string): Promise<PublicPage | undefined> {
  const workspaceIds = (await workspacesOfUsername(db, username)).filter((id) => !closedDemos?.has(id));
  const found = await Promise.all(
    workspaceIds.map((workspaceId) => forWorkspace(workspaceId, () => readMemberPage(db, workspaceId, username))),
  );
  const [first, ...others] = found.filter((each) => each !== undefined);
  if (!first || others.length === 0) return first;
  const events = [first, ...others].flatMap((each) => each.events);
  // A page over several workspaces has the settings of none.
  return {
    name: first.name,
    brand: noBrand,
    picture: null,
    events: events.sort((one, other) => (one.name < other.name ? -1 : 1)),
  };
}

async function teamPage({ db, closedDemos }: EventLinkContext, link: string): Promise<PublicPage | undefined> {
  const workspaceId = await workspaceOfLink(db, link);
  if (workspaceId === undefined || closedDemos?.has(workspaceId)) return undefined;
  return forWorkspace(workspaceId, () => readTeamPage(db, workspaceId, link));
}
