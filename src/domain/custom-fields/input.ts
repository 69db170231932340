import { z } from 'zod';
import {
  boolean,
  crossFieldRule,
  enumeration,
  filterList,
  id,
  namesChange,
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
  name: 'Name.',
  inputType: 'How it is answered.',
  type: 'What it is about.',
  description: 'What it is for.',
  displayIndex: 'Its place among the fields of its type.',
};

export const createCustomFieldInput = z.object({
  name: visibleName(255).describe(descriptions.name),
  inputType: enumeration(inputTypes).describe(descriptions.inputType),
  type: enumeration(objectTypes).describe(descriptions.type),
  identifier: identifier()
    .optional()
    .describe(
      'Kebab-case, unique in workspace and type; made from the name where it is left out (`Größe` → `grosse`, `Бюджет` → `byudzhet`), with a number if it is taken, and then it stays. The identifiers of invitee questions, such as `invitee-email`, are reserved.',
    ),
  description: text(2000).nullish().describe(descriptions.description),
  configuration: configurationInput.nullish().describe('Settings of the input type.'),
  options: optionList(newOptionInput)
    .optional()
    .describe('Options of SINGLE_SELECT, MULTIPLE_SELECT, RADIO_BUTTON and CHECK_BOX; they may also be added later.'),
  displayIndex: displayIndex().optional().describe(`${descriptions.displayIndex} A new one comes last.`),
});

export const updateCustomFieldInput = z
  .object({
    id: id().describe('Custom field id.'),
    name: visibleName(255).optional().describe(`${descriptions.name} The identifier stays.`),
    inputType: enumeration(inputTypes)
      .optional()
      .describe(
        `${descriptions.inputType} Fixed once answers exist. What fits no other input type, as options, goes when it changes.`,
      ),
    type: enumeration(objectTypes)
      .optional()
      .describe(`${descriptions.type} Fixed once answers exist, or an event asks for it.`),
    identifier: identifier()
      .optional()
      .describe('Kebab-case, unique in workspace and type; the identifiers of invitee questions are reserved.'),
    description: text(2000).nullish().describe(`${descriptions.description} Null clears it.`),
    configuration: configurationInput.nullish().describe('Replaces the configuration; null clears it.'),
    options: optionList(optionChangeInput)
      .optional()
      .describe(
        'An item with an id changes that option. One without an id is the option of its name, in whatever letter case, which keeps its id, its answers and how it is written, and comes back if it was archived; a name that no option has adds one. Where options are sent by name, they are in the order in which they are sent. Options that are left out stay.',
      ),
    hidden: boolean().optional().describe('Whether the lists of visible fields leave it out.'),
    displayIndex: displayIndex().optional().describe(descriptions.displayIndex),
  })
  .refine(...namesChange('id'));

export type CreateCustomFieldInput = z.output<typeof createCustomFieldInput>;
export type UpdateCustomFieldInput = z.output<typeof updateCustomFieldInput>;

const filters = {
  search: text(200)
    .optional()
    .describe('Free text: each word must occur in the name, identifier or description; letter case does not matter.'),
  inputType: filterList(enumeration(inputTypes)).optional().describe('Input types.'),
  hidden: boolean().optional().describe('Only hidden fields, or only visible ones (false, the default).'),
  showSystemFields: boolean().optional().describe('With the system fields (true, the default), or without.'),
  allFields: boolean().optional().describe('Visible and hidden fields; `hidden` has no effect then.'),
  forFilters: boolean().optional().describe('Only fields whose answers can be filtered on: all but TEXT_AREA and URL.'),
  inviteeQuestions: boolean()
    .optional()
    .describe(
      'Of CONTACT, also the questions of the booking form, as fields before all others: with the identifiers invitee-email, invitee-phone-no, invitee-name, invitee-first-name and invitee-last-name, and negative ids.',
    ),
};
const includeRelation = boolean()
  .optional()
  .describe('With the events that ask for each field, as `events`; else null.');

export const customFieldsByTypeInput = z.object({
  page: page().describe('Page number of each type, from 0.'),
  limit: limit().describe('Fields a page of each type, 1 to 100.'),
  ...filters,
  includeRelation,
});

export const customFieldListInput = z
  .object({
    objectType: enumeration(objectTypes).optional().describe('What the fields are about. Required on the first page.'),
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
