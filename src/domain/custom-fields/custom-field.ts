/** What custom fields are about. Answers are stored for contacts and calls. */
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
export type DateType = (typeof dateTypes)[number];

/** Which of these a field may have follows from its input type. */
export interface CustomFieldConfiguration {
  /** Of a NUMBER: the bounds, both inclusive, and the distance of answers from each other, counted from min or from 0. */
  min?: number;
  max?: number;
  step?: number;
  /** Of a DATE: a calendar day or an instant; includedTime says the same as a boolean. */
  dateType?: DateType;
  includedTime?: boolean;
  /** Of a DATE: how it is shown. Answers are ISO 8601 whatever stands here. */
  dateTimeFormat?: string;
  /** Of a RATING: the best; answers are whole numbers from 1. */
  maxRating?: number;
  placeholder?: string;
}

/** The best of a RATING that does not say it. */
export const defaultMaxRating = 5;

/** An answer holds the names of its options; renaming an option renames it in the answers as well. */
export interface CustomFieldOption {
  id: number;
  name: string;
  color: string | null;
  icon: string | null;
  displayIndex: number;
  isDefault: boolean;
  /** Kept for the answers that have it, refused in new ones. */
  isArchived: boolean;
  category: string | null;
  tooltip: string | null;
}

/** The record as both doors tell it. Options are in the order of their displayIndex, archived ones among them. */
export interface CustomField {
  id: number;
  name: string;
  /** Kebab-case, unique in workspace and type. */
  identifier: string;
  description: string | null;
  type: ObjectType;
  inputType: InputType;
  configuration: CustomFieldConfiguration;
  options: CustomFieldOption[];
  hidden: boolean;
  isSystemField: boolean;
  displayIndex: number;
  createdAt: string;
  updatedAt: string;
  /** Those that ask for the field when booking; there only where they were asked for. */
  events?: AskingEvent[];
}

export interface AskingEvent {
  id: number;
  name: string;
  linkPrefix: string;
}

export interface CustomFieldPage {
  count: number;
  data: CustomField[];
  hasMore: boolean;
  nextPage: number | null;
}

export type CustomFieldsByType = Record<ObjectType, CustomFieldPage>;

/** Whether the answers of a DATE are instants; else they are calendar days. */
export function includesTime({ dateType, includedTime }: CustomFieldConfiguration): boolean {
  return includedTime ?? dateType === 'dateTime';
}

/** The input types whose answers can be filtered on: long texts and addresses are not. */
export const filterableInputTypes = inputTypes.filter((inputType) => inputType !== 'TEXT_AREA' && inputType !== 'URL');
