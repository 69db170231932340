import { oneOf } from '../browsing/relations.ts';
import { builder } from '../builder.ts';
import { contactNoun } from '../contacts/noun.ts';
import { dealNoun } from '../deals/noun.ts';
import { memberNoun } from '../users/noun.ts';
import { TransactionType } from './types.ts';

builder.prismaObjectFields(TransactionType, (t) => ({
  deal: oneOf(t, dealNoun, {
    relation: 'deal',
    nullable: true,
    description: 'The deal that it belongs to, if there is one that the caller may see.',
  }),
  contact: oneOf(t, contactNoun, { relation: 'contact', nullable: true, description: 'The payer.' }),
  closerMember: oneOf(t, memberNoun, { relation: 'closerMember', nullable: true, description: 'The closer.' }),
}));
