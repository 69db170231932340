import { field, type RecordOf } from '#src/domain/record.ts';
/** The types of records that custom fields describe. */
export const objectTypes = ['CONTACT', 'CALL', 'EVENT', 'DEAL', 'USER'] as const;
export type ObjectType = (typeof objectTypes)[number];

export const inputTypes = [
  'TEXT',
  'TEXT_AREA',
  'NUMBER',
  'DATE',
  'URL',
  'EMAIL',
  'PHONE',
  'SINGLE_SELECT',
  'MULTIPLE_SELECT',
  'RADIO_BUTTON',
  'CHECK_BOX',
  'RATING',
  'USER',
  'USERS_MULTIPLE',
] as const;
export type InputType = (typeof inputTypes)[number];

/** The input types whose answers are options. */
export const selectInputTypes = ['SINGLE_SELECT', 'MULTIPLE_SELECT', 'RADIO_BUTTON', 'CHECK_BOX'] as const;

export function isSelect(inputType: InputType): inputType is (typeof selectInputTypes)[number] {
  return (selectInputTypes as readonly InputType[]).includes(inputType);
}

export const dateTypes = ['date', 'dateTime'] as const;

/** The input type of a field decides which of these keys it may have. */
export const customFieldConfigurationRecord = {
  min: field.float('NUMBER: the minimum.').nullable(),
  max: field.float('NUMBER: the maximum.').nullable(),
  step: field.float('NUMBER: the step between allowed answers.').nullable(),
  dateType: field.oneOf(dateTypes, 'DATE: a calendar day or an instant.').nullable(),
  dateTimeFormat: field.string('DATE: the display format.').nullable(),
  includedTime: field.boolean('DATE: true if it includes a time.').nullable(),
  maxRating: field.int('RATING: the highest rating; null means 5.').nullable(),
  placeholder: field.string('Placeholder text that is shown while the field is empty.').nullable(),
};
type AllConfiguration = RecordOf<typeof customFieldConfigurationRecord>;
/** Only the keys that have a value: responses have null for the others. */
export type CustomFieldConfiguration = { [Name in keyof AllConfiguration]?: NonNullable<AllConfiguration[Name]> };

/** The highest answer of a RATING without a maxRating. */
export const defaultMaxRating = 5;

/** An answer holds the names of its options; renaming an option renames it in the answers as well. */
export const customFieldOptionRecord = {
  id: field.int('Option id.'),
  name: field.string('Name of the option, unique in the field.'),
  color: field.string('Color of the option.').nullable(),
  icon: field.string('Icon of the option.').nullable(),
  displayIndex: field.int('Position of the option, ascending.'),
  isDefault: field.boolean('True if the option is selected by default.'),
  isArchived: field.boolean('True if the option is archived: new answers cannot use it.'),
  category: field.string('Group in which the option is shown.').nullable(),
  tooltip: field.string('Help text.').nullable(),
};
export interface CustomFieldOption extends RecordOf<typeof customFieldOptionRecord> {}

/** The record in REST and GraphQL. Options are in the order of their displayIndex and include archived ones. */
export const customFieldRecord = {
  id: field.int('Custom field id. Invitee questions have negative ids.'),
  name: field.string('Name of the field.'),
  identifier: field.string('Identifier in kebab-case, unique per workspace and type.'),
  description: field.string('Description of the field.').nullable(),
  type: field.oneOf(objectTypes, 'Type of record that the field belongs to.'),
  inputType: field.oneOf(inputTypes, 'Input type: how the field is answered.'),
  configuration: field
    .object(customFieldConfigurationRecord, 'Settings of the input type.')
    .holding<CustomFieldConfiguration>(),
  options: field.objects(customFieldOptionRecord, 'Options of the field, including archived ones.'),
  hidden: field.boolean('True if the field is hidden: lists of visible fields omit it.'),
  isSystemField: field.boolean('True for a system field, which every workspace has from the start.'),
  displayIndex: field.int('Position of the field among the fields of its type, ascending.'),
  createdAt: field.dateTime('When the field was created.'),
  updatedAt: field.dateTime('When the field was last changed.'),
};
export interface CustomField extends RecordOf<typeof customFieldRecord> {
  /** The events that ask for the field when booking; absent unless the request includes relations. */
  events?: AskingEvent[];
}

export interface AskingEvent {
  id: number;
  name: string;
  linkPrefix: string;
}

export const customFieldPageRecord = {
  count: field.int('Total number of matching fields.'),
  data: field.objects(customFieldRecord, 'The fields of this page.'),
  hasMore: field.boolean('True if there is a next page.'),
  nextPage: field.int('Number of the next page; null on the last page.').nullable(),
  nextCursor: field.internal<string | null>(),
};
export interface CustomFieldPage extends RecordOf<typeof customFieldPageRecord> {}

export type CustomFieldsByType = Record<ObjectType, CustomFieldPage>;

/** True if the answers of a DATE are instants, false if they are calendar days. */
export function includesTime({ dateType, includedTime }: CustomFieldConfiguration): boolean {
  return includedTime ?? dateType === 'dateTime';
}

/** The input types whose answers can be filtered on: long texts and addresses are not. */
export const filterableInputTypes = inputTypes.filter((inputType) => inputType !== 'TEXT_AREA' && inputType !== 'URL');
