import { field, type RecordOf } from '#src/domain/record.ts';
/**
 * The meaning of a field error, for programs. The texts beside the codes may be reworded; a code never changes its meaning, and
 * a new reason gets a new code.
 */
export const fieldErrorCodes = {
  required: 'It is missing: the field, or one of the fields that the message names.',
  invalid_type: 'It has another type: a text in the place of a number, or a fraction in the place of an integer.',
  invalid_format: 'The text is not written as the field takes it: e-mail address, E.164, date, instant, link.',
  invalid_characters: 'The text has characters that it must not have, such as control characters.',
  unknown_value: 'It is none of the values that the field takes.',
  unknown_field: 'There is no such field here.',
  too_small: 'The number is too small.',
  too_big: 'The number is too big.',
  too_precise: 'The number has more digits than the field holds, or does not fit its steps.',
  too_short: 'The text is empty or too short.',
  too_long: 'The text is too long.',
  too_weak: 'The password is easy to guess.',
  too_few: 'The list is empty or too short.',
  too_many: 'The list is too long.',
  out_of_range: 'The time or the page is outside of what is possible.',
  duplicate: 'It occurs twice in this request.',
  exactly_one: 'Exactly one of the fields that the message names must be given.',
  conflict: 'It contradicts another field of this request, or the record that another field names.',
  taken: 'Another record has this value.',
  not_found: 'The workspace has no such record, or you do not see it.',
  not_available: 'The time cannot be booked; `nextAvailable` has others.',
  not_allowed: 'The value exists, but you may not use it here.',
  invalid_state: 'The record is in a state that does not allow this: a cancelled call, a revoked key.',
  in_use: 'Other records need it.',
  limit_reached: 'The workspace, the record or the invitee has as many as it may have.',
  malformed: 'The body, the parameter or the header cannot be read.',
  invalid: 'It is invalid for another reason; the message has it.',
} as const satisfies Record<string, string>;

export type FieldErrorCode = keyof typeof fieldErrorCodes;

/** The reason why an input value is refused. The path leads from the input to the value; it is empty for the input itself. */
export interface Problem {
  readonly path: readonly PropertyKey[];
  readonly code: FieldErrorCode;
  readonly message: string;
  /** True if `fieldErrors` shows the message without the path: its text is fixed, or it names the place itself. */
  readonly asIs?: true | undefined;
}

/** The text that the contract fixes for an answer whose type no question of the event has. */
export const unaskedQuestionType = 'INVALID_INVITEE_QUESTION_TYPE';

export const fieldErrorRecord = {
  path: field
    .string(
      'Where the value is, below `input` for a mutation, such as `utm[0].utmValue`; null for the input as a whole.',
    )
    .nullable(),
  code: field.internal<FieldErrorCode>(),
  message: field.string('For people.'),
};
export interface FieldError extends RecordOf<typeof fieldErrorRecord> {}

/** A key of a body that the endpoint does not know. */
export interface UnknownKey {
  /** Such as `body.fristName`. */
  path: string;
  /** The most similar known name; null if none is similar. */
  nearest: string | null;
}

/** Messages for the whole input, and messages by field. */
export interface ValidationMessages {
  formErrors: string[];
  fieldErrors: Record<string, string[]>;
}

/** The reasons why an input is refused: messages for people, and each error for programs. */
export interface ValidationDetails extends ValidationMessages {
  errors: FieldError[];
  /** The next available times, at most three, if the requested one cannot be booked. */
  nextAvailable?: string[];
  /** The unknown keys of the body, if it has any. */
  unknown?: readonly UnknownKey[];
}

/** A list may have 10,000 wrong items: `errors` has the first of them. */
export const maxFieldErrors = 100;

export function detailsOf(problems: readonly Problem[]): ValidationDetails {
  const details: ValidationDetails = { formErrors: [], fieldErrors: {}, errors: [] };
  for (const { path, code, message, asIs } of problems) {
    const [field, ...inside] = path;
    if (field === undefined) details.formErrors.push(message);
    else addMessage(details.fieldErrors, String(field), asIs ? message : messageWithin(inside, message));
    addError(details.errors, { path: pathText(path), code, message });
  }
  return details;
}

/** The message for a record inside a field names the record's field, but not its position in a list. */
function messageWithin(inside: readonly PropertyKey[], message: string): string {
  const names = inside.filter((part) => typeof part === 'string');
  return names.length === 0 ? message : `${names.join('.')}: ${message}`;
}

function addMessage(fieldErrors: Record<string, string[]>, field: string, message: string): void {
  const messages = Object.hasOwn(fieldErrors, field) ? (fieldErrors[field] as string[]) : [];
  // 200 wrong ids are one message, not 200.
  if (!messages.includes(message)) messages.push(message);
  Object.defineProperty(fieldErrors, field, { value: messages, enumerable: true, configurable: true, writable: true });
}

/** Two rules of one field may refuse a value with the same words. */
function addError(errors: FieldError[], error: FieldError): void {
  if (errors.length === maxFieldErrors) return;
  if (errors.some(({ path, message }) => path === error.path && message === error.message)) return;
  errors.push(error);
}

export function pathText([field, ...inside]: readonly PropertyKey[]): string | null {
  if (field === undefined) return null;
  const steps = inside.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
  return `${String(field)}${steps.join('')}`;
}
