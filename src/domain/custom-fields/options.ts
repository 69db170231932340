import { type CustomFieldOption, type InputType, isSelect, selectInputTypes } from './custom-field.ts';
import { maxDisplayIndex, maxOptions, type OptionChange } from './option-input.ts';

export type NewOption = Omit<CustomFieldOption, 'id'>;

export interface OptionRename {
  readonly from: string;
  readonly to: string;
}

/** What becomes of the options of a field; those that no change names stay as they are. */
export interface OptionPlan {
  readonly added: readonly NewOption[];
  readonly changed: readonly CustomFieldOption[];
  readonly renamed: readonly OptionRename[];
  /** Why it must not be; nothing where it may. */
  readonly problems: readonly string[];
}

export function planOptions(
  existing: readonly CustomFieldOption[],
  changes: readonly OptionChange[],
  inputType: InputType,
): OptionPlan {
  const byId = new Map(changes.map((change) => [change.id, change]));
  const takesDefault = isSingleSelect(inputType) && changes.some(({ isDefault }) => isDefault);
  const kept = existing.map((option) => merged(option, byId.get(option.id), takesDefault));
  const next = Math.max(-1, ...existing.map(({ displayIndex }) => displayIndex)) + 1;
  const added = changes.filter(({ id }) => id === undefined).map((change, place) => newOption(change, next + place));
  return {
    added,
    changed: kept.filter((option, place) => option !== existing[place]),
    renamed: kept.flatMap(({ name }, place) => renameOf(existing[place], name)),
    problems: [...changeProblems(existing, changes, inputType), ...optionProblems([...kept, ...added], inputType)],
  };
}

function isSingleSelect(inputType: InputType): boolean {
  return inputType === 'SINGLE_SELECT' || inputType === 'RADIO_BUTTON';
}

/** An option that is archived, or where there is one default and it is another, is no longer the default. */
function merged(option: CustomFieldOption, change: OptionChange | undefined, takesDefault: boolean): CustomFieldOption {
  const after = change ? { ...option, ...given(change) } : option;
  const losesDefault = after.isDefault && change?.isDefault === undefined && (takesDefault || change?.isArchived);
  return losesDefault ? { ...after, isDefault: false } : after;
}

function given(change: OptionChange): Partial<CustomFieldOption> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

function newOption({ id: _, name = '', ...change }: OptionChange, place: number): NewOption {
  const { color = null, icon = null, category = null, tooltip = null } = change;
  const { displayIndex = Math.min(place, maxDisplayIndex), isDefault = false, isArchived = false } = change;
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
