import type {
  CreateCustomFieldInput,
  CustomFieldObjectType,
  EditableFieldFragment,
  UpdateCustomFieldInput,
} from '../../gql/custom-fields.ts';
import { numberOf } from '../../kit/number-of.ts';
import { changesOf } from '../../kit/record-changes.ts';
import { type KindName, kindNameOf, kindOf } from './kinds.ts';

export interface OptionValues {
  /** Identifies the row, also before the option is stored. */
  readonly key: string;
  readonly id?: number;
  readonly name: string;
  readonly color: string | null;
  readonly isArchived: boolean;
}

/** What the form of a field says. */
export type FieldValues = {
  kind: KindName;
  name: string;
  description: string;
  type: CustomFieldObjectType;
  /** A choice whose options are all in sight. */
  asButtons: boolean;
  options: readonly OptionValues[];
  min: number | string;
  max: number | string;
  maxRating: number | string;
  withTime: boolean;
  placeholder: string;
};

let lastKey = 0;

export function newOption(name = ''): OptionValues {
  lastKey += 1;
  return { key: `new-${lastKey}`, name, color: null, isArchived: false };
}

const defaultMaxRating = 5;

export function newFieldValues(kind: KindName, type: CustomFieldObjectType): FieldValues {
  const count = kind === 'consent' ? 1 : kindOf(kind).hasOptions ? 2 : 0;
  return {
    kind,
    type,
    name: '',
    description: '',
    asButtons: false,
    options: Array.from({ length: count }, () => newOption()),
    min: '',
    max: '',
    maxRating: defaultMaxRating,
    withTime: false,
    placeholder: '',
  };
}

/** The options that were typed before another kind was chosen, if both kinds have options. */
export function optionsAfter(kind: KindName, typed: FieldValues | undefined): Partial<Pick<FieldValues, 'options'>> {
  return typed && kindOf(kind).hasOptions && kindOf(typed.kind).hasOptions ? { options: typed.options } : {};
}

export function fieldValuesOf(field: EditableFieldFragment): FieldValues {
  const { name, description, type, inputType, configuration, options } = field;
  const { min, max, maxRating, dateType, includedTime, placeholder } = configuration;
  return {
    kind: kindNameOf(field),
    name,
    description: description ?? '',
    type,
    asButtons: inputType === 'RADIO_BUTTON',
    options: options.map((option) => ({ key: String(option.id), ...option })),
    min: min ?? '',
    max: max ?? '',
    maxRating: maxRating ?? defaultMaxRating,
    withTime: includedTime ?? dateType === 'dateTime',
    placeholder: placeholder ?? '',
  };
}

export function takesOptions(kind: KindName): boolean {
  return kind === 'consent' || kindOf(kind).hasOptions === true;
}

/** `stored` has what the form does not show. */
export function inputOf(values: FieldValues, stored?: EditableFieldFragment) {
  const { kind, name, description, type, options } = values;
  return {
    name: name.trim(),
    description: description.trim() || null,
    type,
    inputType: inputTypeOf(values, stored),
    configuration: configurationOf(values, stored),
    ...(takesOptions(kind) && {
      options: options.map(({ id, name: option, color, isArchived }, displayIndex) => ({
        ...(id !== undefined && { id }),
        name: option.trim(),
        color,
        isArchived,
        displayIndex,
      })),
    }),
  };
}

function inputTypeOf({ kind, asButtons }: FieldValues, stored?: EditableFieldFragment) {
  if (kind === 'choice') return asButtons ? 'RADIO_BUTTON' : 'SINGLE_SELECT';
  const { inputTypes } = kindOf(kind);
  return stored && inputTypes.includes(stored.inputType) ? stored.inputType : inputTypes[0];
}

function configurationOf(values: FieldValues, stored: EditableFieldFragment | undefined) {
  const { kind, min, max, maxRating, withTime, placeholder } = values;
  const { step = null, dateTimeFormat = null } = stored?.configuration ?? {};
  return {
    ...(kind === 'number' && { min: numberOf(min), max: numberOf(max), step }),
    ...(kind === 'rating' && { maxRating: numberOf(maxRating) }),
    ...(kind === 'date' && { dateType: withTime ? 'dateTime' : 'date', includedTime: withTime, dateTimeFormat }),
    placeholder: (kindOf(kind).isTyped && placeholder.trim()) || null,
  } as const satisfies CreateCustomFieldInput['configuration'];
}

/** What was left alone is not sent, but for the name: an input names at least one change. */
export function updateInputOf(values: FieldValues, stored: EditableFieldFragment): UpdateCustomFieldInput {
  const input = inputOf(values, stored);
  const { options, ...changes } = changesOf(inputOf(fieldValuesOf(stored), stored), input);
  return {
    id: stored.id,
    name: input.name,
    ...changes,
    ...(options && { options: optionChanges(options, stored.options) }),
  };
}

type OptionInput = NonNullable<ReturnType<typeof inputOf>['options']>[number];

/** Every option has its place in the list, so that an error names the right one; what others change meanwhile stays. */
function optionChanges(
  options: readonly OptionInput[],
  stored: EditableFieldFragment['options'],
): NonNullable<UpdateCustomFieldInput['options']> {
  const isMoved = options.some(({ id }, index) => id !== stored[index]?.id);
  return options.map(({ displayIndex, ...option }) => {
    const before = stored.find(({ id }) => id === option.id);
    const { id, ...own } = option;
    const changed = before ? changesOf<Partial<OptionInput>>(before, own) : own;
    return { ...(id !== undefined && { id }), ...changed, ...(isMoved && { displayIndex }) };
  });
}

/** What is wrong with the form, by the paths of its fields. */
export function fieldProblems({ kind, name, options, min, max, maxRating }: FieldValues): Record<string, string> {
  const live = options.filter(({ isArchived }) => !isArchived);
  const unnamed = takesOptions(kind) ? options.flatMap((option, index) => (option.name.trim() ? [] : [index])) : [];
  return {
    ...(name.trim() === '' && { name: 'Add a label' }),
    ...(kindOf(kind).hasOptions && live.length === 0 && { options: 'Add an option' }),
    ...Object.fromEntries(
      unnamed.map((index) => [
        `options.${index}.name`,
        kind === 'consent' ? 'Write what people agree to' : 'Name the option, or remove it',
      ]),
    ),
    ...(kind === 'number' && min !== '' && max !== '' && min > max && { max: 'Must be at least the minimum' }),
    ...(kind === 'rating' && maxRating === '' && { maxRating: 'Add the highest rating' }),
  };
}

/** The server writes `configuration.max` and `options[0].name`. */
export function fieldErrors(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, text]) => [
      path
        .replace(/^configuration\./, '')
        .replace(/^inputType$/, 'kind')
        .replaceAll(/\[(\d+)\]/g, '.$1'),
      text,
    ]),
  );
}
