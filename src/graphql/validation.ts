import { z } from 'zod';
import { DomainError, type ValidationDetails } from '#src/domain/errors.ts';

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Issues as messages by field: a problem inside a field is listed under the field's name. */
export function validationDetails(issues: readonly Issue[]): ValidationDetails {
  const details: ValidationDetails = { formErrors: [], fieldErrors: {} };
  for (const { path, message } of issues) {
    const [field, ...inside] = fieldOf((path ?? []).map((part) => (typeof part === 'object' ? part.key : part)));
    if (field === undefined) details.formErrors.push(message);
    else add(details.fieldErrors, String(field), messageWithin(inside, message));
  }
  return details;
}

/** A mutation's one argument is called `input`: its fields are the caller's fields. */
function fieldOf([first, ...inside]: readonly PropertyKey[]): readonly PropertyKey[] {
  return first === 'input' ? inside : first === undefined ? [] : [first, ...inside];
}

/** The message for a record inside a field names the record's field, but not its position in a list. */
function messageWithin(inside: readonly PropertyKey[], message: string): string {
  const names = inside.filter((part) => typeof part === 'string');
  return names.length === 0 ? message : `${names.join('.')}: ${message}`;
}

function add(fieldErrors: Record<string, string[]>, field: string, message: string): void {
  const messages = Object.hasOwn(fieldErrors, field) ? (fieldErrors[field] as string[]) : [];
  // 200 wrong ids are one message, not 200.
  if (!messages.includes(message)) messages.push(message);
  Object.defineProperty(fieldErrors, field, { value: messages, enumerable: true, configurable: true, writable: true });
}

export function invalid(issues: readonly Issue[]): DomainError {
  return new DomainError('VALIDATION_FAILED', { details: validationDetails(issues) });
}

/** The parsed input of a REST request; `unreadable` are fields that could not be read as text. */
export function parseInput(input: z.ZodObject, values: object, unreadable: ValidationDetails['fieldErrors']): object {
  const result = input.safeParse(values);
  if (result.success && Object.keys(unreadable).length === 0) return result.data;
  const details = validationDetails(result.success ? [] : result.error.issues);
  throw new DomainError('VALIDATION_FAILED', {
    details: { ...details, fieldErrors: { ...details.fieldErrors, ...unreadable } },
  });
}

/** For arguments of queries: an explicit null is the same as leaving the argument out. */
export function withoutNulls<Input extends z.ZodObject>(input: Input) {
  return z.preprocess(
    (args) => Object.fromEntries(Object.entries(args as object).filter(([, value]) => value !== null)),
    input,
  ) as unknown as Input;
}

/** Arguments that the field's validation has replaced by the input's output already: this only gives them their type. */
export function parsed<Input extends z.ZodObject>(_input: Input, args: object): z.output<Input> {
  return args as z.output<Input>;
}
