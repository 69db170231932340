import {
  contactMergeRecord,
  mergeableFields,
  mergeContactsInput,
  mergesOfContactInput,
  possibleDuplicatesInput,
  undoMergeContactsInput,
} from '#src/domain/contacts/merge.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { listMerges, listPossibleDuplicates, mergeContacts } from '#src/services/contacts/merge-contacts.ts';
import { undoMergeContacts } from '#src/services/contacts/undo-merge.ts';
import { enumType } from '../builder.ts';
import { recordType } from '../record-types.ts';
import { mutation, query } from '../root-fields.ts';
import { ContactType, contactTarget } from './types.ts';

const { read, write } = recordPolicies.Contact;

const MergeableFieldEnum = enumType(
  'MergeableField',
  mergeableFields,
  'The fields of a contact of which a merge takes one value.',
);

const ContactMergeType = recordType('ContactMerge', contactMergeRecord, {
  description: 'A contact that was merged into another one, with the number of records that moved.',
});

/** The records that a merge and its undo change. */
const changes = [
  'contacts',
  'contactBoard',
  'contact',
  'contactMerges',
  'contactNotes',
  'eventCalls',
  'deals',
  'transactions',
];

query('contactMerges', {
  type: [ContactMergeType],
  description:
    'The merges into a contact that can still be undone, at most 20, latest first. Empty for closers and setters, who do not merge contacts.',
  access: read,
  input: mergesOfContactInput,
  assumedLength: 20,
  read: listMerges,
});

query('possibleDuplicates', {
  type: [ContactType],
  description:
    'At most five contacts that may be the same person as a contact: with one of its phone numbers, with its name in any letter case, or with its email at another domain.',
  access: read,
  input: possibleDuplicatesInput,
  assumedLength: 5,
  follows: ['contacts'],
  read: listPossibleDuplicates,
  addRelations: (contacts, load) => load(contacts, contactTarget, []),
});

mutation('mergeContacts', {
  type: ContactMergeType,
  description:
    'Merges a contact into another one. Its calls, deals, transactions, notes and answers move to the kept contact, and its ids, its email addresses and its phone numbers lead there. It can be undone for an hour. Only for owners and admins; FORBIDDEN otherwise. NOT_FOUND if one of the contacts does not exist.',
  access: write,
  changes,
  input: {
    schema: mergeContactsInput,
    description: 'Two contacts of one person.',
    types: { fields: MergeableFieldEnum },
    argument: 'The contacts.',
  },
  rest: { method: 'POST', path: '/contacts/merge', idempotent: true, notFound: 'NOT_FOUND' },
  perform: mergeContacts,
});

mutation('undoMergeContacts', {
  type: ContactType,
  description:
    'Undoes a merge within an hour, and returns the contact that exists again. What has come since stays with the kept contact, unless it belongs to a record that goes back. If something that would be restored was changed since, nothing is changed, and mergedContactId has an error that names it. Only for owners and admins; FORBIDDEN otherwise. NOT_FOUND if there is no such merge.',
  access: write,
  changes,
  input: { schema: undoMergeContactsInput, description: 'A merge.', argument: 'The merge.' },
  rest: { method: 'POST', path: '/contacts/undoMerge', idempotent: true, notFound: 'NOT_FOUND' },
  perform: undoMergeContacts,
});
