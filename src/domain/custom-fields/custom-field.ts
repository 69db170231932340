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
type DateType = (typeof dateTypes)[number];

/** The input type of a field decides which of these keys it may have. */
export interface CustomFieldConfiguration {
  /** Of a NUMBER: the bounds, both inclusive, and the step between answers, counted from min or from 0. */
  min?: number;
  max?: number;
  step?: number;
  /** Of a DATE: a calendar day or an instant; includedTime says the same as a boolean. */
  dateType?: DateType;
  includedTime?: boolean;
  /** Of a DATE: the display format. Answers are ISO 8601 in every case. */
  dateTimeFormat?: string;
  /** Of a RATING: the highest answer; answers are whole numbers from 1. */
  maxRating?: number;
  placeholder?: string;
}

/** The highest answer of a RATING without a maxRating. */
export const defaultMaxRating = 5;

/** An answer holds the names of its options; renaming an option renames it in the answers as well. */
export interface CustomFieldOption {
  id: number;
  name: string;
  color: string | null;
  icon: string | null;
  displayIndex: number;
  isDefault: boolean;
  /** Existing answers keep an archived option; new answers may not use it. */
  isArchived: boolean;
  category: string | null;
  tooltip: string | null;
}

/** The record in REST and GraphQL. Options are in the order of their displayIndex and include archived ones. */
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
  /** The events that ask for the field when booking; absent unless the request includes relations. */
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
  nextCursor: string | null;
}

export type CustomFieldsByType = Record<ObjectType, CustomFieldPage>;

/** Whether the answers of a DATE are instants; else they are calendar days. */
export function includesTime({ dateType, includedTime }: CustomFieldConfiguration): boolean {
  return includedTime ?? dateType === 'dateTime';
}

/** The input types whose answers can be filtered on: long texts and addresses are not. */
export const filterableInputTypes = inputTypes.filter((inputType) => inputType !== 'TEXT_AREA' && inputType !== 'URL');
