import leven from 'leven';
import { z } from 'zod';
import { pathText, type UnknownKey } from '#src/domain/field-errors.ts';
import { isRequired, unwrapped } from '#src/graphql/arguments.ts';

/** A body may have thousands of them. */
export const maxUnknownKeys = 20;

type Path = readonly PropertyKey[];

/** The keys of a body that its input does not know, in their order: the first of them, each with a name that may be meant. */
export function unknownKeys(body: object, input: z.ZodObject): UnknownKey[] {
  const found: UnknownKey[] = [];
  collect(body, input, ['body'], found);
  return found;
}

function collect(value: unknown, schema: z.ZodType, path: Path, found: UnknownKey[]): void {
  if (found.length === maxUnknownKeys || typeof value !== 'object' || value === null) return;
  const type = unwrapped(schema);
  if (type instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, type.element as z.ZodType, [...path, index], found);
  }
  if (!(type instanceof z.ZodObject) || Array.isArray(value)) return;
  for (const [key, inside] of Object.entries(value)) {
    const known = Object.hasOwn(type.shape, key) ? (type.shape[key] as z.ZodType) : undefined;
    if (known) collect(inside, known, [...path, key], found);
    else if (found.length < maxUnknownKeys) {
      found.push({ path: pathText([...path, shortName(key)]) as string, nearest: nearest(key, type, value) });
    }
  }
}

const maxNameLength = 100;

/** An unknown name as responses repeat it: its beginning, if it is long, so that the rest of a header or a body has room. */
export function shortName(name: string): string {
  if (name.length <= maxNameLength) return name;
  // A cut through a surrogate pair would leave half a character.
  return `${name.slice(0, maxNameLength).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A name this long is not compared: no known name is longer. */
const maxLength = 64;

/**
 * The known name that a name is meant to be: it differs by a letter in three, has the name in it, or is the id of the
 * record by its other name.
 */
function nearest(name: string, { shape }: z.ZodObject, body: object): string | null {
  if (name.length > maxLength) return null;
  const known = Object.keys(shape);
  const plain = plainName(name);
  const distances = known.map((each) => ({ each, distance: mistakesBetween(plain, plainName(each)) }));
  const [best] = distances.sort((one, other) => one.distance - other.distance);
  if (best && best.distance <= plain.length / 3) return best.each;
  const containing = plain.length >= 4 ? known.find((each) => plainName(each).includes(plain)) : undefined;
  return containing ?? otherId(name, shape, body) ?? null;
}

/** `id` where the endpoint requires a `contactId`, and `contactId` where it requires an `id`, unless the body has that. */
function otherId(name: string, shape: z.ZodObject['shape'], body: object): string | undefined {
  const isOther = name === 'id' ? (key: string) => key.endsWith('Id') : (key: string) => key === 'id';
  if (!/^id$|[a-z](Id|_id)$/.test(name)) return undefined;
  return Object.keys(shape).find(
    (key) => isOther(key) && isRequired(shape[key] as z.ZodType) && !Object.hasOwn(body, key),
  );
}

/** The same letters in another order are one mistake. */
function mistakesBetween(one: string, other: string): number {
  return lettersOf(one) === lettersOf(other) ? Number(one !== other) : leven(one, other);
}

function lettersOf(name: string): string {
  return [...name].sort().join('');
}

/** `first_name` and `FirstName` are the same name. */
function plainName(name: string): string {
  return name.replace(/[-_ ]/g, '').toLowerCase();
}
