import { contactStoryInput, contactValueInput } from '#src/domain/contacts/story.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { readStory, readValue } from '#src/services/contacts/contact-story.ts';
import { query } from '../root-fields.ts';
import { ContactStoryKindEnum, ContactStoryType, ContactValueType } from './types.ts';

const { read: access } = recordPolicies.Contact;

/** One statement over the calls, mails, answers, sales and notes of a contact. */
const storyCost = 20;

query('contactStory', {
  type: ContactStoryType,
  description:
    'What happened with a contact, newest first: its calls with their changes and emails, forms, answers, deals, payments and notes. Entries about records that you cannot see, or whose scope the credential lacks, are left out: closers and setters see those of their own calls and sales. NOT_FOUND if the contact does not exist.',
  access,
  input: contactStoryInput,
  ownCost: storyCost,
  follows: ['contact', 'contactNotes', 'deals', 'eventCalls', 'transactions'],
  types: { kinds: ContactStoryKindEnum },
  read: readStory,
});

query('contactValue', {
  type: ContactValueType,
  description:
    'What a contact bought and paid. Owners and admins see all sales, closers and setters only those in which they are the closer. NOT_FOUND if the contact does not exist.',
  access,
  input: contactValueInput,
  follows: ['deals', 'transactions'],
  read: readValue,
});
