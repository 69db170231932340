import { z } from 'zod';
import { email, enumeration, exactlyOne, id, idList, limit, list, page, text } from '#src/domain/input.ts';
import { contactStatuses } from './contact.ts';

export const contactListInput = z.object({
  page: page().describe('Page number, from 0.'),
  limit: limit().describe('Contacts a page, 1 to 100.'),
  search: text(200)
    .optional()
    .describe('Free text: each word must occur in the name, e-mail or phone number; letter case does not matter.'),
  status: list(enumeration(contactStatuses)).optional().describe('Statuses.'),
  userIds: idList().optional().describe('User ids of owners.'),
});

export type ContactListInput = z.output<typeof contactListInput>;

export const contactDetailInput = z
  .object({
    email: email().optional().describe('E-mail address; letter case does not matter.'),
    contactId: id().optional().describe('Contact id.'),
  })
  .refine(exactlyOne('email', 'contactId'), 'Exactly one of email and contactId is required');

export type ContactDetailInput = z.output<typeof contactDetailInput>;
