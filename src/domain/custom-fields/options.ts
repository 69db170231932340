import { z } from 'zod';
import { boolean, id, integer, list, nonBlank, text } from '#src/domain/input.ts';
import { type CustomFieldOption, type InputType, isSelect, selectInputTypes } from './custom-field.ts';

/** Options of one field, including archived ones. */
const maxOptions = 500;
export const maxDisplayIndex = 1_000_000;

export const displayIndex = () => integer(0, maxDisplayIndex);

const nameDescription = 'Name, unique in the field; letter case does not matter.';

const otherFields = {
  color: text(32).nullish().describe('Color, as the web app names it.'),
  icon: text(64).nullish().describe('Icon, as the web app names it.'),
  displayIndex: displayIndex().optional().describe('Its place; a new one comes last.'),
  isDefault: boolean().optional().describe('Whether it is chosen to begin with.'),
  isArchived: boolean().optional().describe('Whether new answers may not use it; answers that have it stay.'),
  category: text(100).nullish().describe('The group that it is shown in.'),
  tooltip: text(500).nullish().describe('An explanation.'),
};

export const newOptionInput = z.object(
  { name: nonBlank(255).describe(nameDescription), ...otherFields },
  'Each must be an object with a name',
);

/** With an id, a change of that option; without an id, a new option. */
export const optionChangeInput = z
  .object(
    {
      id: id().optional().describe('Of the option to change; left out for a new one.'),
      name: nonBlank(255).optional().describe(`${nameDescription} Required of a new one.`),
      ...otherFields,
    },
    'Each must be an object with an id or a name',
  )
  .refine((option) => option.id !== undefined || option.name !== undefined, { path: ['name'], message: 'Is required' });

export type OptionChange = z.output<typeof optionChangeInput>;

export const optionList = <Item extends z.ZodType>(item: Item) => list(item, maxOptions);

export type NewOption = Omit<CustomFieldOption, 'id'>;

export interface OptionRename {
  readonly from: string;
  readonly to: string;
}

/** The effect of changes on the options of a field. Options that no change names stay as they are. */
interface OptionPlan {
  readonly added: readonly NewOption[];
  readonly changed: readonly CustomFieldOption[];
  readonly renamed: readonly OptionRename[];
  /** Why the changes are refused; empty when they are allowed. */
  readonly problems: readonly string[];
}

export function planOptions(
  existing: readonly CustomFieldOption[],
  changes: readonly OptionChange[],
  inputType: InputType,
): OptionPlan {
  const byId = new Map(changes.map((change) => [change.id, change]));
  const takesDefault = isSingleSelect(inputType) && changes.some(({ isDefault }) => isDefault);
  const merged = existing.map((option) => mergeChange(option, byId.get(option.id), takesDefault));
  const next = Math.max(-1, ...existing.map(({ displayIndex }) => displayIndex)) + 1;
  const added = changes.filter(({ id }) => id === undefined).map((change, index) => newOption(change, next + index));
  return {
    added,
    changed: merged.filter((option, index) => option !== existing[index]),
    renamed: merged.flatMap(({ name }, index) => renameOf(existing[index], name)),
    problems: [...changeProblems(existing, changes, inputType), ...optionProblems([...merged, ...added], inputType)],
  };
}

function isSingleSelect(inputType: InputType): boolean {
  return inputType === 'SINGLE_SELECT' || inputType === 'RADIO_BUTTON';
}

/** An option loses its default flag when it is archived, and when another becomes the only default. */
function mergeChange(
  option: CustomFieldOption,
  change: OptionChange | undefined,
  takesDefault: boolean,
): CustomFieldOption {
  const after = change ? { ...option, ...definedFields(change) } : option;
  const losesDefault = after.isDefault && change?.isDefault === undefined && (takesDefault || change?.isArchived);
  return losesDefault ? { ...after, isDefault: false } : after;
}

function definedFields(change: OptionChange): Partial<CustomFieldOption> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

function newOption({ id: _, name = '', ...change }: OptionChange, nextIndex: number): NewOption {
  const { color = null, icon = null, category = null, tooltip = null } = change;
  const { displayIndex = Math.min(nextIndex, maxDisplayIndex), isDefault = false, isArchived = false } = change;
  return { name, color, icon, displayIndex, isDefault, isArchived, category, tooltip };
}

function renameOf(before: CustomFieldOption | undefined, to: string): OptionRename[] {
  return before && before.name !== to ? [{ from: before.name, to }] : [];
}

function changeProblems(
  existing: readonly CustomFieldOption[],
  changes: readonly OptionChange[],
  inputType: InputType,
): string[] {
  const known = new Set(existing.map(({ id }) => id));
  const ids = changes.flatMap(({ id }) => id ?? []);
  return [
    ...(changes.length > 0 && !isSelect(inputType) ? [`Only ${selectInputTypes.join(', ')} have options`] : []),
    ...(ids.some((id) => !known.has(id)) ? ['id: Must be that of an option of this field'] : []),
    ...(new Set(ids).size < ids.length ? ['id: Must not occur twice'] : []),
  ];
}

function optionProblems(options: readonly NewOption[], inputType: InputType): string[] {
  const names = options.map(({ name }) => name.toLowerCase());
  const defaults = options.filter(({ isDefault }) => isDefault);
  return [
    ...(options.length > maxOptions ? [`A field has at most ${maxOptions} options`] : []),
    ...(new Set(names).size < names.length ? ['name: Must not occur twice in a field'] : []),
    ...(isSingleSelect(inputType) && defaults.length > 1 ? ['isDefault: Only one option can be the default'] : []),
    ...(defaults.some(({ isArchived }) => isArchived) ? ['isDefault: An archived option cannot be the default'] : []),
  ];
}
