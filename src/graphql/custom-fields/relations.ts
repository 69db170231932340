import { listThrough } from '../browsing/relations.ts';
import { builder } from '../builder.ts';
import { eventNoun } from '../events/noun.ts';
import { CustomFieldType } from './types.ts';

builder.prismaObjectFields(CustomFieldType, (t) => ({
  askingEvents: listThrough(t, eventNoun, {
    relation: 'askedBy',
    through: 'event',
    orderBy: [{ event: { name: 'asc' } }, { eventId: 'asc' }],
    description: 'The events that ask for it when they are booked, by name.',
  }),
}));
