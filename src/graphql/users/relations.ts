import { apiKeyNoun } from '../api-keys/noun.ts';
import { availabilityNoun } from '../availabilities/noun.ts';
import { listOf, listThrough } from '../browsing/relations.ts';
import { builder } from '../builder.ts';
import { contactNoun } from '../contacts/noun.ts';
import { dealNoun } from '../deals/noun.ts';
import { eventCallNoun } from '../event-calls/noun.ts';
import { eventNoun } from '../events/noun.ts';
import { MemberType } from './types.ts';

builder.prismaObjectFields(MemberType, (t) => ({
  schedules: listOf(t, availabilityNoun, {
    relation: 'schedules',
    description: "The member's availability schedules.",
  }),
  hostedEvents: listThrough(t, eventNoun, {
    relation: 'hostings',
    through: 'event',
    orderBy: [{ event: { name: 'asc' } }, { eventId: 'asc' }],
    description: 'The events that the member hosts, by name.',
  }),
  closerCalls: listOf(t, eventCallNoun, {
    relation: 'closerCalls',
    description: 'The calls that the member hosts as closer, newest first.',
  }),
  setterCalls: listOf(t, eventCallNoun, {
    relation: 'setterCalls',
    description: 'The calls that the member set, newest first.',
  }),
  contacts: listOf(t, contactNoun, { relation: 'contacts', description: 'The contacts that the member owns.' }),
  deals: listOf(t, dealNoun, { relation: 'deals', description: 'The deals that the member closed, newest first.' }),
  apiKeys: listOf(t, apiKeyNoun, { relation: 'apiKeys', description: "The member's API keys, newest first." }),
}));
