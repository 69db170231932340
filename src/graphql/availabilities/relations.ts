import { listThrough, oneOf } from '../browsing/relations.ts';
import { builder } from '../builder.ts';
import { eventNoun } from '../events/noun.ts';
import { memberNoun } from '../users/noun.ts';
import { AvailabilityType } from './types.ts';

builder.prismaObjectFields(AvailabilityType, (t) => ({
  member: oneOf(t, memberNoun, { relation: 'membership', description: 'The member whose schedule it is.' }),
  events: listThrough(t, eventNoun, {
    relation: 'hostings',
    through: 'event',
    orderBy: [{ event: { name: 'asc' } }, { eventId: 'asc' }],
    description: 'The events that are hosted by it, by name.',
  }),
}));
