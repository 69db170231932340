import { z } from 'zod';
import { isInteger, unwrapped } from '#src/graphql/arguments.ts';
import type { RestInput } from '#src/graphql/context.ts';

type Coercion = (text: string) => unknown;

const noInput: RestInput = { values: {}, fieldErrors: {} };

/**
 * Reads query strings for an input, strictly: a parameter that appears twice or is no UTF-8 is an error of its field.
 * Unknown parameters are ignored, whatever they hold. Texts become what the input expects: numbers, booleans,
 * comma-separated lists. A text that does not look like its type stays as it is, for the input to refuse.
 */
export function queryReader(input: z.ZodObject): (queryString: string) => RestInput {
  const coercions = new Map(Object.entries(input.shape).map(([name, type]) => [name, coercion(type as z.ZodType)]));
  return (queryString) => {
    if (queryString === '') return noInput;
    const values: Record<string, unknown> = {};
    const fieldErrors: Record<string, string[]> = {};
    for (const part of queryString.split('&')) {
      const equals = part.indexOf('=');
      const name = decoded(equals === -1 ? part : part.slice(0, equals));
      const coerce = name === undefined ? undefined : coercions.get(name);
      if (name === undefined || !coerce) continue;
      const text = decoded(equals === -1 ? '' : part.slice(equals + 1));
      if (text === undefined) fieldErrors[name] = ['Must be percent-encoded UTF-8'];
      else if (Object.hasOwn(values, name)) fieldErrors[name] = ['Must be given once'];
      else values[name] = coerce(text);
    }
    return { values, fieldErrors };
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text);
  } catch {
    return undefined;
  }
}

function coercion(schema: z.ZodType): Coercion {
  const type = unwrapped(schema);
  if (type instanceof z.ZodNumber) return isInteger(type) ? integer : number;
  if (type instanceof z.ZodBoolean) return boolean;
  if (type instanceof z.ZodArray) return list(coercion(type.element as z.ZodType));
  return (text) => text;
}

/** Digits only: `1.0` is no way to write an integer, and more than 15 digits are no id, page or limit. */
function integer(text: string): unknown {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/** Plain decimal notation only: `1e3`, `0x10`, ` 5` and the empty text are no numbers here. */
function number(text: string): unknown {
  return /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text;
}

function boolean(text: string): unknown {
  return text === 'true' ? true : text === 'false' ? false : text;
}

/** Items are trimmed, empty ones dropped. */
function list(item: Coercion): Coercion {
  return (text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(item);
}
