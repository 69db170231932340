import type { z } from 'zod';
import { type FieldErrorCode, type Problem, unaskedQuestionType } from './field-errors.ts';
import { requiredMessage } from './input.ts';

/** An issue of zod, or one that Pothos derived from it. */
interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  readonly code?: z.core.$ZodIssue['code'] | undefined;
  readonly origin?: string;
  readonly params?: { readonly code?: FieldErrorCode; readonly asIs?: true | undefined };
}

/** The problems of an input, as field errors report them. */
export function problemsOf(issues: readonly object[]): Problem[] {
  return (issues as readonly Issue[]).map((issue) => ({
    path: fieldOf((issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part))),
    code: codeOf(issue),
    message: issue.message,
    // The issue of an enumeration has no params.
    ...((issue.params?.asIs || issue.message === unaskedQuestionType) && { asIs: true as const }),
  }));
}

/** A mutation's one argument is called `input`: its fields are the caller's fields. */
function fieldOf([first, ...inside]: readonly PropertyKey[]): readonly PropertyKey[] {
  return first === 'input' ? inside : first === undefined ? [] : [first, ...inside];
}

function codeOf({ code, message, origin, params }: Issue): FieldErrorCode {
  // Zod has no issue for a missing value.
  if (message === requiredMessage) return 'required';
  switch (code) {
    case 'invalid_type':
    case 'invalid_format':
      return code;
    case 'invalid_value':
      return 'unknown_value';
    case 'unrecognized_keys':
      return 'unknown_field';
    case 'too_small':
      return origin === 'string' ? 'too_short' : origin === 'array' ? 'too_few' : 'too_small';
    case 'too_big':
      return origin === 'string' ? 'too_long' : origin === 'array' ? 'too_many' : 'too_big';
    default:
      return params?.code ?? 'invalid';
  }
}
