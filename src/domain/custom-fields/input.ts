import { z } from 'zod';
import { enumeration, id, limit, list, page, text } from '#src/domain/input.ts';
import { configurationInput } from './configuration.ts';
import { inputTypes, objectTypes } from './custom-field.ts';
import { identifier } from './identifier.ts';
import { displayIndex, name, newOptionInput, optionChangeInput, optionList, truth } from './option-input.ts';

/** Of a workspace, of all types together. */
export const maxFields = 2_000;

const described = {
  name: 'Name.',
  inputType: 'How it is answered.',
  type: 'What it is about.',
  description: 'What it is for.',
  displayIndex: 'Its place among the fields of its type.',
};

export const createCustomFieldInput = z
  .object({
    name: name().describe(described.name),
    inputType: enumeration(inputTypes).describe(described.inputType),
    type: enumeration(objectTypes).describe(described.type),
    identifier: identifier()
      .optional()
      .describe(
        'Kebab-case, unique in workspace and type; made from the name where it is left out, and then it stays.',
      ),
    description: text(2000).nullish().describe(described.description),
    configuration: configurationInput.nullish().describe('What the input type leaves open.'),
    options: optionList(newOptionInput)
      .optional()
      .describe('Options of SINGLE_SELECT, MULTIPLE_SELECT, RADIO_BUTTON and CHECK_BOX; they may also be added later.'),
    displayIndex: displayIndex().optional().describe(`${described.displayIndex} A new one comes last.`),
  })
  .meta({
    examples: [
      {
        name: 'Budget',
        inputType: 'SINGLE_SELECT',
        type: 'CONTACT',
        options: [{ name: 'Below 5,000' }, { name: 'About 5,000', color: 'green' }],
      },
    ],
  });

export const updateCustomFieldInput = z
  .object({
    id: id().describe('Custom field id.'),
    name: name().optional().describe(`${described.name} The identifier stays.`),
    inputType: enumeration(inputTypes)
      .optional()
      .describe(
        `${described.inputType} Fixed once answers exist. What fits no other input type, as options, goes when it changes.`,
      ),
    type: enumeration(objectTypes)
      .optional()
      .describe(`${described.type} Fixed once answers exist, or an event asks for it.`),
    identifier: identifier().optional().describe('Kebab-case, unique in workspace and type.'),
    description: text(2000).nullish().describe(`${described.description} Null clears it.`),
    configuration: configurationInput.nullish().describe('Replaces the configuration; null clears it.'),
    options: optionList(optionChangeInput)
      .optional()
      .describe('Changes that option where an id is given, adds one where not; options that are left out stay.'),
    hidden: truth().optional().describe('Whether it is kept out of the lists of visible fields.'),
    displayIndex: displayIndex().optional().describe(described.displayIndex),
  })
  .meta({
    examples: [{ id: 42, name: 'Monthly budget', options: [{ id: 7, isArchived: true }, { name: 'Above 5,000' }] }],
  });

export type CreateCustomFieldInput = z.output<typeof createCustomFieldInput>;
export type UpdateCustomFieldInput = z.output<typeof updateCustomFieldInput>;

const filters = {
  search: text(200)
    .optional()
    .describe('Free text: each word must occur in the name, identifier or description; letter case does not matter.'),
  inputType: list(enumeration(inputTypes)).optional().describe('Input types.'),
  hidden: truth().optional().describe('Only hidden fields, or (false, as is usual) only visible ones.'),
  showSystemFields: truth().optional().describe('With the system fields (true, as is usual), or without.'),
  allFields: truth().optional().describe('Visible and hidden fields, whatever `hidden` says.'),
  forFilters: truth().optional().describe('Only fields whose answers can be filtered on: all but TEXT_AREA and URL.'),
  inviteeQuestions: truth()
    .optional()
    .describe(
      'Of CONTACT, also what invitees are asked when booking, as fields before all others: with the identifiers invitee-email, invitee-phone-no, invitee-name, invitee-first-name and invitee-last-name, and negative ids.',
    ),
};
const includeRelation = truth().optional().describe('With the events that ask for each field, as `events`; else null.');

export const customFieldsByTypeInput = z.object({
  page: page().describe('Page number of each type, from 0.'),
  limit: limit().describe('Fields a page of each type, 1 to 100.'),
  ...filters,
  includeRelation,
});

export const customFieldListInput = z.object({
  objectType: enumeration(objectTypes).describe('What the fields are about.'),
  page: page().describe('Page number, from 0.'),
  limit: limit().describe('Fields a page, 1 to 100.'),
  ...filters,
  includeRelation,
});

export type CustomFieldsByTypeInput = z.output<typeof customFieldsByTypeInput>;
export type CustomFieldListInput = z.output<typeof customFieldListInput>;

export const noInput = z.object({});
