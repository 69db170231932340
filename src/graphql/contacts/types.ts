import { contactAnswerOfRow, contactAnswerParts } from '#src/db/reads/contacts.ts';
import { type ContactAnswer, contactOrderColumns, contactStatuses } from '#src/domain/contacts/contact.ts';
import { builder, enumType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';
import { UtmType } from '../utm.ts';

export const ContactOrderColumnEnum = enumType(
  'ContactOrderColumn',
  contactOrderColumns,
  'What contacts can be sorted by.',
);

export const ContactStatusEnum = enumType('ContactStatus', contactStatuses, 'The status of a contact.');

export const ContactType = builder.prismaObject('Contact', {
  findUnique: byId,
  description: 'A person whom the team talks to.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Contact id.' }),
    previewId: t.exposeString('previewId', { description: 'Public id, `contact_…`.' }),
    firstName: t.exposeString('firstName', { nullable: true, description: 'First name.' }),
    lastName: t.exposeString('lastName', { nullable: true, description: 'Last name.' }),
    email: t.exposeString('email', { nullable: true, description: 'E-mail address.' }),
    phoneNumber: t.exposeString('phoneNumber', { nullable: true, description: 'Phone number, E.164.' }),
    status: t.expose('status', { type: ContactStatusEnum, description: 'Status.' }),
    tag: t.exposeString('tag', { nullable: true, description: 'Tag.' }),
    timeZone: t.exposeString('timeZone', { nullable: true, description: 'IANA time zone.' }),
    country: t.exposeString('country', { nullable: true, description: 'ISO 3166-1 alpha-2 code.' }),
    userId: t.exposeInt('userId', { nullable: true, description: 'User id of the owner.' }),
    utm: t.expose('utm', { type: [UtmType], description: 'Campaign parameters.' }),
    joinedTime: t.expose('joinedTime', { type: 'DateTime', description: 'When the contact was first heard of.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was entered.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

export const contactAnswerTarget = answerTarget('ContactAnswer', "A contact's answer to a custom field.");

/** The answers of records of one type, which whoever reads the record may read. */
export function answerTarget(
  record: 'ContactAnswer' | 'DealAnswer' | 'EventAnswer' | 'MemberAnswer',
  description: string,
): RelationTarget<Parameters<typeof contactAnswerOfRow>[0]> {
  return {
    type: answerType(record, description),
    record,
    model: 'customFieldAnswer',
    include: contactAnswerParts,
    toRecord: contactAnswerOfRow,
    orderBy: [{ customField: { displayIndex: 'asc' } }, { customFieldId: 'asc' }],
  };
}

function answerType(name: string, description: string) {
  return builder.objectRef<ContactAnswer>(name).implement({
    description,
    fields: (t) => ({
      customFieldId: t.exposeInt('customFieldId', { description: 'Custom field id.' }),
      identifier: t.exposeString('identifier', { description: 'Custom field identifier.' }),
      name: t.exposeString('name', { description: 'Custom field name.' }),
      inputType: t.exposeString('inputType', { description: 'Custom field input type.' }),
      answer: t.exposeStringList('answer', { description: 'The answer; one item for single-valued fields.' }),
      optionIds: t.exposeIntList('optionIds', {
        description: 'Ids of the options in the answer, in its order; none for a field without options.',
      }),
    }),
  });
}

export const ContactPageType = pageType('contacts', ContactType, { of: 'contacts', count: 'All contacts that match.' });

export const contactTarget: RelationTarget = {
  type: ContactType,
  record: 'Contact',
  model: 'contact',
  orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
};
