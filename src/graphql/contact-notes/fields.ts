import {
  contactNoteListInput,
  createContactNoteInput,
  deleteContactNoteInput,
  updateContactNoteInput,
} from '#src/domain/contacts/note.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import {
  createContactNote,
  deleteContactNote,
  listContactNotes,
  updateContactNote,
} from '#src/services/contacts/notes.ts';
import { contactTarget } from '../contacts/types.ts';
import { eventCallTarget, OrderByEnum } from '../event-calls/types.ts';
import { memberTarget } from '../members/types.ts';
import { addRelationFields } from '../relations/relation-fields.ts';
import { mutation, query, recordById, relationsOfPage } from '../root-fields.ts';
import { ContactNoteOrderColumnEnum, ContactNotePageType, ContactNoteType, contactNoteTarget } from './types.ts';

const { read, write } = recordPolicies.ContactNote;

query('contactNotes', {
  type: ContactNotePageType,
  description:
    'Notes about contacts, paginated, newest first by default. Every member sees all notes of the workspace.',
  access: read,
  input: contactNoteListInput,
  types: { orderColumn: ContactNoteOrderColumnEnum, orderBy: OrderByEnum },
  rest: { method: 'GET', path: '/contacts/notes' },
  read: listContactNotes,
  addRelations: relationsOfPage('notes', contactNoteTarget),
});

recordById('contactNote', contactNoteTarget, {
  description: 'One note by id. NOT_FOUND if it does not exist.',
});

mutation('createContactNote', {
  type: ContactNoteType,
  description:
    'Creates a note about a contact, of which the caller is the author. A contact can have at most 1,000 notes. NOT_FOUND if the contact or the call does not exist in the workspace, or you cannot see the call.',
  access: write,
  changes: ['contactNotes', 'contact'],
  input: { schema: createContactNoteInput, description: 'A new note.', argument: 'The note.' },
  rest: { method: 'POST', path: '/contacts/notes', status: 201, idempotent: true, notFound: 'NOT_FOUND' },
  perform: createContactNote,
});

mutation('updateContactNote', {
  type: ContactNoteType,
  description:
    'Changes a note. Only its author can; FORBIDDEN otherwise. NOT_FOUND if the note or the call does not exist. If nothing differs, `updatedAt` does not change.',
  access: write,
  input: {
    schema: updateContactNoteInput,
    description: 'Changes to a note. Omitted fields stay as they are; null clears the call.',
    argument: 'The changes.',
  },
  rest: { method: 'PUT', path: '/contacts/notes', notFound: 'NOT_FOUND' },
  perform: updateContactNote,
});

mutation('deleteContactNote', {
  type: ContactNoteType,
  description:
    'Deletes a note, and returns its last state. Only its author, owners and admins can; FORBIDDEN otherwise. NOT_FOUND if it does not exist.',
  access: write,
  changes: ['contactNotes', 'contact'],
  input: { schema: deleteContactNoteInput, description: 'The note to delete.', argument: 'The note.' },
  rest: { method: 'DELETE', path: '/contacts/notes', notFound: 'NOT_FOUND' },
  perform: deleteContactNote,
  deletes: contactNoteTarget,
});

addRelationFields(ContactNoteType, {
  contact: { one: contactTarget, description: 'The contact that the note is about.' },
  author: { one: memberTarget, description: 'The member who wrote the note.' },
  eventCall: {
    one: eventCallTarget,
    description: 'The call that the note is about; null if there is none or you cannot see it.',
  },
});
