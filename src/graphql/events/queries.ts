import { eventDetailInput, eventListInput } from '#src/domain/events/event.ts';
import { getEvent, listEvents } from '#src/services/events.ts';
import { argumentsOf } from '../arguments.ts';
import { pageWithRelations, recordWithRelations } from '../browsing/with-relations.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { restEndpoint } from '../rest-endpoint.ts';
import { parsed, withoutNulls } from '../validation.ts';
import { eventNoun } from './noun.ts';
import { EventPageType, EventStatusEnum, EventType } from './types.ts';

builder.queryField('events', (t) =>
  t.field({
    type: EventPageType,
    description: 'The bookable events of the workspace, by name, a page at a time.',
    authScopes: { scope: 'events:read' },
    extensions: restEndpoint({ method: 'GET', path: '/events', scope: 'events:read', input: eventListInput }),
    args: t.validate(argumentsOf(t.arg, eventListInput, { status: EventStatusEnum }), withoutNulls(eventListInput)),
    resolve: async (_root, args, context, info) =>
      pageWithRelations(
        await listEvents(caller(context), parsed(eventListInput, args)),
        'events',
        eventNoun,
        context,
        info,
      ),
  }),
);

builder.queryField('event', (t) =>
  t.field({
    type: EventType,
    description: 'One bookable event, by exactly one of eventId and linkPrefix; EVENT_NOT_FOUND if there is none.',
    authScopes: { scope: 'events:read' },
    extensions: restEndpoint({
      method: 'GET',
      path: '/events/detail',
      scope: 'events:read',
      input: eventDetailInput,
      notFound: 'EVENT_NOT_FOUND',
    }),
    args: t.validate(argumentsOf(t.arg, eventDetailInput), withoutNulls(eventDetailInput)),
    resolve: async (_root, args, context, info) =>
      recordWithRelations(await getEvent(caller(context), parsed(eventDetailInput, args)), eventNoun, context, info),
  }),
);
