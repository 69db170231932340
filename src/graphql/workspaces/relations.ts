import { apiKeyNoun } from '../api-keys/noun.ts';
import { availabilityNoun } from '../availabilities/noun.ts';
import { listOf } from '../browsing/relations.ts';
import { builder } from '../builder.ts';
import { contactNoun } from '../contacts/noun.ts';
import { customFieldNoun } from '../custom-fields/noun.ts';
import { dealNoun } from '../deals/noun.ts';
import { eventCallNoun } from '../event-calls/noun.ts';
import { eventNoun } from '../events/noun.ts';
import { transactionNoun } from '../transactions/noun.ts';
import { memberNoun } from '../users/noun.ts';
import { WorkspaceType } from './types.ts';

builder.prismaObjectFields(WorkspaceType, (t) => ({
  members: listOf(t, memberNoun, { relation: 'memberships', description: 'Its members, in the order of joining.' }),
  events: listOf(t, eventNoun, { relation: 'events', description: 'Its bookable events, by name.' }),
  schedules: listOf(t, availabilityNoun, { relation: 'schedules', description: 'Its availability schedules.' }),
  contacts: listOf(t, contactNoun, { relation: 'contacts', description: 'Its contacts, newest first.' }),
  customFields: listOf(t, customFieldNoun, {
    relation: 'customFields',
    description: 'Its custom fields, hidden ones among them, by type and place.',
  }),
  eventCalls: listOf(t, eventCallNoun, { relation: 'eventCalls', description: 'Its calls, newest first.' }),
  deals: listOf(t, dealNoun, { relation: 'deals', description: 'Its deals, newest first.' }),
  transactions: listOf(t, transactionNoun, {
    relation: 'transactions',
    description: 'Its transactions, newest first.',
  }),
  apiKeys: listOf(t, apiKeyNoun, { relation: 'apiKeys', description: 'The API keys of all members, newest first.' }),
}));
