import leven from 'leven';
import { z } from 'zod';
import { pathText, type UnknownKey } from '#src/domain/field-errors.ts';
import { unwrapped } from '#src/graphql/arguments.ts';

/** A body may have 10,000 of them. */
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
      found.push({ path: pathText([...path, key]) as string, nearest: nearest(key, Object.keys(type.shape)) });
    }
  }
}

/** Two names this long are not compared: no known name is longer. */
const maxLength = 64;

/** The known name that a name is meant to be: it differs by a letter in three, or has the name in it. */
function nearest(name: string, known: readonly string[]): string | null {
  if (name.length > maxLength) return null;
  const plain = plainName(name);
  const distances = known.map((each) => ({ each, distance: leven(plain, plainName(each)) }));
  const [best] = distances.sort((one, other) => one.distance - other.distance);
  if (best && best.distance <= plain.length / 3) return best.each;
  return (plain.length >= 4 && known.find((each) => plainName(each).includes(plain))) || null;
}

/** `first_name` and `FirstName` are the same name. */
function plainName(name: string): string {
  return name.replace(/[-_ ]/g, '').toLowerCase();
}
