import { configurationInput } from '#src/domain/custom-fields/configuration.ts';
import type { CustomField, CustomFieldPage, CustomFieldsByType } from '#src/domain/custom-fields/custom-field.ts';
import {
  createCustomFieldInput,
  customFieldListInput,
  customFieldsByTypeInput,
  noInput,
  orderCustomFieldsInput,
  updateCustomFieldInput,
} from '#src/domain/custom-fields/input.ts';
import { newOptionInput, optionChangeInput } from '#src/domain/custom-fields/options.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import {
  createCustomField,
  orderCustomFields,
  updateCustomField,
} from '#src/services/custom-fields/change-custom-fields.ts';
import {
  getContactStage,
  listCustomFields,
  listCustomFieldsByType,
} from '#src/services/custom-fields/read-custom-fields.ts';
import { nestedTypeOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { eventTarget } from '../events/types.ts';
import type { LoadRelations } from '../relations/load-relations.ts';
import { addRelationFields } from '../relations/relation-fields.ts';
import { mutation, query, recordById, relationsOfRecord } from '../root-fields.ts';
import {
  CustomFieldPageType,
  CustomFieldsByTypeType,
  CustomFieldType,
  customFieldTarget,
  DateTypeEnum,
  InputTypeEnum,
  ObjectTypeEnum,
} from './types.ts';

const { read, write } = recordPolicies.CustomField;
const types = { objectType: ObjectTypeEnum, inputType: InputTypeEnum };

query('contactStage', {
  type: CustomFieldType,
  description: 'The system field whose options are the contact stages.',
  access: read,
  input: noInput,
  rest: { method: 'GET', path: '/fields/contact-stage', notFound: 'NOT_FOUND' },
  read: getContactStage,
  addRelations: relationsOfRecord(customFieldTarget),
});

query('customFields', {
  type: CustomFieldPageType,
  description: 'The custom fields of one object type, paginated, ordered by position.',
  access: read,
  input: customFieldListInput,
  types,
  rest: { method: 'GET', path: '/fields/objects', envelope: 'none' },
  read: listCustomFields,
  addRelations: (page, load) => pageWithRelations(page, [], load),
});

query('customFieldsByType', {
  type: CustomFieldsByTypeType,
  description: 'The custom fields of all object types, ordered by position, with the same page of each type.',
  access: read,
  input: customFieldsByTypeInput,
  types,
  rest: { method: 'GET', path: '/fields/objects/all' },
  read: listCustomFieldsByType,
  addRelations: async (pages, load) => {
    const entries: [string, CustomFieldPage][] = [];
    // Sequential, because the queries share the connection of the snapshot.
    for (const [type, page] of Object.entries(pages)) entries.push([type, await pageWithRelations(page, [type], load)]);
    return Object.fromEntries(entries) as CustomFieldsByType;
  },
});

/** Invitee questions are not stored, so they have no relations: their ids are negative. */
async function pageWithRelations(page: CustomFieldPage, path: string[], load: LoadRelations): Promise<CustomFieldPage> {
  const stored = page.data.filter(({ id }) => id > 0);
  const questions = page.data.filter(({ id }) => id < 0).map((field) => ({ ...field, askedBy: [] }));
  return { ...page, data: [...questions, ...(await load(stored, customFieldTarget, [...path, 'data']))] };
}

recordById('customField', customFieldTarget, {
  description: 'One custom field by id. NOT_FOUND if it does not exist.',
});

const commonTypes = {
  type: ObjectTypeEnum,
  inputType: InputTypeEnum,
  configuration: nestedTypeOf('CustomFieldConfigurationInput', configurationInput, {
    description: 'The settings of an input type. Null means that a setting is not set.',
    types: { dateType: DateTypeEnum },
  }),
};

mutation('createCustomField', {
  type: CustomFieldType,
  description:
    'Creates a custom field. Only for owners and admins; FORBIDDEN otherwise. If no identifier is given, one is made from the name, with a number appended if it is taken. A given identifier that is taken is an error.',
  access: write,
  input: {
    schema: createCustomFieldInput,
    description: 'A new custom field.',
    types: {
      ...commonTypes,
      options: nestedTypeOf('NewCustomFieldOptionInput', newOptionInput, { description: 'A new option.' }),
    },
    argument: 'The field.',
  },
  rest: { method: 'POST', path: '/fields', status: 201, idempotent: true },
  perform: createCustomField,
});

mutation('updateCustomField', {
  type: CustomFieldType,
  description:
    'Changes a custom field. NOT_FOUND if it does not exist. Only for owners and admins; FORBIDDEN otherwise. inputType and type cannot change once answers exist. identifier, type and inputType of a system field never change. A renamed option is also renamed in existing answers, and in the disqualification rules of events that name it.',
  access: write,
  changes: [
    'customFields',
    'customFieldsByType',
    'contactStage',
    'contacts',
    'contactBoard',
    'contact',
    'events',
    'event',
  ],
  input: {
    schema: updateCustomFieldInput,
    description: 'Changes to a custom field. Omitted fields stay as they are.',
    types: {
      ...commonTypes,
      options: nestedTypeOf('CustomFieldOptionChangeInput', optionChangeInput, {
        description: 'Changes to the option with this id, or a new option if there is no id.',
      }),
    },
    argument: 'The changes.',
  },
  rest: { method: 'PUT', path: '/fields', notFound: 'NOT_FOUND' },
  perform: updateCustomField,
});

const OrderedFieldsType = builder.objectRef<{ fields: CustomField[] }>('OrderCustomFieldsPayload').implement({
  description: 'Fields in their new order.',
  fields: (t) => ({ fields: t.expose('fields', { type: [CustomFieldType], description: 'The fields.' }) }),
});

mutation('orderCustomFields', {
  type: OrderedFieldsType,
  description:
    'Changes the order of the named fields of one type. If one is refused, none moves. Only for owners and admins; FORBIDDEN otherwise. NOT_FOUND if one of the fields does not exist or is of another type.',
  access: write,
  input: {
    schema: orderCustomFieldsInput,
    description: 'A new order of fields of one type.',
    types: { type: ObjectTypeEnum },
    argument: 'The order.',
  },
  perform: async (caller, input) => ({ fields: await orderCustomFields(caller, input) }),
});

addRelationFields(CustomFieldType, {
  askingEvents: {
    many: eventTarget,
    relation: 'askedBy',
    through: 'event',
    orderBy: [{ event: { name: 'asc' } }, { eventId: 'asc' }],
    description: 'The events whose booking form asks for the field, by name.',
  },
});
