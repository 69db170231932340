import { contactNoteOrderColumns, contactNoteRecord } from '#src/domain/contacts/note.ts';
import { builder, enumType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { recordFields } from '../record-types.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

export const ContactNoteOrderColumnEnum = enumType(
  'ContactNoteOrderColumn',
  contactNoteOrderColumns,
  'The columns that notes can be sorted by.',
);

export const ContactNoteType = builder.prismaObject('ContactNote', {
  findUnique: byId,
  description: 'A note about a contact.',
  fields: (t) => recordFields(t, contactNoteRecord),
});

export const ContactNotePageType = pageType('notes', ContactNoteType, {
  of: 'notes',
  count: 'Total number of matching notes.',
});

export const contactNoteTarget: RelationTarget = {
  type: ContactNoteType,
  record: 'ContactNote',
  model: 'contactNote',
  orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
};
