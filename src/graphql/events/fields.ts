import { eventParts } from '#src/db/reads/events.ts';
import { recordPolicies } from '#src/domain/access/policy.ts';
import { eventDetailInput, eventListInput } from '#src/domain/events/event.ts';
import { getEvent, listEvents } from '#src/services/events.ts';
import { builder } from '../builder.ts';
import { customFieldTarget } from '../custom-fields/types.ts';
import { eventCallTarget } from '../event-calls/types.ts';
import { listOf, listThrough } from '../relations/relation-fields.ts';
import { query, relationsOfPage, relationsOfRecord } from '../root-fields.ts';
import { memberTarget } from '../users/types.ts';
import { EventPageType, EventStatusEnum, EventType, eventTarget } from './types.ts';

const { read } = recordPolicies.Event;

query('events', {
  type: EventPageType,
  description: 'The bookable events of the workspace, by name, a page at a time.',
  access: read,
  input: eventListInput,
  enums: { status: EventStatusEnum },
  rest: { method: 'GET', path: '/events' },
  read: listEvents,
  addRelations: relationsOfPage('events', eventTarget),
});

query('event', {
  type: EventType,
  description: 'One bookable event, by exactly one of eventId and linkPrefix; EVENT_NOT_FOUND if there is none.',
  access: read,
  input: eventDetailInput,
  rest: { method: 'GET', path: '/events/detail', notFound: 'EVENT_NOT_FOUND' },
  read: getEvent,
  addRelations: relationsOfRecord(eventTarget),
});

builder.prismaObjectFields(EventType, (t) => ({
  hostMembers: listThrough(t, memberTarget, {
    relation: 'hostings',
    through: 'membership',
    orderBy: eventParts.hostings.orderBy,
    description: 'Its hosts as members of the workspace, highest priority first.',
  }),
  customFields: listThrough(t, customFieldTarget, {
    relation: 'askedFields',
    through: 'customField',
    orderBy: eventParts.askedFields.orderBy,
    description: 'The custom fields of its booking form, in order.',
  }),
  eventCalls: listOf(t, eventCallTarget, { relation: 'eventCalls', description: 'Its calls, newest first.' }),
}));
