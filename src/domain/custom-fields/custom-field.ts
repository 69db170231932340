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
  min: field.float('Of a NUMBER: the minimum.').nullable(),
  max: field.float('Of a NUMBER: the maximum.').nullable(),
  step: field.float('Of a NUMBER: the distance between answers.').nullable(),
  dateType: field.oneOf(dateTypes, 'Of a DATE: day or instant.').nullable(),
  dateTimeFormat: field.string('Of a DATE: how it is shown.').nullable(),
  includedTime: field.boolean('Of a DATE: whether it has a time.').nullable(),
  maxRating: field.int('Of a RATING: the best; 5 if null.').nullable(),
  placeholder: field.string('Shown while there is no answer.').nullable(),
};
type AllConfiguration = RecordOf<typeof customFieldConfigurationRecord>;
/** Only the keys that have a value: responses have null for the others. */
export type CustomFieldConfiguration = { [Name in keyof AllConfiguration]?: NonNullable<AllConfiguration[Name]> };

/** The highest answer of a RATING without a maxRating. */
export const defaultMaxRating = 5;

/** An answer holds the names of its options; renaming an option renames it in the answers as well. */
export const customFieldOptionRecord = {
  id: field.int('Option id.'),
  name: field.string('Name, unique in the field.'),
  color: field.string('Color.').nullable(),
  icon: field.string('Icon.').nullable(),
  displayIndex: field.int('Its place.'),
  isDefault: field.boolean('Whether it is chosen to begin with.'),
  isArchived: field.boolean('Whether new answers with it are refused.'),
  category: field.string('The group that it is shown in.').nullable(),
  tooltip: field.string('An explanation.').nullable(),
};
export interface CustomFieldOption extends RecordOf<typeof customFieldOptionRecord> {}

/** The record in REST and GraphQL. Options are in the order of their displayIndex and include archived ones. */
export const customFieldRecord = {
  id: field.int('Custom field id; negative for an invitee question.'),
  name: field.string('Name.'),
  identifier: field.string('Kebab-case, unique in workspace and type.'),
  description: field.string('What it is for.').nullable(),
  type: field.oneOf(objectTypes, 'What it is about.'),
  inputType: field.oneOf(inputTypes, 'How it is answered.'),
  configuration: field
    .object(customFieldConfigurationRecord, 'What the type leaves open.')
    .holding<CustomFieldConfiguration>(),
  options: field.objects(customFieldOptionRecord, 'Its options, archived ones among them.'),
  hidden: field.boolean('Whether the lists of visible fields leave it out.'),
  isSystemField: field.boolean('Whether every workspace has it from the start.'),
  displayIndex: field.int('Its place among the fields of its type.'),
  createdAt: field.dateTime('When it was made.'),
  updatedAt: field.dateTime('When it was last changed.'),
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
  count: field.int('All fields that match.'),
  data: field.objects(customFieldRecord, 'The fields of this page.'),
  hasMore: field.boolean('Whether there is a page after this one.'),
  nextPage: field.int('The number of the page after this one.').nullable(),
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
