import { z } from 'zod';
import { isInteger, unwrapped } from '#src/graphql/arguments.ts';

type Coercion = (text: string) => unknown;

/**
 * Turns the texts of a query string into what the input expects: numbers, booleans, comma-separated lists. What does
 * not look like its type stays as it is, for the input to refuse in its own words.
 */
export function queryCoercion(
  input: z.ZodObject,
): (values: Readonly<Record<string, string>>) => Record<string, unknown> {
  const coercions = new Map(Object.entries(input.shape).map(([name, type]) => [name, coercion(type as z.ZodType)]));
  return (values) =>
    Object.fromEntries(Object.entries(values).map(([name, text]) => [name, coercions.get(name)?.(text) ?? text]));
}

function coercion(schema: z.ZodType): Coercion {
  const type = unwrapped(schema);
  if (type instanceof z.ZodNumber) return isInteger(type) ? integer : number;
  if (type instanceof z.ZodBoolean) return boolean;
  if (type instanceof z.ZodArray) return list(coercion(type.element as z.ZodType));
  return (text) => text;
}

/** Digits only: `1.0` is no way to write an integer, and more than 15 of them are no id, page or limit. */
function integer(text: string): unknown {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/** Plain decimal notation only: `1e3`, `0x10`, ` 5` and `` are no numbers here. */
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
