import { field, type RecordOf } from '#src/domain/record.ts';
/**
 * The meaning of a field error, for programs. The texts beside the codes may be reworded; a code never changes its meaning, and
 * a new reason gets a new code.
 */
export const fieldErrorCodes = {
  required: 'The field, or one of the fields that the message names, is missing.',
  invalid_type: 'The value has the wrong type, such as text instead of a number, or a fraction instead of an integer.',
  invalid_format: 'The text has the wrong format for the field: email address, E.164, date, instant or link.',
  invalid_characters: 'The text contains characters that are not allowed, such as control characters.',
  unknown_value: 'The value is not one of the allowed values.',
  unknown_field: 'The field does not exist here.',
  too_small: 'The number is too small.',
  too_big: 'The number is too large.',
  too_precise: 'The number has too many digits for the field, or is not one of its allowed steps.',
  too_short: 'The text is empty or too short.',
  too_long: 'The text is too long.',
  too_weak: 'The password is easy to guess.',
  too_few: 'The list is empty or too short.',
  too_many: 'The list is too long.',
  out_of_range: 'The time or the page is outside the allowed range.',
  duplicate: 'The value occurs twice in this request.',
  exactly_one: 'Exactly one of the fields that the message names must be given.',
  conflict: 'The value conflicts with another field of this request, or with the record that another field names.',
  taken: 'Another record already has this value.',
  not_found: 'The record does not exist in the workspace, or you cannot see it.',
  not_available: 'The time cannot be booked; `nextAvailable` has alternatives.',
  not_allowed: 'The value exists, but you are not allowed to use it here.',
  invalid_state: "The record's state does not allow this, such as a cancelled call or a revoked key.",
  in_use: 'The record is in use by other records.',
  limit_reached: 'The workspace, the record or the invitee has reached a maximum.',
  malformed: 'The body, the parameter or the header cannot be read.',
  invalid: 'The value is invalid for another reason, which the message states.',
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
      'Path of the value, below `input` for a mutation, such as `utm[0].utmValue`; null for the input as a whole.',
    )
    .nullable(),
  code: field.internal<FieldErrorCode>(),
  message: field.string('Human-readable message.'),
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
    if (field === undefined) addText(details.formErrors, message);
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
  addText(messages, message);
  Object.defineProperty(fieldErrors, field, { value: messages, enumerable: true, configurable: true, writable: true });
}

/** 200 wrong ids are one message, not 200. */
function addText(messages: string[], message: string): void {
  if (messages.length < maxFieldErrors && !messages.includes(message)) messages.push(message);
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
