import { eventParts } from '#src/db/reads/events.ts';
import { listOf, listThrough } from '../browsing/relations.ts';
import { builder } from '../builder.ts';
import { customFieldNoun } from '../custom-fields/noun.ts';
import { eventCallNoun } from '../event-calls/noun.ts';
import { memberNoun } from '../users/noun.ts';
import { EventType } from './types.ts';

builder.prismaObjectFields(EventType, (t) => ({
  hostMembers: listThrough(t, memberNoun, {
    relation: 'hostings',
    through: 'membership',
    orderBy: eventParts.hostings.orderBy,
    description: 'Its hosts as members of the workspace, highest priority first.',
  }),
  customFields: listThrough(t, customFieldNoun, {
    relation: 'askedFields',
    through: 'customField',
    orderBy: eventParts.askedFields.orderBy,
    description: 'The custom fields that it asks for, in the order of the form.',
  }),
  eventCalls: listOf(t, eventCallNoun, { relation: 'eventCalls', description: 'Its calls, newest first.' }),
}));
