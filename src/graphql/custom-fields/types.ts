import { customFieldParts } from '#src/db/reads/custom-fields.ts';
import {
  type CustomFieldsByType,
  customFieldConfigurationRecord,
  customFieldOptionRecord,
  customFieldPageRecord,
  customFieldRecord,
  dateTypes,
  inputTypes,
  objectTypes,
} from '#src/domain/custom-fields/custom-field.ts';
import {
  customFieldEventRecord,
  customFieldOptionUsageRecord,
  customFieldUsageRecord,
  unusedField,
} from '#src/domain/custom-fields/usage.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { usageOfCustomFields } from '#src/services/custom-fields/read-custom-fields.ts';
import { batched } from '../batches.ts';
import { builder, enumType, registerType } from '../builder.ts';
import { eventTarget } from '../events/types.ts';
import { nextCursor } from '../page-type.ts';
import { recordFields, recordType } from '../record-types.ts';
import { listThrough } from '../relations/relation-fields.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';
import type { RestFields } from '../rest-endpoint.ts';

export const ObjectTypeEnum = enumType(
  'CustomFieldObjectType',
  objectTypes,
  'The type of record that a custom field belongs to.',
);

export const InputTypeEnum = enumType(
  'CustomFieldInputType',
  inputTypes,
  'The input type of a custom field: how it is answered.',
);

export const DateTypeEnum = enumType(
  'CustomFieldDateType',
  dateTypes,
  'The kind of a DATE: a calendar day or an instant.',
);

recordType('CustomFieldConfiguration', customFieldConfigurationRecord, {
  description:
    'The settings of an input type. Null means that a setting is not set, or does not apply to the input type.',
});

recordType('CustomFieldOption', customFieldOptionRecord, {
  description: 'An option of a custom field. Answers contain its name and follow when it is renamed.',
});

recordType('CustomFieldEvent', customFieldEventRecord, { description: 'An event that uses a custom field.' });

recordType('CustomFieldOptionUsage', customFieldOptionUsageRecord, {
  description: 'The current use of an option of a custom field.',
});

const CustomFieldUsageType = recordType('CustomFieldUsage', customFieldUsageRecord, {
  description: 'The current use of a custom field: what a change of the field affects.',
});

/** One statement reads the usage of all fields of a page. */
const usageOf = batched(usageOfCustomFields);

/** The document cost of the usage of one field, which counts its answers. The web application reads pages of 80. */
const usageCost = 5;

export const CustomFieldType = builder.prismaObject('CustomField', {
  findUnique: byId,
  description: 'A field that a workspace has added to its contacts, calls, events, deals or users.',
  fields: (t) =>
    recordFields(t, customFieldRecord, {
      events: listThrough(t, eventTarget, {
        relation: 'askedBy',
        through: 'event',
        orderBy: [{ event: { name: 'asc' } }, { eventId: 'asc' }],
        embeddedFields: ['id', 'name', 'linkPrefix'],
        isWhole: true,
        description:
          'The events that ask for the field, by name. In a list without includeRelation, null unless other fields of the events than id, name and linkPrefix are selected.',
      }),
      usage: t.field({
        type: CustomFieldUsageType,
        nullable: true,
        description:
          'Current use of the field. Needs `fields:write`, and only for owners and admins; otherwise null with INSUFFICIENT_SCOPE or FORBIDDEN.',
        authScopes: { $all: recordPolicies.CustomField.write },
        extensions: { ownCost: usageCost, restFields: [] satisfies RestFields['restFields'] },
        resolve: async ({ id }, _args, context) => (await usageOf(context, id)) ?? unusedField,
      }),
    }),
});
registerType(customFieldRecord, CustomFieldType);

export const CustomFieldPageType = recordType('CustomFieldPage', customFieldPageRecord, {
  description: 'A page of custom fields.',
  others: (t) => ({
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
