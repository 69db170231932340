import { z } from 'zod';
import type { Problem } from '#src/domain/field-errors.ts';
import { boolean, crossFieldRule, id, integer, list, requiredMessage, text, visibleName } from '#src/domain/input.ts';
import { isEqual } from '#src/lib/is-equal.ts';
import { withoutUndefined } from '#src/lib/without-undefined.ts';
import { type CustomFieldOption, type InputType, isSelect, selectInputTypes } from './custom-field.ts';
import { identifiedOptions, lookOf, maxDisplayIndex } from './options-by-name.ts';

/** The maximum per field, including archived options. */
const maxOptions = 500;

export const displayIndex = () => integer(0, maxDisplayIndex);

const nameDescription =
  'Name of the option, unique in the field. Case, surrounding white space and invisible characters are ignored in this comparison. The name must not equal the id of another option, because answers refer to options by id or name.';

const otherFields = {
  color: text(32).nullish().describe('Color, by the name that the web application uses.'),
  icon: text(64).nullish().describe('Icon, by the name that the web application uses.'),
  displayIndex: displayIndex()
    .optional()
    .describe(
      'Position of the option, ascending. If omitted, a new option comes last, and options that are sent by name take the order of the request.',
    ),
  isDefault: boolean().optional().describe('True to select the option by default.'),
  isArchived: boolean()
    .optional()
    .describe('True to archive the option: new answers cannot use it, existing answers keep it.'),
  category: text(100).nullish().describe('Group in which the option is shown.'),
  tooltip: text(500).nullish().describe('Help text.'),
};

export const newOptionInput = z.object(
  { name: visibleName(255).describe(nameDescription), ...otherFields },
  'Each must be an object with a name',
);

/** With an id, the item changes that option; without an id, it changes the option of that name or adds one. */
export const optionChangeInput = z
  .object(
    {
      id: id()
        .optional()
        .describe(
          'Id of the option to change. If omitted, the item refers to the option with its name, or adds a new one.',
        ),
      name: visibleName(255).optional().describe(`${nameDescription} Required for a new option.`),
      ...otherFields,
    },
    'Each must be an object with an id or a name',
  )
  .refine((option) => option.id !== undefined || option.name !== undefined, {
    ...crossFieldRule('required', requiredMessage),
    path: ['name'],
  });

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
  readonly problems: readonly Problem[];
}

export function planOptions(
  existing: readonly CustomFieldOption[],
  sent: readonly OptionChange[],
  inputType: InputType,
): OptionPlan {
  const changes = identifiedOptions(existing, sent);
  const byId = new Map(changes.map((change) => [change.id, change]));
  const takesDefault = isSingleSelect(inputType) && changes.some(({ isDefault }) => isDefault);
  const merged = existing.map((option) => mergeChange(option, byId.get(option.id), takesDefault));
  const next = Math.max(-1, ...existing.map(({ displayIndex }) => displayIndex)) + 1;
  const added = changes.filter(({ id }) => id === undefined).map((change, index) => newOption(change, next + index));
  const places = placesOf(changes, { merged, added });
  const named = [...merged.filter(({ name }, index) => name !== existing[index]?.name), ...added];
  return {
    added,
    changed: merged.filter((option, index) => !isEqual(option, existing[index])),
    renamed: merged.flatMap(({ name }, index) => renameOf(existing[index], name)),
    problems: [
      ...changeProblems(existing, { sent, changes }, inputType),
      ...optionProblems({ options: [...merged, ...added], named, places }, inputType),
      ...nameProblems(existing, named, places),
    ],
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
  const after = change ? { ...option, ...withoutUndefined(change) } : option;
  const losesDefault = after.isDefault && change?.isDefault === undefined && (takesDefault || change?.isArchived);
  return losesDefault ? { ...after, isDefault: false } : after;
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
  { sent, changes }: { readonly sent: readonly OptionChange[]; readonly changes: readonly OptionChange[] },
  inputType: InputType,
): Problem[] {
  const known = new Set(existing.map(({ id }) => id));
  const ids = changes.map(({ id }) => id);
  const whole: Problem = {
    path: ['options'],
    code: 'not_allowed',
    message: `Only ${selectInputTypes.join(', ')} have options`,
  };
  return [
    ...(changes.length > 0 && !isSelect(inputType) ? [whole] : []),
    ...ids.flatMap((id, index): Problem[] => {
      const key = sent[index]?.id === undefined ? 'name' : 'id';
      const path = ['options', index, key];
      if (id === undefined) return [];
      if (!known.has(id)) return [{ path, code: 'not_found', message: 'Must be the id of an option of this field' }];
      const earlier = ids.indexOf(id);
      if (earlier === index) return [];
      const isSameKey = key === 'id' && sent[earlier]?.id === id;
      const message = isSameKey ? 'Must not occur twice' : `Must not refer to the same option as options[${earlier}]`;
      return [{ path, code: 'duplicate', message }];
    }),
  ];
}

/** The index of each changed option in the input; options that the input leaves out have none. */
function placesOf(
  changes: readonly OptionChange[],
  { merged, added }: { readonly merged: readonly CustomFieldOption[]; readonly added: readonly NewOption[] },
): ReadonlyMap<NewOption, number> {
  const places = merged.map((option) => [option, changes.findLastIndex(({ id }) => id === option.id)] as const);
  const newPlaces = changes.flatMap(({ id }, index) => (id === undefined ? [index] : []));
  return new Map([
    ...places.filter(([, index]) => index !== -1),
    ...added.map((option, n) => [option, newPlaces[n] ?? 0] as const),
  ]);
}

/** Existing names that break a newer rule stay: only the names of new and renamed options, `named`, are refused. */
function optionProblems(
  {
    options,
    named,
    places,
  }: {
    readonly options: readonly NewOption[];
    readonly named: readonly NewOption[];
    readonly places: ReadonlyMap<NewOption, number>;
  },
  inputType: InputType,
): Problem[] {
  const looks = options.map(({ name }) => lookOf(name));
  const repeated = named.filter(({ name }) => looks.indexOf(lookOf(name)) !== looks.lastIndexOf(lookOf(name)));
  const defaults = options.filter(({ isDefault }) => isDefault);
  const at = (wrong: readonly NewOption[], key: string) => {
    const index = wrong.map((option) => places.get(option)).findLast((place) => place !== undefined);
    return index === undefined ? ['options', key] : ['options', index, key];
  };
  const archived = defaults.filter(({ isArchived }) => isArchived);
  const problems: (Problem | false)[] = [
    options.length > maxOptions && {
      path: ['options'],
      code: 'too_many',
      message: `A field can have at most ${maxOptions} options`,
    },
    repeated.length > 0 && {
      path: at(repeated, 'name'),
      code: 'duplicate',
      message: 'Must not occur twice in a field',
    },
    isSingleSelect(inputType) &&
      defaults.length > 1 && {
        path: at(defaults, 'isDefault'),
        code: 'conflict',
        message: 'Only one option can be the default',
      },
    archived.length > 0 && {
      path: at(archived, 'isDefault'),
      code: 'conflict',
      message: 'An archived option cannot be the default',
    },
  ];
  return problems.filter((problem) => problem !== false);
}

/**
 * An answer names an option by its id or its name, so a new name must not be the id of another option. Names from before
 * this rule stay; in an answer the id takes precedence.
 */
function nameProblems(
  existing: readonly CustomFieldOption[],
  named: readonly (NewOption & { readonly id?: number })[],
  places: ReadonlyMap<NewOption, number>,
): Problem[] {
  const isTaken = ({ id, name }: { id?: number; name: string }) =>
    existing.some((other) => other.id !== id && String(other.id) === name);
  return named.filter(isTaken).map((option) => ({
    path: ['options', places.get(option) ?? 0, 'name'],
    code: 'taken',
    message: 'Must not be the id of another option',
  }));
}

/** The ids of the options that an answer names, in its order; none for a field without options. */
export function optionIdsOf(
  options: readonly Pick<CustomFieldOption, 'id' | 'name'>[],
  answer: readonly string[],
): number[] {
  return answer.flatMap((item) => options.find(({ name }) => name === item)?.id ?? []);
}
