import { z } from 'zod';
import { id, integer, list, must, text } from '#src/domain/input.ts';

/** Of one field, archived ones included. */
export const maxOptions = 500;
export const maxDisplayIndex = 1_000_000;

export const displayIndex = () => integer(0, maxDisplayIndex);

export const name = () => text(255).refine((value) => value.trim() !== '', 'Must not be empty');
export const truth = () => z.boolean(must('Must be true or false'));

const described = 'Name, unique in the field whatever its letter case.';

const rest = {
  color: text(32).nullish().describe('Color, as the web app names it.'),
  icon: text(64).nullish().describe('Icon, as the web app names it.'),
  displayIndex: displayIndex().optional().describe('Its place; a new one comes last.'),
  isDefault: truth().optional().describe('Whether it is chosen to begin with.'),
  isArchived: truth().optional().describe('Whether it is refused in new answers; those that have it keep it.'),
  category: text(100).nullish().describe('The group that it is shown in.'),
  tooltip: text(500).nullish().describe('An explanation.'),
};

export const newOptionInput = z.object(
  { name: name().describe(described), ...rest },
  'Each must be an object with a name',
);

/** With an id it changes that option, without one it is a new option. */
export const optionChangeInput = z
  .object(
    {
      id: id().optional().describe('Of the option to change; left out for a new one.'),
      name: name().optional().describe(`${described} Required of a new one.`),
      ...rest,
    },
    'Each must be an object with an id or a name',
  )
  .refine((option) => option.id !== undefined || option.name !== undefined, { path: ['name'], message: 'Is required' });

export type OptionChange = z.output<typeof optionChangeInput>;

export const optionList = <Item extends z.ZodType>(item: Item) => list(item, maxOptions);
