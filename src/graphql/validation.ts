import { z } from 'zod';
import type { DomainError } from '#src/domain/errors.ts';
import { invalidInput } from '#src/domain/errors.ts';
import type { Problem } from '#src/domain/field-errors.ts';
import { problemsOf } from '#src/domain/zod-issues.ts';
import type { RestInput } from './rest-request.ts';

export function invalid(issues: readonly object[]): DomainError {
  return invalidInput(problemsOf(issues));
}

/** The parsed input of a REST request. */
export function parseInput(
  input: z.ZodObject,
  { values, problems: unreadable, sentNames = new Map() }: RestInput,
): object {
  const result = input.safeParse(values);
  if (result.success && unreadable.length === 0) return result.data;
  // An unknown name inside a field does not hide other problems of the field.
  const unread = new Set(unreadable.filter(({ code }) => code !== 'unknown_field').map(({ path: [field] }) => field));
  const problems = problemsOf(result.error?.issues ?? []).filter(({ path: [field] }) => !unread.has(field ?? ''));
  throw invalidInput([...problems.map((problem) => asSent(problem, sentNames)), ...unreadable]);
}

/** The problem with the name that the caller used for the field. */
function asSent(problem: Problem, sentNames: NonNullable<RestInput['sentNames']>): Problem {
  const [field, ...inside] = problem.path;
  const name = field === undefined ? undefined : sentNames.get(field);
  return name === undefined ? problem : { ...problem, path: [name, ...inside] };
}

/** For query arguments: an explicit null is the same as an omitted argument. */
export function withoutNulls<Input extends z.ZodObject>(input: Input) {
  return z.preprocess(
    (args) => Object.fromEntries(Object.entries(args as object).filter(([, value]) => value !== null)),
    input,
  ) as unknown as Input;
}

/** Gives validated arguments their type: the field's validation has already replaced them by the parsed input. */
export function parsed<Input extends z.ZodObject>(_input: Input, args: object): z.output<Input> {
  return args as z.output<Input>;
}
