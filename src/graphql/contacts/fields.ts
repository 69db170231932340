import {
  contactDetailInput,
  createContactInput,
  eraseContactInput,
  erasedContactRecord,
  updateContactInput,
} from '#src/domain/contacts/contact.ts';
import { contactBoardInput, contactBoardValuesInput, contactListInput } from '#src/domain/contacts/contact-lists.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { readContactBoard, readContactBoardValues } from '#src/services/contacts/contact-board.ts';
import {
  type CreatedContact,
  createContact,
  getContact,
  listContacts,
  updateContact,
} from '#src/services/contacts/contacts.ts';
import { eraseContact } from '#src/services/contacts/erase-contact.ts';
import { builder } from '../builder.ts';
import { contactNoteTarget } from '../contact-notes/types.ts';
import { dealTarget } from '../deals/types.ts';
import { CallTypeEnum, eventCallTarget, OrderByEnum } from '../event-calls/types.ts';
import { memberTarget } from '../members/types.ts';
import { recordType } from '../record-types.ts';
import { addRelationFields } from '../relations/relation-fields.ts';
import { mutation, query, relationsOfPage, relationsOfRecord } from '../root-fields.ts';
import { transactionTarget } from '../transactions/types.ts';
import { UtmInput } from '../utm.ts';
import {
  ContactColumnType,
  ContactOrderColumnEnum,
  ContactPageType,
  ContactStatusEnum,
  ContactType,
  contactAnswerTarget,
  contactTarget,
  LeadSetEnum,
  StageValuesType,
} from './types.ts';

const { read, write } = recordPolicies.Contact;
const types = { status: ContactStatusEnum, utm: UtmInput };

query('contacts', {
  type: ContactPageType,
  description: 'The contacts of the workspace, paginated, newest first by default.',
  access: read,
  input: contactListInput,
  types: {
    status: ContactStatusEnum,
    callTypes: CallTypeEnum,
    counted: LeadSetEnum,
    orderColumn: ContactOrderColumnEnum,
    orderBy: OrderByEnum,
  },
  rest: { method: 'GET', path: '/contacts' },
  read: listContacts,
  addRelations: relationsOfPage('contacts', contactTarget),
});

/** A statement for each stage, of which a workspace has dozens, and hundreds at most. */
const boardCost = 200;

/** It reads every deal of the contacts that match. */
const valuesCost = 20;

query('contactBoard', {
  type: [ContactColumnType],
  description:
    'The contacts by their stage, which is the answer to the system field `contact-stage`: for each option in its order the first contacts, and last those without a stage. Empty if the workspace does not have the field. Filters are those of contacts.',
  access: read,
  input: contactBoardInput,
  ownCost: boardCost,
  types: { status: ContactStatusEnum, orderColumn: ContactOrderColumnEnum, orderBy: OrderByEnum },
  read: readContactBoard,
  addRelations: async (columns, load) => {
    const loaded = await load(
      columns.flatMap(({ contacts }) => contacts),
      contactTarget,
      ['contacts'],
    );
    const byId = new Map(loaded.map((contact) => [contact.id, contact]));
    return columns.map((column) => ({
      ...column,
      contacts: column.contacts.flatMap(({ id }) => byId.get(id) ?? []),
    }));
  },
});

query('contactBoardValues', {
  type: [StageValuesType],
  description:
    'What the visible deals of all matching contacts of each column of contactBoard are worth. Stages whose contacts have no deals are left out. Filters are those of contactBoard.',
  access: read,
  input: contactBoardValuesInput,
  ownCost: valuesCost,
  types: { status: ContactStatusEnum },
  follows: ['contactBoard', 'deals'],
  read: readContactBoardValues,
});

query('contact', {
  type: ContactType,
  description:
    'One contact by exactly one of email, phoneNumber, contactId and previewId. NOT_FOUND if it does not exist.',
  access: read,
  input: contactDetailInput,
  rest: {
    method: 'GET',
    path: '/contacts/detail',
    notFound: 'NOT_FOUND',
    includes: ['customFieldAnswers'],
    readsIncluded: true,
  },
  read: getContact,
  addRelations: relationsOfRecord(contactTarget),
});

const CreateContactPayload = builder.objectRef<CreatedContact>('CreateContactPayload').implement({
  description: 'A contact, and whether it was created.',
  fields: (t) => ({
    contact: t.expose('contact', { type: ContactType, description: 'The contact.' }),
    created: t.exposeBoolean('created', {
      description:
        'True if the contact was created, false if an existing contact with this email or phone number was updated.',
    }),
  }),
});

mutation('createContact', {
  type: CreateContactPayload,
  description:
    'Creates a contact. If a contact with this email already exists in the workspace, that contact is updated instead (200 instead of 201 in `/v1`). Without an email, a known phone number does the same; if several contacts share it, the most recently changed one is updated. Closers and setters can only assign contacts to themselves; FORBIDDEN otherwise.',
  access: write,
  changes: ['contacts', 'contactBoard', 'contact'],
  input: {
    schema: createContactInput,
    description: 'A new contact. An email or a phone number is required.',
    types,
    argument: 'The contact.',
  },
  rest: {
    method: 'POST',
    path: '/contacts',
    status: 201,
    idempotent: true,
    respond: (value) => {
      const { contact, created } = value as CreatedContact;
      return { status: created ? 201 : 200, data: contact };
    },
  },
  perform: createContact,
});

mutation('updateContact', {
  type: ContactType,
  description:
    "Changes a contact. NOT_FOUND if it does not exist. Closers and setters can only assign contacts to themselves; FORBIDDEN otherwise. If the owner differs from expectedUserId, or a closer or setter would take over another member's contact without expectedUserId, userId has an error that names the current owner. The same holds for setterId with expectedSetterId. If nothing differs, nothing is written.",
  access: write,
  input: {
    schema: updateContactInput,
    description: 'Changes to a contact. Omitted fields stay as they are; null clears a field.',
    types,
    argument: 'The changes.',
  },
  rest: { method: 'PUT', path: '/contacts', notFound: 'NOT_FOUND' },
  perform: updateContact,
});

const ErasedContactType = recordType('ErasedContact', erasedContactRecord, {
  description: 'The result of erasing a contact, with the number of affected records.',
});

mutation('eraseContact', {
  type: ErasedContactType,
  description:
    'Permanently erases a contact with its answers and notes. Its calls keep their host, time, event and outcome, but lose the name, email, phone number, answers, notes, reasons and UTM parameters; upcoming calls are cancelled. Its deals and transactions stay without the contact. Copies in stored webhook events, the request log and Idempotency-Key responses are emptied. Only for owners and admins; FORBIDDEN otherwise. NOT_FOUND if it does not exist.',
  access: write,
  changes: ['contacts', 'contactBoard', 'contact', 'eventCalls'],
  input: { schema: eraseContactInput, description: 'The contact to erase.', argument: 'The contact.' },
  rest: { method: 'DELETE', path: '/contacts', notFound: 'NOT_FOUND' },
  perform: eraseContact,
});

addRelationFields(ContactType, {
  ownerMember: { one: memberTarget, description: 'The member who owns the contact.' },
  setter: { one: memberTarget, description: 'The member who books calls with the contact.' },
  eventCalls: { many: eventCallTarget, description: "The contact's calls, newest first." },
  notes: { many: contactNoteTarget, description: 'Notes about the contact, newest first.' },
  deals: { many: dealTarget, description: "The contact's deals, newest first." },
  transactions: { many: transactionTarget, description: "The contact's transactions, newest first." },
  customFieldAnswers: {
    many: contactAnswerTarget,
    relation: 'answers',
    isWhole: true,
    description: 'Answers to custom fields.',
  },
});
