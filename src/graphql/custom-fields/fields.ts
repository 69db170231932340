import { configurationInput } from '#src/domain/custom-fields/configuration.ts';
import type { CustomFieldPage, CustomFieldsByType } from '#src/domain/custom-fields/custom-field.ts';
import {
  createCustomFieldInput,
  customFieldListInput,
  customFieldsByTypeInput,
  noInput,
  updateCustomFieldInput,
} from '#src/domain/custom-fields/input.ts';
import { newOptionInput, optionChangeInput } from '#src/domain/custom-fields/options.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { createCustomField, updateCustomField } from '#src/services/custom-fields/change-custom-fields.ts';
import {
  getContactStage,
  listCustomFields,
  listCustomFieldsByType,
} from '#src/services/custom-fields/read-custom-fields.ts';
import { nestedTypeOf } from '../arguments.ts';
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
const enums = { objectType: ObjectTypeEnum, inputType: InputTypeEnum };

query('contactStage', {
  type: CustomFieldType,
  description: 'The system field whose options are the stages of contacts.',
  access: read,
  input: noInput,
  rest: { method: 'GET', path: '/fields/contact-stage', notFound: 'NOT_FOUND' },
  read: getContactStage,
  addRelations: relationsOfRecord(customFieldTarget),
});

query('customFields', {
  type: CustomFieldPageType,
  description: 'The custom fields of one object type, by their place, a page at a time.',
  access: read,
  input: customFieldListInput,
  enums,
  rest: { method: 'GET', path: '/fields/objects', envelope: 'none' },
  read: listCustomFields,
  addRelations: (page, load) => pageWithRelations(page, [], load),
});

query('customFieldsByType', {
  type: CustomFieldsByTypeType,
  description: 'The custom fields of all object types, by their place, the same page of each.',
  access: read,
  input: customFieldsByTypeInput,
  enums,
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

recordById('customField', customFieldTarget, { description: 'One custom field; NOT_FOUND if there is none.' });

const commonTypes = {
  type: ObjectTypeEnum,
  inputType: InputTypeEnum,
  configuration: nestedTypeOf('CustomFieldConfigurationInput', configurationInput, {
    description: 'What an input type leaves open; null is the same as nothing.',
    types: { dateType: DateTypeEnum },
  }),
};

mutation('createCustomField', {
  type: CustomFieldType,
  description:
    'Creates a custom field. Only an owner or admin does so; FORBIDDEN for others. Without an identifier in the input, one is made from the name, with a number if it is taken; an identifier in the input that is taken is refused.',
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
    'Changes a custom field; NOT_FOUND if there is none of this id. Only an owner or admin does so; FORBIDDEN for others. inputType and type cannot change once answers exist. Of a system field, identifier, type and inputType never change. A renamed option is renamed in the answers that have it.',
  access: write,
  input: {
    schema: updateCustomFieldInput,
    description: 'Changes to a custom field. What is left out stays as it is.',
    types: {
      ...commonTypes,
      options: nestedTypeOf('CustomFieldOptionChangeInput', optionChangeInput, {
        description: 'Changes to the option with this id, or a new option where there is no id.',
      }),
    },
    argument: 'The changes.',
  },
  rest: { method: 'PUT', path: '/fields', notFound: 'NOT_FOUND' },
  perform: updateCustomField,
});

addRelationFields(CustomFieldType, {
  askingEvents: {
    many: eventTarget,
    relation: 'askedBy',
    through: 'event',
    orderBy: [{ event: { name: 'asc' } }, { eventId: 'asc' }],
    description: 'The events that ask for it when they are booked, by name.',
  },
});
