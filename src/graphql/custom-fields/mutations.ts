import { configurationInput } from '#src/domain/custom-fields/configuration.ts';
import {
  type CreateCustomFieldInput,
  createCustomFieldInput,
  type UpdateCustomFieldInput,
  updateCustomFieldInput,
} from '#src/domain/custom-fields/input.ts';
import { newOptionInput, optionChangeInput } from '#src/domain/custom-fields/options.ts';
import { createCustomField, updateCustomField } from '#src/services/custom-fields/change-custom-fields.ts';
import { inputTypeOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { restEndpoint } from '../rest-endpoint.ts';
import { CustomFieldType, DateTypeEnum, InputTypeEnum, ObjectTypeEnum } from './types.ts';

const ConfigurationInput = inputTypeOf('CustomFieldConfigurationInput', configurationInput, {
  description: 'What an input type leaves open; null is the same as nothing.',
  types: { dateType: DateTypeEnum },
});

const NewOptionInput = inputTypeOf('NewCustomFieldOptionInput', newOptionInput, { description: 'A new option.' });

const OptionChangeInput = inputTypeOf('CustomFieldOptionChangeInput', optionChangeInput, {
  description: 'Changes to the option with this id, or a new option where there is no id.',
});

const common = { type: ObjectTypeEnum, inputType: InputTypeEnum, configuration: ConfigurationInput };

const CreateInput = inputTypeOf<CreateCustomFieldInput>('CreateCustomFieldInput', createCustomFieldInput, {
  description: 'A new custom field.',
  types: { ...common, options: NewOptionInput },
});

const UpdateInput = inputTypeOf<UpdateCustomFieldInput>('UpdateCustomFieldInput', updateCustomFieldInput, {
  description: 'Changes to a custom field. What is left out stays as it is.',
  types: { ...common, options: OptionChangeInput },
});

builder.mutationField('createCustomField', (t) =>
  t.field({
    type: CustomFieldType,
    description:
      'Creates a custom field. An identifier that is made from the name gets a number where it is taken; a given one that is taken is refused.',
    authScopes: { scope: 'fields:write' },
    extensions: restEndpoint({
      method: 'POST',
      path: '/fields',
      status: 201,
      scope: 'fields:write',
      input: createCustomFieldInput,
      idempotent: true,
    }),
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The field.' }) },
    resolve: (_root, { input }, context) => createCustomField(caller(context), input),
  }),
);

builder.mutationField('updateCustomField', (t) =>
  t.field({
    type: CustomFieldType,
    description:
      'Changes a custom field; NOT_FOUND if there is none of this id. inputType and type cannot change once answers exist. Of a system field, identifier, type and inputType never change. A renamed option is renamed in the answers that have it.',
    authScopes: { scope: 'fields:write' },
    extensions: restEndpoint({
      method: 'PUT',
      path: '/fields',
      scope: 'fields:write',
      input: updateCustomFieldInput,
      notFound: 'NOT_FOUND',
    }),
    args: { input: t.arg({ type: UpdateInput, required: true, description: 'The changes.' }) },
    resolve: (_root, { input }, context) => updateCustomField(caller(context), input),
  }),
);
