import { hostingsOf } from '../browsing/relations.ts';
import { builder } from '../builder.ts';
import { eventNoun } from '../events/noun.ts';
import { CustomFieldType } from './types.ts';

builder.prismaObjectFields(CustomFieldType, (t) => ({
  askingEvents: hostingsOf(t, eventNoun, {
    relation: 'askedBy',
    through: 'event',
    description: 'The events that ask for it when they are booked.',
  }),
}));
