import {
  contactBoardInput,
  contactDetailInput,
  contactListInput,
  createContactInput,
  eraseContactInput,
  erasedContactRecord,
  updateContactInput,
} from '#src/domain/contacts/contact.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { readContactBoard } from '#src/services/contacts/contact-board.ts';
import {
  type CreatedContact,
  createContact,
  getContact,
  listContacts,
  updateContact,
} from '#src/services/contacts/contacts.ts';
import { eraseContact } from '#src/services/contacts/erase-contact.ts';
import { builder } from '../builder.ts';
import { dealTarget } from '../deals/types.ts';
import { eventCallTarget, OrderByEnum } from '../event-calls/types.ts';
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
} from './types.ts';

const { read, write } = recordPolicies.Contact;
const types = { status: ContactStatusEnum, utm: UtmInput };

query('contacts', {
  type: ContactPageType,
  description:
    'The contacts of the workspace, newest first unless orderColumn and orderBy say otherwise, a page at a time.',
  access: read,
  input: contactListInput,
  enums: { status: ContactStatusEnum, orderColumn: ContactOrderColumnEnum, orderBy: OrderByEnum },
  rest: { method: 'GET', path: '/contacts' },
  read: listContacts,
  addRelations: relationsOfPage('contacts', contactTarget),
});

query('contactBoard', {
  type: [ContactColumnType],
  description:
    'The contacts by their stage, which is the answer to the system field `contact-stage`: for each option in its order the first contacts, and last those without a stage. Filters are those of contacts.',
  access: read,
  input: contactBoardInput,
  enums: { status: ContactStatusEnum, orderColumn: ContactOrderColumnEnum, orderBy: OrderByEnum },
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

query('contact', {
  type: ContactType,
  description:
    'One contact, by exactly one of email, phoneNumber, contactId and previewId; NOT_FOUND if there is none.',
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
  description: 'A contact, and whether it is new.',
  fields: (t) => ({
    contact: t.expose('contact', { type: ContactType, description: 'The contact.' }),
    created: t.exposeBoolean('created', {
      description:
        'False when a contact with this e-mail or phone number was there already: it is the one that was updated.',
    }),
  }),
});

mutation('createContact', {
  type: CreateContactPayload,
  description:
    'Creates a contact. An e-mail that is in the workspace already updates that contact instead (200 instead of 201 in `/v1`); so does, where no e-mail is given, a known phone number: of several contacts that share it, the one that was changed last. Closers and setters give contacts to nobody but themselves; FORBIDDEN otherwise.',
  access: write,
  input: {
    schema: createContactInput,
    description: 'A new contact: an e-mail or a phone number is required.',
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
    'Changes a contact; NOT_FOUND if there is none of this id. Closers and setters give contacts to nobody but themselves; FORBIDDEN otherwise. Where the owner is not the one of expectedUserId, or a closer or setter who names none would take the contact of another member, userId has an error that names the present owner. A change to what is there already writes nothing.',
  access: write,
  input: {
    schema: updateContactInput,
    description: 'Changes to a contact. What is left out stays as it is; null clears a field.',
    types,
    argument: 'The changes.',
  },
  rest: { method: 'PUT', path: '/contacts', notFound: 'NOT_FOUND' },
  perform: updateContact,
});

const ErasedContactType = recordType('ErasedContact', erasedContactRecord, {
  description: 'A contact that was erased, and what it was taken from.',
});

mutation('eraseContact', {
  type: ErasedContactType,
  description:
    'Erases a contact for good, with its answers. Its calls stay with host, time, event and outcome, without name, e-mail, phone number, answers, notes, reasons and UTM, and upcoming ones are cancelled; its deals and transactions stay without it. What webhooks, the log of requests and Idempotency-Keys have stored of it is emptied. Owners and admins only, FORBIDDEN otherwise; NOT_FOUND if there is none of this id.',
  access: write,
  input: { schema: eraseContactInput, description: 'Which contact is erased.', argument: 'The contact.' },
  rest: { method: 'DELETE', path: '/contacts', notFound: 'NOT_FOUND' },
  perform: eraseContact,
});

addRelationFields(ContactType, {
  ownerMember: { one: memberTarget, description: 'The member who owns the contact.' },
  eventCalls: { many: eventCallTarget, description: 'The calls with them, newest first.' },
  deals: { many: dealTarget, description: 'What they bought, newest first.' },
  transactions: { many: transactionTarget, description: 'What they paid, newest first.' },
  customFieldAnswers: {
    many: contactAnswerTarget,
    relation: 'answers',
    isWhole: true,
    description: 'Answers to custom fields.',
  },
});
