import { contactDetailInput, contactListInput } from '#src/domain/contacts/contact.ts';
import { getContact, listContacts } from '#src/services/contacts.ts';
import { argumentsOf } from '../arguments.ts';
import { pageWithRelations, recordWithRelations } from '../browsing/with-relations.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { restEndpoint } from '../rest-endpoint.ts';
import { parsed, withoutNulls } from '../validation.ts';
import { contactNoun } from './noun.ts';
import { ContactDetailType, ContactPageType, ContactStatusEnum } from './types.ts';

builder.queryField('contacts', (t) =>
  t.field({
    type: ContactPageType,
    description: 'The contacts of the workspace, newest first, a page at a time.',
    authScopes: { scope: 'contacts:read' },
    extensions: restEndpoint({ method: 'GET', path: '/contacts', scope: 'contacts:read', input: contactListInput }),
    args: t.validate(
      argumentsOf(t.arg, contactListInput, { status: ContactStatusEnum }),
      withoutNulls(contactListInput),
    ),
    resolve: async (_root, args, context, info) =>
      pageWithRelations(
        await listContacts(caller(context), parsed(contactListInput, args)),
        'contacts',
        contactNoun,
        context,
        info,
      ),
  }),
);

builder.queryField('contact', (t) =>
  t.field({
    type: ContactDetailType,
    description:
      'One contact with its custom field answers, by exactly one of email and contactId; NOT_FOUND if there is none.',
    authScopes: { scope: 'contacts:read' },
    extensions: restEndpoint({
      method: 'GET',
      path: '/contacts/detail',
      scope: 'contacts:read',
      input: contactDetailInput,
      notFound: 'NOT_FOUND',
    }),
    args: t.validate(argumentsOf(t.arg, contactDetailInput), withoutNulls(contactDetailInput)),
    resolve: async (_root, args, context, info) =>
      recordWithRelations(
        await getContact(caller(context), parsed(contactDetailInput, args)),
        contactNoun,
        context,
        info,
      ),
  }),
);
