import leven from 'leven';
import { z } from 'zod';
import { type Problem, pathText, type UnknownKey } from '#src/domain/field-errors.ts';
import { isRequired } from '#src/graphql/arguments.ts';
import { unwrapped } from '#src/graphql/unwrapped.ts';
import { maxComparedLength, nearestName } from '#src/lib/nearest-name.ts';

/** The maximum number of reported keys: a body may have thousands of unknown ones. */
export const maxUnknownKeys = 20;

type Path = readonly PropertyKey[];

/** An unknown key, and its path in the body. */
export interface FoundKey extends UnknownKey {
  readonly place: Path;
  /** True for a probable misspelling: its value would be lost if the key were ignored. */
  readonly isNearMiss: boolean;
}

/**
 * The first unknown keys of a body, in order, each with the name that is probably meant, followed by the same number of near
 * misses at most.
 */
export function unknownKeys(body: object, input: z.ZodObject): FoundKey[] {
  const found: FoundKey[] = [];
  collect(body, input, [], found);
  return found;
}

/** The problem to report for a name that must not be ignored. */
export function unknownProblem({ place, nearest }: Pick<FoundKey, 'place' | 'nearest'>): Problem {
  const message = nearest === null ? 'Is unknown' : `Is unknown: did you mean ${nearest}?`;
  return { path: place, code: 'unknown_field', message };
}

function collect(value: unknown, schema: z.ZodType, path: Path, found: FoundKey[]): void {
  if (typeof value !== 'object' || value === null) return;
  const type = unwrapped(schema);
  if (type instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, type.element as z.ZodType, [...path, index], found);
  }
  if (!(type instanceof z.ZodObject) || Array.isArray(value)) return;
  for (const [key, inside] of Object.entries(value)) {
    const known = Object.hasOwn(type.shape, key) ? (type.shape[key] as z.ZodType) : undefined;
    if (known) collect(inside, known, [...path, key], found);
    else addUnknown(key, { value, type, path }, found);
  }
}

function addUnknown(
  key: string,
  { value, type, path }: { readonly value: object; readonly type: z.ZodObject; readonly path: Path },
  found: FoundKey[],
): void {
  const near = nearMiss(key, type, value);
  // Continue beyond the limit, so that many other keys do not hide a near miss.
  if (found.length >= (near === undefined ? maxUnknownKeys : 2 * maxUnknownKeys)) return;
  const place = [...path, shortName(key)];
  const text = pathText(['body', ...place]) as string;
  const isNearMiss = near !== undefined;
  found.push({
    path: text,
    nearest: near ?? nearestName(key, Object.keys(type.shape)) ?? otherId(key, type.shape, value) ?? null,
    place,
    isNearMiss,
  });
}

/** A shorter name is more often a different word than a misspelling. */
const minNearLength = 6;
const maxSlips = 2;

/** The known name that is absent from the object and differs from this one by at most two letters. */
function nearMiss(name: string, { shape }: z.ZodObject, body: object): string | undefined {
  if (name.length < minNearLength || name.length > maxComparedLength) return undefined;
  const absent = Object.keys(shape).filter(
    (known) => Math.abs(known.length - name.length) <= maxSlips && !Object.hasOwn(body, known),
  );
  const slips = absent.map((known) => ({ known, count: leven(name, known) }));
  const [best] = slips.sort((one, other) => one.count - other.count);
  return best && best.count <= maxSlips ? best.known : undefined;
}

const maxNameLength = 100;

/** Shortens a long unknown name for responses, so that the rest of a header or body has room. */
export function shortName(name: string): string {
  if (name.length <= maxNameLength) return name;
  // A cut through a surrogate pair would leave half a character.
  return `${name.slice(0, maxNameLength).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Suggests a required `contactId` for `id`, and a required `id` for `contactId`, unless the body has it. */
function otherId(name: string, shape: z.ZodObject['shape'], body: object): string | undefined {
  const isOther = name === 'id' ? (key: string) => key.endsWith('Id') : (key: string) => key === 'id';
  if (!/^id$|[a-z](Id|_id)$/.test(name)) return undefined;
  return Object.keys(shape).find(
    (key) => isOther(key) && isRequired(shape[key] as z.ZodType) && !Object.hasOwn(body, key),
  );
}
