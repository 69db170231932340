import { recordPolicies } from '#src/domain/access/policy.ts';
import { eventDatesInput } from '#src/domain/scheduling/event-dates.ts';
import { listEventDates } from '#src/services/scheduling.ts';
import { query } from '../root-fields.ts';
import { EventDatesType } from './types.ts';

query('eventDates', {
  type: EventDatesType,
  description:
    'The open slots of a live event, by exactly one of eventId and linkPrefix; EVENT_NOT_FOUND for an event that is deactivated, has no hosts or does not exist. Each slot can be booked with createEventCall as long as nobody else has booked it.',
  access: recordPolicies.Event.read,
  input: eventDatesInput,
  rest: { method: 'POST', path: '/events/eventDates', notFound: 'EVENT_NOT_FOUND' },
  read: listEventDates,
});
