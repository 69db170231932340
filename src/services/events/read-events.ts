import { readEvents } from '#src/db/reads/events.ts';
import { requireFound } from '#src/domain/errors.ts';
import type { BookableEvent, EventDetailInput, EventListInput, EventPage } from '#src/domain/events/event.ts';
import type { CallerContext } from '../context.ts';
import { searchWords } from '../filters.ts';
import { readPage } from '../pages.ts';

/** A page of the workspace's bookable events. Every member sees all of them. */
export function listEvents(context: CallerContext, input: EventListInput): Promise<EventPage> {
  return readPage(context, { list: 'events', input }, (query, { status, search }) =>
    readEvents(context.db, { ...query, statuses: status, searchWords: searchWords(search) }),
  );
}

/** One bookable event, by id or by its booking link. */
export async function getEvent({ db, principal }: CallerContext, input: EventDetailInput): Promise<BookableEvent> {
  const { events } = await readEvents(db, { workspaceId: principal.workspaceId, offset: 0, limit: 1, ...input });
  return requireFound(events[0], 'EVENT_NOT_FOUND');
}
