import { readSharedEvent } from '#src/db/reads/shared-events.ts';
import type { SharedEvent } from '#src/domain/events/shared-event.ts';
import { forWorkspace } from '#src/lib/asking-workspace.ts';
import { type InviteeContext, workspaceOfInvitee } from '../event-calls/invitee-bookings.ts';
import { eventNotFound } from '../scheduling.ts';

/** A live event as its link shows it, and its workspace; EVENT_NOT_FOUND if there is none. */
export async function getSharedEvent(
  context: InviteeContext,
  linkPrefix: string,
): Promise<{ readonly workspaceId: number; readonly event: SharedEvent }> {
  const workspaceId = await workspaceOfInvitee(context, { linkPrefix });
  const event = await forWorkspace(workspaceId, () => readSharedEvent(context.db, workspaceId, linkPrefix));
  if (!event) throw eventNotFound({ linkPrefix });
  return { workspaceId, event };
}
