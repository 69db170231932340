import { readEvents } from '#src/db/reads/events/read-events.ts';
import type { EventListInput, EventPage } from '#src/domain/events/event.ts';
import type { CallerContext } from '../context.ts';
import { filled, searchWords } from '../filters.ts';

/** A page of the workspace's bookable events; the whole team sees them all. */
export function listEvents({ db, principal }: CallerContext, input: EventListInput): Promise<EventPage> {
  return readEvents(db, {
    workspaceId: principal.workspaceId,
    offset: input.page * input.limit,
    limit: input.limit,
    searchWords: searchWords(input.search),
    statuses: filled(input.status),
  });
}
