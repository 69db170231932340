import { listOf, oneOf } from '../browsing/relations.ts';
import { builder } from '../builder.ts';
import { contactNoun } from '../contacts/noun.ts';
import { eventCallNoun } from '../event-calls/noun.ts';
import { transactionNoun } from '../transactions/noun.ts';
import { memberNoun } from '../users/noun.ts';
import { DealType } from './types.ts';

builder.prismaObjectFields(DealType, (t) => ({
  contact: oneOf(t, contactNoun, { relation: 'contact', description: 'The buyer.' }),
  eventCall: oneOf(t, eventCallNoun, {
    relation: 'eventCall',
    nullable: true,
    description: 'The call that it came of, if there is one that the caller may see.',
  }),
  closerMember: oneOf(t, memberNoun, { relation: 'closerMember', nullable: true, description: 'The closer.' }),
  transactions: listOf(t, transactionNoun, {
    relation: 'transactions',
    description: 'The money that came in for it, newest first.',
  }),
}));
