import { recordPolicies } from '#src/domain/principal/policy.ts';
import { eventDatesInput, whyUnavailableInput } from '#src/domain/scheduling/event-dates.ts';
import { eventDatesJson, explainUnavailable, listEventDates } from '#src/services/scheduling.ts';
import { query } from '../root-fields.ts';
import { ClosingReasonType, EventDatesType, eventDatesCost, formsOf } from './types.ts';

query('eventDates', {
  type: EventDatesType,
  description:
    'The open slots of a live event, by exactly one of eventId and linkPrefix. EVENT_NOT_FOUND if the event is deactivated, has no hosts or does not exist. Each slot can be booked with createEventCall as long as nobody else has booked it.',
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
    'Every rule that makes a host of an event unavailable at an instant; an empty list if the host can be booked then. Only for owners and admins; FORBIDDEN otherwise. EVENT_NOT_FOUND if the event does not exist.',
  access: recordPolicies.Event.read,
  input: whyUnavailableInput,
  assumedLength: 10,
  read: explainUnavailable,
});
