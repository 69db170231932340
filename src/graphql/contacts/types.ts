import { contactAnswerOfRow, contactAnswerParts } from '#src/db/reads/contacts.ts';
import {
  type ContactAnswer,
  contactAnswerRecord,
  contactRecord,
  contactStatuses,
} from '#src/domain/contacts/contact.ts';
import { contactOrderColumns, type StageValue } from '#src/domain/contacts/contact-lists.ts';
import { leadSets } from '#src/domain/contacts/lead-sets.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import type { ContactColumn, StageValues } from '#src/services/contacts/contact-board.ts';
import { builder, enumType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { recordFields } from '../record-types.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

export const ContactOrderColumnEnum = enumType(
  'ContactOrderColumn',
  contactOrderColumns,
  'The columns that contacts can be sorted by.',
);

export const LeadSetEnum = enumType('LeadSet', leadSets, 'The contacts that a number of leadNumbers counts.');
export const ContactStatusEnum = enumType('ContactStatus', contactStatuses, 'The status of a contact.');

export const ContactType = builder.prismaObject('Contact', {
  findUnique: byId,
  description: 'A contact: a person that the team talks to.',
  fields: (t) => recordFields(t, contactRecord),
});

export const contactAnswerTarget = answerTarget('ContactAnswer', "A contact's answer to a custom field.");

/** The answers of records of one type. Everyone who may read the record may read its answers. */
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
    fields: (t) => recordFields(t, contactAnswerRecord),
  });
}

export const ContactPageType = pageType('contacts', ContactType, {
  of: 'contacts',
  count: 'Total number of matching contacts.',
});

const StageValueType = builder.objectRef<StageValue>('StageValue').implement({
  description: 'What the deals of the contacts of a stage are worth in one currency.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'Currency as an ISO 4217 code.' }),
    dealCount: t.exposeInt('dealCount', { description: 'Number of deals.' }),
    value: t.expose('value', { type: 'Decimal', description: 'The sum of their values.' }),
  }),
});

export const StageValuesType = builder.objectRef<StageValues>('StageValues').implement({
  description: 'What the deals of the contacts of one stage are worth, and of no stage where optionId is null.',
  fields: (t) => ({
    optionId: t.exposeInt('optionId', { nullable: true, description: 'Id of the option of the system field.' }),
    values: t.expose('values', {
      type: [StageValueType],
      nullable: true,
      description:
        'What the visible deals are worth, by currency: the largest value first. Null with INSUFFICIENT_SCOPE without `deals:read`.',
      authScopes: recordPolicies.Deal.read,
    }),
  }),
});

export const ContactColumnType = builder.objectRef<ContactColumn>('ContactColumn').implement({
  description: 'The contacts of one stage, and of no stage where optionId is null.',
  fields: (t) => ({
    optionId: t.exposeInt('optionId', { nullable: true, description: 'Id of the option of the system field.' }),
    name: t.exposeString('name', { nullable: true, description: 'Name of the stage.' }),
    isArchived: t.exposeBoolean('isArchived', { description: 'Whether contacts are no longer moved to the stage.' }),
    contacts: t.expose('contacts', { type: [ContactType], description: 'The first contacts of the stage.' }),
    count: t.exposeInt('count', { description: 'All contacts of the stage that match.' }),
    nextCursor: t.exposeString('nextCursor', {
      nullable: true,
      description:
        'The `cursor` of the field contacts for those that follow, with the same filters and optionIds or unansweredFieldIds; null at the end.',
    }),
  }),
});

export const contactTarget: RelationTarget = {
  type: ContactType,
  record: 'Contact',
  model: 'contact',
  orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
};
