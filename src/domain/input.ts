import { z } from 'zod';
import { isCalendarDay, isInstant } from '#src/lib/time-zones.ts';

/** The pieces that inputs are made of. They only check, and change nothing, so that checking twice is harmless. */

/** What a value must be, for zod; of one that is not there it is told that it must be. */
export const must = (message: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? 'Is required' : message),
});

const maxId = 2_147_483_647;

/** Of a page, in items. */
export const maxLimit = 100;
export const defaultLimit = 20;
const defaultRelatedLimit = 5;
const maxRelatedItem = 1_000;

export const id = () =>
  z.int(must('Must be an integer')).min(1, 'Must be at least 1').max(maxId, `Must be at most ${maxId}`);

export const idList = () => list(id());

export const enumeration = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, must(`Must be one of: ${values.join(', ')}`));

/** At most 200 items; an empty list is the same as none. */
export const list = <Item extends z.ZodType>(item: Item) =>
  z.array(item, must('Must be a list')).max(200, 'Must have at most 200 items');

export const text = (maxLength: number) =>
  z
    .string(must('Must be a string'))
    .max(maxLength, `Must be at most ${maxLength} characters`)
    .refine(isStorable, 'Must not contain control characters or broken Unicode');

export const email = () => text(255).regex(z.regexes.email, 'Invalid email format');

/** For a refinement: of these fields one is given, and no other. */
export function exactlyOne<Name extends string>(...names: Name[]) {
  return (input: Partial<Record<Name, unknown>>) => names.filter((name) => input[name] !== undefined).length === 1;
}

/** A whole day of the workspace's time zone, or an instant. */
export const dayOrInstant = () =>
  text(40).refine(
    (value) => isCalendarDay(value) || isInstant(value),
    'Must be an existing date (YYYY-MM-DD) or an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)',
  );

export const page = () =>
  z.int(must('Must be an integer')).min(0, 'Must be at least 0').max(maxId, `Must be at most ${maxId}`).default(0);

export const limit = () =>
  z
    .int(must('Must be an integer'))
    .min(1, 'Must be at least 1')
    .max(maxLimit, `Must be at most ${maxLimit}`)
    .default(defaultLimit);

/**
 * A page of a list inside a record. Fewer items than a list of its own gives, and only its beginning: lists within lists
 * multiply, and what stands before a page is read over.
 */
export const relatedListInput = z
  .object({
    page: page().describe(
      'Page number, from 0. The first 1,000 items are reached here, all of them by the root field.',
    ),
    limit: limit().default(defaultRelatedLimit).describe(`Items a page, 1 to ${maxLimit}.`),
  })
  .refine(({ page, limit }) => (page + 1) * limit <= maxRelatedItem, {
    path: ['page'],
    message: 'Must be within the first 1,000 items',
  });

/** PostgreSQL cannot hold a NUL byte, UTF-8 cannot hold half a surrogate pair; other control characters help nobody. */
function isStorable(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what this is for.
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value) && value.isWellFormed();
}
