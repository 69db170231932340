import { expect } from 'vitest';
import { type FieldError, fieldErrorCodes } from '#src/domain/field-errors.ts';

type Messages = Record<string, string[]>;

/** A 400 of the contract's variant A, with its exact body. */
export function variantA(
  fieldErrors: Messages,
  endpoint = '/v1/eventCalls',
  method = 'GET',
  unknown: readonly string[] = [],
) {
  return {
    message: { status: 400, details: { ...detailsWith({ fieldErrors }), ...unknownKeys(unknown) }, endpoint, method },
  };
}

/** What the details say of keys of the body that the endpoint does not know: their paths, each with any name or none. */
function unknownKeys(names: readonly string[]): object {
  const nearest = expect.toSatisfy((name: unknown) => name === null || typeof name === 'string');
  return names.length === 0 ? {} : { unknown: names.map((name) => ({ path: `body.${name}`, nearest })) };
}

/** A 400 about the whole input rather than a field. */
export function variantAForm(formErrors: string[], endpoint: string, method: string, unknown: readonly string[] = []) {
  return {
    message: { status: 400, details: { ...detailsWith({ formErrors }), ...unknownKeys(unknown) }, endpoint, method },
  };
}

/**
 * The details of a refused input: exactly these messages, and `errors` that says the same for programs. The exact paths
 * and codes of some errors are in `rest/field-errors.test.ts`.
 */
export function detailsWith<Rest extends object>({
  formErrors = [],
  fieldErrors = {},
  ...rest
}: { formErrors?: string[]; fieldErrors?: Messages } & Rest) {
  return { formErrors, fieldErrors, errors: errorsFor(formErrors, fieldErrors), ...rest };
}

/** Matches `errors` with a code of its own for each message of the form and the fields, and for nothing else. */
function errorsFor(formErrors: string[], fieldErrors: Messages): FieldError[] {
  const messagesOf = (field: string | undefined) => (field === undefined ? formErrors : fieldErrors[field]) ?? [];
  return expect.toSatisfy((errors: unknown) => {
    if (!Array.isArray(errors) || !errors.every(isFieldError)) return false;
    const found = errors.map(({ path, message }) => [path?.split(/[.[]/)[0], message] as const);
    const isFound = (field: string | undefined, text: string) =>
      found.some(([name, message]) => name === field && says(text, message));
    return (
      found.every(([name, message]) => messagesOf(name).some((text) => says(text, message))) &&
      formErrors.every((text) => isFound(undefined, text)) &&
      Object.entries(fieldErrors).every(([field, texts]) => texts.every((text) => isFound(field, text)))
    );
  });
}

function isFieldError(error: FieldError): boolean {
  return (
    Object.keys(error).join() === 'path,code,message' &&
    error.code !== 'invalid' &&
    Object.hasOwn(fieldErrorCodes, error.code)
  );
}

/** `fieldErrors` has the path within the field before the message. The expected text may be a matcher. */
function says(text: string, message: string): boolean {
  return typeof text !== 'string' || text === message || text.endsWith(`: ${message}`);
}
