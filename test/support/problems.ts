import { problemsOf } from '#src/domain/zod-issues.ts';

/** A schema of an input. */
export interface Schema {
  safeParse(input: unknown): { readonly error?: { readonly issues: readonly object[] } | undefined };
}

/** What is wrong with an input, each problem as its path, code and message. */
export function problemsIn(schema: Schema, input: unknown): string[] {
  return foundIn(schema, input).map(({ path, code, message }) => `${path.join('.')} ${code} ${message}`);
}

/** The same without the messages, which depend on limits that other tests are about. */
export function codesIn(schema: Schema, input: unknown): string[] {
  return foundIn(schema, input).map(({ path, code }) => `${path.join('.')} ${code}`);
}

/** What is wrong with an input as a whole, each as its code and message. */
export function formErrorsIn(schema: Schema, input: unknown): string[] {
  return foundIn(schema, input)
    .filter(({ path }) => path.length === 0)
    .map(({ code, message }) => `${code} ${message}`);
}

function foundIn(schema: Schema, input: unknown) {
  return problemsOf(schema.safeParse(input).error?.issues ?? []);
}
