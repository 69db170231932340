import { apiKeyTarget } from '../api-keys/types.ts';
import { scheduleTarget } from '../availabilities/types.ts';
import { builder } from '../builder.ts';
import { contactTarget } from '../contacts/types.ts';
import { customFieldTarget } from '../custom-fields/types.ts';
import { dealTarget } from '../deals/types.ts';
import { eventCallTarget } from '../event-calls/types.ts';
import { eventTarget } from '../events/types.ts';
import { listOf } from '../relations/relation-fields.ts';
import { transactionTarget } from '../transactions/types.ts';
import { memberTarget } from '../users/types.ts';
import { WorkspaceType } from './types.ts';

builder.prismaObjectFields(WorkspaceType, (t) => ({
  members: listOf(t, memberTarget, { relation: 'memberships', description: 'Its members, in the order of joining.' }),
  events: listOf(t, eventTarget, { relation: 'events', description: 'Its bookable events, by name.' }),
  schedules: listOf(t, scheduleTarget, { relation: 'schedules', description: 'Its availability schedules.' }),
  contacts: listOf(t, contactTarget, { relation: 'contacts', description: 'Its contacts, newest first.' }),
  customFields: listOf(t, customFieldTarget, {
    relation: 'customFields',
    description: 'Its custom fields, hidden ones among them, by type and place.',
  }),
  eventCalls: listOf(t, eventCallTarget, { relation: 'eventCalls', description: 'Its calls, newest first.' }),
  deals: listOf(t, dealTarget, { relation: 'deals', description: 'Its deals, newest first.' }),
  transactions: listOf(t, transactionTarget, {
    relation: 'transactions',
    description: 'Its transactions, newest first.',
  }),
  apiKeys: listOf(t, apiKeyTarget, { relation: 'apiKeys', description: 'The API keys of all members, newest first.' }),
}));
