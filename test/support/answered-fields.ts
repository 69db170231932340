import type { AnsweredField } from '#src/domain/custom-fields/answer.ts';
import type { InputType } from '#src/domain/custom-fields/custom-field.ts';

/** A field of an input type, with options whose names and ids are easily mixed up. */
export function answeredField(
  inputType: InputType,
  configuration: AnsweredField['configuration'] = {},
  options: AnsweredField['options'] = mixedOptions,
): AnsweredField {
  return { id: 1, identifier: 'field', name: 'Field', type: 'CONTACT', inputType, configuration, options };
}

/** The second one is named like the third one's id. */
const mixedOptions: AnsweredField['options'] = [
  { id: 11, name: 'Red', isArchived: false },
  { id: 12, name: '99', isArchived: false },
  { id: 13, name: 'Blue', isArchived: false },
  { id: 14, name: 'Gone', isArchived: true },
];

export const memberIds: ReadonlySet<number> = new Set([7, 8]);
