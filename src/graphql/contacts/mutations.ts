import {
  type CreateContactInput,
  createContactInput,
  type UpdateContactInput,
  updateContactInput,
} from '#src/domain/contacts/contact.ts';
import { type CreatedContact, createContact, updateContact } from '#src/services/contacts.ts';
import { inputTypeOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { restEndpoint } from '../rest-endpoint.ts';
import { UtmInput } from '../utm.ts';
import { ContactStatusEnum, ContactType } from './types.ts';

const types = { status: ContactStatusEnum, utm: UtmInput };

const CreateContactInputType = inputTypeOf<CreateContactInput>('CreateContactInput', createContactInput, {
  description: 'A new contact: an e-mail or a phone number is required.',
  types,
});

const UpdateContactInputType = inputTypeOf<UpdateContactInput>('UpdateContactInput', updateContactInput, {
  description: 'Changes to a contact. What is left out stays as it is; null clears a field.',
  types,
});

const CreateContactPayload = builder.objectRef<CreatedContact>('CreateContactPayload').implement({
  description: 'A contact, and whether it is new.',
  fields: (t) => ({
    contact: t.expose('contact', { type: ContactType, description: 'The contact.' }),
    created: t.exposeBoolean('created', {
      description: 'False when a contact with this e-mail was there already and has been updated.',
    }),
  }),
});

builder.mutationField('createContact', (t) =>
  t.field({
    type: CreateContactPayload,
    description:
      'Creates a contact. An e-mail that is in the workspace already updates that contact instead (200 instead of 201 in `/v1`).',
    authScopes: { scope: 'contacts:write' },
    extensions: restEndpoint({
      method: 'POST',
      path: '/contacts',
      status: 201,
      scope: 'contacts:write',
      input: createContactInput,
      idempotent: true,
      respond: (value) => {
        const { contact, created } = value as CreatedContact;
        return { status: created ? 201 : 200, data: contact };
      },
    }),
    args: { input: t.arg({ type: CreateContactInputType, required: true, description: 'The contact.' }) },
    resolve: (_root, { input }, context) => createContact(caller(context), input),
  }),
);

builder.mutationField('updateContact', (t) =>
  t.field({
    type: ContactType,
    description: 'Changes a contact; NOT_FOUND if there is none of this id.',
    authScopes: { scope: 'contacts:write' },
    extensions: restEndpoint({
      method: 'PUT',
      path: '/contacts',
      scope: 'contacts:write',
      input: updateContactInput,
      notFound: 'NOT_FOUND',
    }),
    args: { input: t.arg({ type: UpdateContactInputType, required: true, description: 'The changes.' }) },
    resolve: (_root, { input }, context) => updateContact(caller(context), input),
  }),
);
