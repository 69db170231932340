import { contactAnswerOfRow, contactAnswerParts } from '#src/db/reads/contacts.ts';
import type { Noun } from '../browsing/noun.ts';
import { listOf, oneOf } from '../browsing/relations.ts';
import { builder } from '../builder.ts';
import { dealNoun } from '../deals/noun.ts';
import { eventCallNoun } from '../event-calls/noun.ts';
import { transactionNoun } from '../transactions/noun.ts';
import { memberNoun } from '../users/noun.ts';
import { ContactAnswerType, ContactDetailType, ContactType } from './types.ts';

const answerNoun: Noun<Parameters<typeof contactAnswerOfRow>[0]> = {
  type: ContactAnswerType,
  model: 'customFieldAnswer',
  access: { scope: 'contacts:read' },
  parts: contactAnswerParts,
  recordOf: contactAnswerOfRow,
  orderBy: [{ customField: { displayIndex: 'asc' } }, { customFieldId: 'asc' }],
};

const relations = (t: object) => ({
  ownerMember: oneOf(t, memberNoun, {
    relation: 'ownerMember',
    nullable: true,
    description: 'The member who owns the contact.',
  }),
  eventCalls: listOf(t, eventCallNoun, { relation: 'eventCalls', description: 'The calls with them, newest first.' }),
  deals: listOf(t, dealNoun, { relation: 'deals', description: 'What they bought, newest first.' }),
  transactions: listOf(t, transactionNoun, { relation: 'transactions', description: 'What they paid, newest first.' }),
});

builder.prismaObjectFields(ContactDetailType, relations);
builder.prismaObjectFields(ContactType, (t) => ({
  ...relations(t),
  customFieldAnswers: listOf(t, answerNoun, {
    relation: 'answers',
    description: 'Answers to custom fields, 5 unless a limit says otherwise; `contact` tells them all.',
  }),
}));
