import { customFieldListInput, customFieldsByTypeInput, noInput } from '#src/domain/custom-fields/input.ts';
import {
  getContactStage,
  listCustomFields,
  listCustomFieldsByType,
} from '#src/services/custom-fields/read-custom-fields.ts';
import { argumentsOf } from '../arguments.ts';
import { recordWithRelations } from '../browsing/with-relations.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { restEndpoint } from '../rest-endpoint.ts';
import { parsed, withoutNulls } from '../validation.ts';
import { customFieldNoun } from './noun.ts';
import {
  CustomFieldPageType,
  CustomFieldsByTypeType,
  CustomFieldType,
  InputTypeEnum,
  ObjectTypeEnum,
} from './types.ts';
import { fieldPagesWithRelations, fieldPageWithRelations } from './with-relations.ts';

const enums = { objectType: ObjectTypeEnum, inputType: InputTypeEnum };

builder.queryField('contactStage', (t) =>
  t.field({
    type: CustomFieldType,
    description: 'The system field whose options are the stages in which contacts stand.',
    authScopes: { scope: 'fields:read' },
    extensions: restEndpoint({
      method: 'GET',
      path: '/fields/contact-stage',
      scope: 'fields:read',
      input: noInput,
      notFound: 'NOT_FOUND',
    }),
    resolve: async (_root, _args, context, info) =>
      recordWithRelations(await getContactStage(caller(context)), customFieldNoun, context, info),
  }),
);

builder.queryField('customFields', (t) =>
  t.field({
    type: CustomFieldPageType,
    description: 'The custom fields of one object type, by their place, a page at a time.',
    authScopes: { scope: 'fields:read' },
    extensions: restEndpoint({
      method: 'GET',
      path: '/fields/objects',
      scope: 'fields:read',
      input: customFieldListInput,
      envelope: 'none',
    }),
    args: t.validate(argumentsOf(t.arg, customFieldListInput, enums), withoutNulls(customFieldListInput)),
    resolve: async (_root, args, context, info) =>
      fieldPageWithRelations(
        await listCustomFields(caller(context), parsed(customFieldListInput, args)),
        [],
        context,
        info,
      ),
  }),
);

builder.queryField('customFieldsByType', (t) =>
  t.field({
    type: CustomFieldsByTypeType,
    description: 'The custom fields of all object types, by their place, the same page of each.',
    authScopes: { scope: 'fields:read' },
    extensions: restEndpoint({
      method: 'GET',
      path: '/fields/objects/all',
      scope: 'fields:read',
      input: customFieldsByTypeInput,
    }),
    args: t.validate(argumentsOf(t.arg, customFieldsByTypeInput, enums), withoutNulls(customFieldsByTypeInput)),
    resolve: async (_root, args, context, info) =>
      fieldPagesWithRelations(
        await listCustomFieldsByType(caller(context), parsed(customFieldsByTypeInput, args)),
        context,
        info,
      ),
  }),
);
