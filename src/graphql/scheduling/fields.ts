import { recordPolicies } from '#src/domain/principal/policy.ts';
import { eventDatesInput, whyUnavailableInput } from '#src/domain/scheduling/event-dates.ts';
import { eventDatesJson, explainUnavailable, listEventDates } from '#src/services/scheduling.ts';
import { query } from '../root-fields.ts';
import { ClosingReasonType, EventDatesType, eventDatesCost, formsOf } from './types.ts';

query('eventDates', {
  type: EventDatesType,
  description:
    'The open slots of a live event, by exactly one of eventId and linkPrefix; EVENT_NOT_FOUND for an event that is deactivated, has no hosts or does not exist. Each slot can be booked with createEventCall as long as nobody else has booked it.',
  access: recordPolicies.Event.read,
  input: eventDatesInput,
  ownCost: eventDatesCost,
  rest: { method: 'POST', path: '/events/eventDates', notFound: 'EVENT_NOT_FOUND' },
  read: (caller, input, info) => listEventDates(caller, input, formsOf(info)),
  readJson: eventDatesJson,
});

query('whyUnavailable', {
  type: [ClosingReasonType],
  description:
    'Every rule that closes an instant for a host of an event; an empty list if the host can be booked then. For owners and admins: FORBIDDEN for others. EVENT_NOT_FOUND if there is no such event.',
  access: recordPolicies.Event.read,
  input: whyUnavailableInput,
  assumedLength: 10,
  read: explainUnavailable,
});
