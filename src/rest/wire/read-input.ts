import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { bodyError, formError } from '#src/domain/errors.ts';
import type { Problem } from '#src/domain/field-errors.ts';
import { plusKinds, timeScalars } from '#src/domain/input.ts';
import { isInteger } from '#src/graphql/arguments.ts';
import type { RestEndpoint } from '#src/graphql/rest-endpoint.ts';
import type { RestInput } from '#src/graphql/rest-request.ts';
import { unwrapped } from '#src/graphql/unwrapped.ts';
import { withoutExponent } from '#src/lib/decimal.ts';
import { type PlusKind, withPlus } from '#src/lib/network/query-plus.ts';
import { readJsonText } from '#src/lib/network/request-body.ts';
import { wireInput, wireReader } from './from-wire.ts';
import { type FoundKey, maxUnknownKeys, shortName, unknownKeys } from './unknown-keys.ts';

const defaultMaxBytes = 1024 * 1024;

/** Reads the JSON object of a request. Throws a domain error if the type is wrong, or the body is too large or no object. */
async function readJsonBody(request: IncomingMessage, maxBytes = defaultMaxBytes, reviver?: Reviver): Promise<object> {
  const text = await readJsonText(request, maxBytes);
  if (typeof text !== 'string') throw bodyError(text.problem);
  let value: unknown;
  try {
    value = JSON.parse(text, reviver);
  } catch {
    throw formError('malformed', 'Request body must be valid JSON');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw formError('malformed', 'Request body must be a JSON object');
}

/** A reviver whose context has the source text of a number. */
type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** Replaces text where `/v1` has a number: every input refuses this value. */
const notANumber = Symbol('not a number');

/** Receives the unknown keys of a body. */
export type UnknownHandler = (keys: readonly FoundKey[]) => void;

/**
 * Reads bodies for an endpoint. Inputs have decimals as text, while `/v1` has them as JSON numbers: the digits come from the
 * source text, because a double would lose some.
 */
export function bodyReader(endpoint: Pick<RestEndpoint, 'input' | 'maxBodyBytes' | 'wire'>) {
  const { wire = {}, maxBodyBytes } = endpoint;
  const read = wireReader(endpoint);
  const known = wireInput(endpoint);
  const decimals = Object.keys(wire).filter((name) => wire[name]?.type === 'number');
  const reviver: Reviver = (key, value, context) => {
    if (!decimals.includes(key)) return value;
    if (typeof value === 'string') return notANumber;
    return typeof value === 'number' ? withoutExponent(context?.source ?? String(value)) : value;
  };
  return async (request: IncomingMessage, onUnknown: UnknownHandler): Promise<RestInput> => {
    const body = await readJsonBody(request, maxBodyBytes, decimals.length > 0 ? reviver : undefined);
    const unknown = unknownKeys(body, known);
    if (unknown.length > 0) onUnknown(unknown);
    return read(body);
  };
}

type Coercion = (text: string) => unknown;

const noInput: RestInput = { values: {}, problems: [] };

/**
 * Reads query strings for an input. A parameter that appears twice or is not UTF-8 is an error of its field. Unknown parameters
 * are ignored. Text is converted to the types of the input: numbers, booleans, comma-separated lists. Malformed text stays
 * unchanged, so that the input refuses it.
 */
export function queryReader(input: z.ZodObject): (queryString: string) => RestInput {
  const readers = new Map(
    Object.entries(input.shape).map(([name, type]) => [
      name,
      { coerce: coercion(type as z.ZodType), kind: plusKindOf(type as z.ZodType) },
    ]),
  );
  return (queryString) => {
    if (queryString === '') return noInput;
    const values: Record<string, unknown> = {};
    const problems: Problem[] = [];
    for (const part of queryString.split('&')) {
      const equals = part.indexOf('=');
      const name = decoded(equals === -1 ? part : part.slice(0, equals));
      const reader = name === undefined ? undefined : readers.get(name);
      if (name === undefined || !reader) continue;
      const text = decoded(equals === -1 ? '' : withPlus(part.slice(equals + 1), reader.kind));
      if (text === undefined)
        problems.push({ path: [name], code: 'malformed', message: 'Must be percent-encoded UTF-8' });
      else if (Object.hasOwn(values, name))
        problems.push({ path: [name], code: 'duplicate', message: 'Must be given once' });
      else values[name] = reader.coerce(text);
    }
    return { values, problems };
  };
}

const maxUnknownCharacters = 1_000;

/** The names in a query string that the input does not have; long names are shortened. */
export function unknownParameters(queryString: string, input: z.ZodObject): string[] {
  return queryNames(queryString)
    .filter((name) => name !== '' && !Object.hasOwn(input.shape, name))
    .map(shortName);
}

/** Lists unknown names without duplicates, percent-encoded for a header. Undefined if there are none. */
export function unknownHeader(unknown: readonly string[]): string | undefined {
  const names = new Set(unknown.map((name) => encodeURIComponent(name.toWellFormed())));
  let header = '';
  for (const name of [...names].slice(0, maxUnknownKeys)) {
    const longer = header === '' ? name : `${header}, ${name}`;
    if (longer.length <= maxUnknownCharacters) header = longer;
  }
  return header || undefined;
}

/** The names in a query string, in their order. A name that is not UTF-8 stays encoded. */
export function queryNames(queryString: string): string[] {
  return queryString === '' ? [] : queryString.split('&').map(queryPartName);
}

/** The name in `name=value`. A name that is not UTF-8 stays encoded. */
export function queryPartName(part: string): string {
  const name = part.split('=', 1)[0] as string;
  return decoded(name) ?? name;
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

/** The kind of text, or of list items, in which a `+` need not be encoded as `%2B`. */
function plusKindOf(schema: z.ZodType): PlusKind | undefined {
  const type = unwrapped(schema);
  if (type instanceof z.ZodArray) return plusKindOf(type.element as z.ZodType);
  return timeScalars.get(type) ? 'instant' : plusKinds.get(type)?.kind;
}

/** Accepts digits only: `1.0` is not an integer, and no id, page or limit has more than 15 digits. */
function integer(text: string): unknown {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/** Accepts plain decimal notation only: `1e3`, `0x10`, ` 5` and the empty text are not numbers. */
function number(text: string): unknown {
  return /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text;
}

function boolean(text: string): unknown {
  return text === 'true' ? true : text === 'false' ? false : text;
}

/** Splits a list. Items are trimmed; empty items are dropped. */
function list(item: Coercion): Coercion {
  return (text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(item);
}
