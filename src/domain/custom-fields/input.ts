import { z } from 'zod';
import {
  boolean,
  coded,
  crossFieldRule,
  enumeration,
  filterList,
  id,
  list,
  namesChange,
  notEmpty,
  rawText,
  requiredMessage,
  text,
  visibleName,
} from '#src/domain/input.ts';
import { limit, page, pageOf } from '#src/domain/list-input.ts';
import { kebabCase } from '../kebab-case.ts';
import { configurationInput } from './configuration.ts';
import { inputTypes, objectTypes } from './custom-field.ts';
import { displayIndex, newOptionInput, optionChangeInput, optionList } from './options.ts';

/** The maximum per workspace, over all types. */
export const maxFields = 2_000;

const maxIdentifierLength = 255;

export const identifier = () =>
  rawText(maxIdentifierLength).regex(
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    'Must be kebab-case: a-z, 0-9 and single hyphens between them',
  );

const descriptions = {
  name: 'Name of the field.',
  inputType: 'Input type: how the field is answered.',
  type: 'Type of record that the field belongs to.',
  description: 'Description of the field.',
  displayIndex: 'Position of the field among the fields of its type, ascending.',
};

export const createCustomFieldInput = z.object({
  name: visibleName(255).describe(descriptions.name),
  inputType: enumeration(inputTypes).describe(descriptions.inputType),
  type: enumeration(objectTypes).describe(descriptions.type),
  identifier: identifier()
    .optional()
    .describe(
      'Identifier in kebab-case, unique per workspace and type. If omitted, it is made from the name (`Größe` → `grosse`, `Бюджет` → `byudzhet`), with a number appended if it is taken, and does not follow later changes of the name. The identifiers of invitee questions, such as `invitee-email`, are reserved.',
    ),
  description: text(2000).nullish().describe(descriptions.description),
  configuration: configurationInput.nullish().describe('Settings of the input type.'),
  options: optionList(newOptionInput)
    .optional()
    .describe(
      'Options of SINGLE_SELECT, MULTIPLE_SELECT, RADIO_BUTTON and CHECK_BOX. Options can also be added later.',
    ),
  displayIndex: displayIndex().optional().describe(`${descriptions.displayIndex} Default: last.`),
});

export const updateCustomFieldInput = z
  .object({
    id: id().describe('Custom field id.'),
    name: visibleName(255).optional().describe(`${descriptions.name} The identifier does not change.`),
    inputType: enumeration(inputTypes)
      .optional()
      .describe(
        `${descriptions.inputType} Cannot be changed once answers exist. Settings that the new input type does not support, such as options, are removed.`,
      ),
    type: enumeration(objectTypes)
      .optional()
      .describe(`${descriptions.type} Cannot be changed once answers exist or an event asks for the field.`),
    identifier: identifier()
      .optional()
      .describe(
        'Identifier in kebab-case, unique per workspace and type. The identifiers of invitee questions are reserved.',
      ),
    description: text(2000).nullish().describe(`${descriptions.description} Null clears it.`),
    configuration: configurationInput.nullish().describe('Replaces the configuration; null clears it.'),
    options: optionList(optionChangeInput)
      .optional()
      .describe(
        'An item with an id changes that option. An item without an id refers to the option with that name (case-insensitive): the option keeps its id, its answers and its spelling, and is restored if it was archived. If no option has the name, a new one is added. Options that are sent by name take the order of the request. Omitted options stay as they are.',
      ),
    hidden: boolean().optional().describe('True to hide the field from lists of visible fields.'),
    displayIndex: displayIndex().optional().describe(descriptions.displayIndex),
  })
  .refine(...namesChange('id'));

/** As many as a page of the web application shows. */
const maxOrdered = 100;

export const orderCustomFieldsInput = z.object({
  type: enumeration(objectTypes).describe('Type of record that the fields belong to.'),
  ids: list(id(), maxOrdered)
    .check(notEmpty())
    .refine((ids) => new Set(ids).size === ids.length, coded('duplicate', 'Must not have an id twice'))
    .describe(
      `Custom field ids in the new order, 1 to ${maxOrdered}. These fields share the positions that they have now; all others keep theirs.`,
    ),
});

export type OrderCustomFieldsInput = z.output<typeof orderCustomFieldsInput>;
export type CreateCustomFieldInput = z.output<typeof createCustomFieldInput>;
export type UpdateCustomFieldInput = z.output<typeof updateCustomFieldInput>;

const filters = {
  search: text(200)
    .optional()
    .describe('Free text: each word must occur in the name, identifier or description; case-insensitive.'),
  inputType: filterList(enumeration(inputTypes)).optional().describe('Only fields with one of these input types.'),
  hidden: boolean().optional().describe('True for only hidden fields, false (the default) for only visible ones.'),
  showSystemFields: boolean().optional().describe('True (the default) to include system fields, false to omit them.'),
  allFields: boolean().optional().describe('True for visible and hidden fields; `hidden` then has no effect.'),
  forFilters: boolean()
    .optional()
    .describe('True for only fields whose answers can be used as a filter: all except TEXT_AREA and URL.'),
  inviteeQuestions: boolean()
    .optional()
    .describe(
      'CONTACT only: true to include the questions of the booking form as fields before all others, with negative ids and the identifiers invitee-email, invitee-phone-no, invitee-name, invitee-first-name and invitee-last-name.',
    ),
};
const includeRelation = boolean()
  .optional()
  .describe('True to include the events that ask for each field as `events`; otherwise `events` is null.');

export const customFieldsByTypeInput = z.object({
  page: page().describe('Page number for each type, starting at 0.'),
  limit: limit().describe('Fields per page for each type, 1 to 100.'),
  ...filters,
  includeRelation,
});

export const customFieldListInput = z
  .object({
    objectType: enumeration(objectTypes)
      .optional()
      .describe('Type of record that the fields belong to. Required on the first page.'),
    ...pageOf('Fields'),
    ...filters,
    includeRelation,
  })
  // A cursor carries the type.
  .refine(({ objectType, cursor }) => objectType !== undefined || (cursor ?? 'start') !== 'start', {
    path: ['objectType'],
    ...crossFieldRule('required', requiredMessage),
  });

export type CustomFieldsByTypeInput = z.output<typeof customFieldsByTypeInput>;
export type CustomFieldListInput = z.output<typeof customFieldListInput>;

export const noInput = z.object({});

/** A derived identifier leaves room for a number behind it. */
const maxDerivedLength = 240;

/** `Größe (cm)` becomes `grosse-cm`; a name without letters and digits becomes `field`. */
export function identifierFrom(name: string): string {
  return kebabCase(name, { fallback: 'field', maxLength: maxDerivedLength });
}
