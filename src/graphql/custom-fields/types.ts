import { customFieldParts } from '#src/db/reads/custom-fields.ts';
import {
  type CustomFieldConfiguration,
  type CustomFieldOption,
  type CustomFieldPage,
  type CustomFieldsByType,
  dateTypes,
  inputTypes,
  objectTypes,
} from '#src/domain/custom-fields/custom-field.ts';
import { builder, enumType } from '../builder.ts';
import { eventTarget } from '../events/types.ts';
import { nextCursor } from '../page-type.ts';
import { listThrough } from '../relations/relation-fields.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

export const ObjectTypeEnum = enumType(
  'CustomFieldObjectType',
  objectTypes,
  'What a custom field is about. Answers are stored for CONTACT and CALL.',
);

export const InputTypeEnum = enumType('CustomFieldInputType', inputTypes, 'How a custom field is answered.');

export const DateTypeEnum = enumType(
  'CustomFieldDateType',
  dateTypes,
  'Whether a DATE is a calendar day or an instant.',
);

const ConfigurationType = builder.objectRef<CustomFieldConfiguration>('CustomFieldConfiguration').implement({
  description: 'What an input type leaves open. Null is what is not said, or not said of this input type.',
  fields: (t) => ({
    min: t.exposeFloat('min', { nullable: true, description: 'Of a NUMBER: the minimum.' }),
    max: t.exposeFloat('max', { nullable: true, description: 'Of a NUMBER: the maximum.' }),
    step: t.exposeFloat('step', { nullable: true, description: 'Of a NUMBER: the distance between answers.' }),
    dateType: t.expose('dateType', { type: DateTypeEnum, nullable: true, description: 'Of a DATE: day or instant.' }),
    dateTimeFormat: t.exposeString('dateTimeFormat', { nullable: true, description: 'Of a DATE: how it is shown.' }),
    includedTime: t.exposeBoolean('includedTime', { nullable: true, description: 'Of a DATE: whether it has a time.' }),
    maxRating: t.exposeInt('maxRating', { nullable: true, description: 'Of a RATING: the best; 5 if null.' }),
    placeholder: t.exposeString('placeholder', { nullable: true, description: 'Shown while there is no answer.' }),
  }),
});

const OptionType = builder.objectRef<CustomFieldOption>('CustomFieldOption').implement({
  description: 'One of the options of a select. Answers hold its name, and follow when it is renamed.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Option id.' }),
    name: t.exposeString('name', { description: 'Name, unique in the field.' }),
    color: t.exposeString('color', { nullable: true, description: 'Color.' }),
    icon: t.exposeString('icon', { nullable: true, description: 'Icon.' }),
    displayIndex: t.exposeInt('displayIndex', { description: 'Its place.' }),
    isDefault: t.exposeBoolean('isDefault', { description: 'Whether it is chosen to begin with.' }),
    isArchived: t.exposeBoolean('isArchived', { description: 'Whether new answers with it are refused.' }),
    category: t.exposeString('category', { nullable: true, description: 'The group that it is shown in.' }),
    tooltip: t.exposeString('tooltip', { nullable: true, description: 'An explanation.' }),
  }),
});

export const CustomFieldType = builder.prismaObject('CustomField', {
  findUnique: byId,
  description: 'A field that a workspace has made for its contacts, calls, events, deals or users.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Custom field id; negative for an invitee question.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    identifier: t.exposeString('identifier', { description: 'Kebab-case, unique in workspace and type.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it is for.' }),
    type: t.expose('type', { type: ObjectTypeEnum, description: 'What it is about.' }),
    inputType: t.expose('inputType', { type: InputTypeEnum, description: 'How it is answered.' }),
    configuration: t.expose('configuration', { type: ConfigurationType, description: 'What the type leaves open.' }),
    options: t.expose('options', { type: [OptionType], description: 'Its options, archived ones among them.' }),
    hidden: t.exposeBoolean('hidden', { description: 'Whether the lists of visible fields leave it out.' }),
    isSystemField: t.exposeBoolean('isSystemField', { description: 'Whether every workspace has it from the start.' }),
    displayIndex: t.exposeInt('displayIndex', { description: 'Its place among the fields of its type.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    events: listThrough(t, eventTarget, {
      relation: 'askedBy',
      through: 'event',
      orderBy: [{ event: { name: 'asc' } }, { eventId: 'asc' }],
      embeddedFields: ['id', 'name', 'linkPrefix'],
      isWhole: true,
      description:
        'The events that ask for it, by name; null in a list that was not requested with includeRelation, unless more of the events is selected than id, name and linkPrefix.',
    }),
  }),
});

export const CustomFieldPageType = builder.objectRef<CustomFieldPage>('CustomFieldPage').implement({
  description: 'A page of custom fields.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'All fields that match.' }),
    data: t.expose('data', { type: [CustomFieldType], description: 'The fields of this page.' }),
    hasMore: t.exposeBoolean('hasMore', { description: 'Whether there is a page after this one.' }),
    nextPage: t.exposeInt('nextPage', { nullable: true, description: 'The number of the page after this one.' }),
    nextCursor: t.exposeString('nextCursor', nextCursor),
  }),
});

export const CustomFieldsByTypeType = builder.objectRef<CustomFieldsByType>('CustomFieldsByType').implement({
  description: 'A page of the custom fields of each type.',
  fields: (t) =>
    Object.fromEntries(
      objectTypes.map((type) => [
        type,
        t.expose(type, { type: CustomFieldPageType, description: `The fields of the type ${type}.` }),
      ]),
    ),
});

export const customFieldTarget: RelationTarget = {
  type: CustomFieldType,
  record: 'CustomField',
  model: 'customField',
  include: customFieldParts,
  orderBy: [{ type: 'asc' }, { displayIndex: 'asc' }, { id: 'asc' }],
};
