import { contactOfRow } from '#src/db/reads/contacts.ts';
import type { Noun } from '../browsing/noun.ts';
import { ContactType } from './types.ts';

export const contactNoun: Noun<Parameters<typeof contactOfRow>[0]> = {
  type: ContactType,
  model: 'contact',
  access: { scope: 'contacts:read' },
  recordOf: contactOfRow,
  orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
};
