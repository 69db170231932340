import { readEvents } from '#src/db/reads/events/read-events.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { BookableEvent, EventDetailInput } from '#src/domain/events/event.ts';
import type { CallerContext } from '../context.ts';

/** One bookable event, by id or by its booking link. */
export async function getEvent({ db, principal }: CallerContext, input: EventDetailInput): Promise<BookableEvent> {
  const { events } = await readEvents(db, { workspaceId: principal.workspaceId, offset: 0, limit: 1, ...input });
  if (!events[0]) throw new DomainError('EVENT_NOT_FOUND');
  return events[0];
}
