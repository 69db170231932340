import {
  amountRecord,
  type ContactStory,
  contactValueRecord,
  storyAnswerRecord,
  storyCallRecord,
  storyEntryRecord,
  storyKinds,
  storyMailRecord,
} from '#src/domain/contacts/story.ts';
import { builder, enumType } from '../builder.ts';
import { ActorType, HostType } from '../event-calls/history.ts';
import { nextCursor } from '../page-type.ts';
import { recordType } from '../record-types.ts';
import '../notifications/enums.ts';

export const ContactStoryKindEnum = enumType(
  'ContactStoryKind',
  storyKinds,
  'What happened with a contact. BOOKED, MOVED, REASSIGNED, CANCELLED and OUTCOME_SET are changes of its calls.',
);

recordType('ContactStoryCall', storyCallRecord, { description: 'The call that an entry of a story is about.' });
recordType('ContactStoryMail', storyMailRecord, { description: 'An email about a call, in the story of its contact.' });
recordType('ContactStoryAnswer', storyAnswerRecord, { description: 'An answer in the story of a contact.' });

const ContactStoryEntryType = recordType('ContactStoryEntry', storyEntryRecord, {
  description:
    'Something that happened with a contact. Values that do not belong to its kind are null, or an empty list.',
  others: (t) => ({
    actor: t.expose('actor', {
      type: ActorType,
      nullable: true,
      description:
        'Who did it: the author of a note, or the closer of a deal, payment or refund. Null for emails and answers to custom fields, whose authors are not stored.',
    }),
    hostBefore: t.expose('hostBefore', {
      type: HostType,
      nullable: true,
      description: 'Previous host of the call, if it changed.',
    }),
    host: t.expose('host', { type: HostType, nullable: true, description: 'New host of the call, if it changed.' }),
  }),
});

export const ContactStoryType = builder.objectRef<ContactStory>('ContactStory').implement({
  description: 'A page of what happened with a contact.',
  fields: (t) => ({
    entries: t.expose('entries', { type: [ContactStoryEntryType], description: 'The entries of this page.' }),
    nextCursor: t.exposeString('nextCursor', nextCursor),
  }),
});

recordType('Amount', amountRecord, { description: 'An amount in one currency.' });

export const ContactValueType = recordType('ContactValue', contactValueRecord, {
  description: 'What a contact bought and paid. Amounts of different currencies are never added.',
});
