import { type CustomField, filterableInputTypes, type InputType } from './custom-field.ts';

/** What invitees are asked when booking, told as fields of CONTACT: there is no such field to answer or to change. */
export const inviteeQuestionFields: readonly CustomField[] = (
  [
    ['E-mail', 'invitee-email', 'EMAIL'],
    ['Phone number', 'invitee-phone-no', 'PHONE'],
    ['Name', 'invitee-name', 'TEXT'],
    ['First name', 'invitee-first-name', 'TEXT'],
    ['Last name', 'invitee-last-name', 'TEXT'],
  ] as const
).map(([name, identifier, inputType], place) => ({
  ...{
    id: -1 - place,
    name,
    identifier,
    description: null,
    type: 'CONTACT',
    inputType,
    configuration: {},
    options: [],
  },
  ...{ hidden: false, isSystemField: true, displayIndex: place },
  ...{ createdAt: '1970-01-01T00:00:00.000Z', updatedAt: '1970-01-01T00:00:00.000Z' },
}));

export interface FieldFilter {
  readonly inputTypes?: readonly InputType[];
  readonly hidden?: boolean;
  readonly searchWords?: readonly string[];
}

export function matchingInviteeQuestions({ inputTypes, hidden, searchWords = [] }: FieldFilter): CustomField[] {
  return inviteeQuestionFields.filter(({ name, identifier, inputType }) => {
    const text = `${name}\n${identifier}`.toLowerCase();
    return (
      hidden !== true &&
      (inputTypes?.includes(inputType) ?? true) &&
      searchWords.every((word) => text.includes(word.toLowerCase()))
    );
  });
}

/** Undefined where no input type is left out, empty where all are. */
export function soughtInputTypes(given: readonly InputType[] | undefined, forFilters: boolean | undefined) {
  if (!forFilters) return given;
  return filterableInputTypes.filter((inputType) => given?.includes(inputType) ?? true);
}
