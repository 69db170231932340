import { listOf, oneOf } from '../browsing/relations.ts';
import { builder } from '../builder.ts';
import { contactNoun } from '../contacts/noun.ts';
import { dealNoun } from '../deals/noun.ts';
import { eventNoun } from '../events/noun.ts';
import { memberNoun } from '../users/noun.ts';
import { EventCallType } from './types.ts';

builder.prismaObjectFields(EventCallType, (t) => ({
  event: oneOf(t, eventNoun, { relation: 'event', description: 'The event that was booked.' }),
  contact: oneOf(t, contactNoun, { relation: 'contact', description: 'The contact who booked it.' }),
  closerMember: oneOf(t, memberNoun, {
    relation: 'closerMember',
    description: 'The closer as a member of the workspace.',
  }),
  setterMember: oneOf(t, memberNoun, {
    relation: 'setterMember',
    nullable: true,
    description: 'The setter as a member of the workspace.',
  }),
  deals: listOf(t, dealNoun, { relation: 'deals', description: 'The deals that came of it, newest first.' }),
}));
