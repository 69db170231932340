import { z } from 'zod';
import { coded, dayOrInstant, enumeration, integer, maxId, text } from './input.ts';

/** The maximum of items per page. */
export const maxLimit = 100;
export const defaultLimit = 20;
const defaultRelatedLimit = 5;
export const maxRelatedItem = 1_000;

export const rangeBound = (bound: 'Start' | 'End', field: string) =>
  dayOrInstant()
    .optional()
    .describe(
      `${bound} of the range of ${field}, inclusive: YYYY-MM-DD (the whole day in the workspace's time zone) or an ISO 8601 instant.`,
    );

export const page = () => integer(0, maxId).default(0);

/** Ranges of the times that every record has. */
export const recordTimes = () => ({
  createdFrom: rangeBound('Start', 'createdAt'),
  createdTo: rangeBound('End', 'createdAt'),
  updatedFrom: rangeBound('Start', 'updatedAt'),
  updatedTo: rangeBound('End', 'updatedAt'),
});

export const limit = () => integer(1, maxLimit).default(defaultLimit);

/** The longest cursor of a list is shorter than this. */
const maxCursorLength = 5_000;

/** `start` or the cursor of a page. */
export const cursor = () => text(maxCursorLength).optional();

/** The fields of a list input that choose a page. A list must know whether `page` is given, so it has no default here. */
export const pageOf = (items: string) => ({
  page: integer(0, maxId)
    .optional()
    .meta({ default: 0 })
    .describe('Page number, starting at 0. Cannot be combined with `cursor`.'),
  limit: limit().describe(`${items} per page, 1 to ${maxLimit}.`),
  cursor: cursor().describe(
    '`start`, or the `nextCursor` of the previous page. The cursor includes the filters and the order: omit them, or send the same ones again. Pages sorted by `id` or `createdAt` miss no item that exists throughout, and repeat none.',
  ),
});

export const orderDirections = ['asc', 'desc'] as const;

/** The fields of a list input that choose the order. The first column is the default. */
export const orderOf = <const Columns extends readonly [string, ...string[]]>(items: string, columns: Columns) => ({
  orderColumn: enumeration(columns)
    .optional()
    .meta({ default: columns[0] })
    .describe(`Column to sort by. ${items} with equal values are sorted by id.`),
  orderBy: enumeration(orderDirections).optional().meta({ default: 'desc' }).describe('Sort direction.'),
});

export function defaultOrder<const Columns extends readonly [string, ...string[]]>(columns: Columns) {
  const [orderColumn] = columns;
  return { orderColumn: orderColumn as Columns[number], orderBy: 'desc' as (typeof orderDirections)[number] };
}

/**
 * A page of a list inside a record. It is smaller than a page of a root list and has only the first items, because
 * nested lists multiply and the database reads every row before a page.
 */
export const relatedListInput = z
  .object({
    page: page().describe(
      'Page number, starting at 0. Only the first 1,000 items are available here; the root field returns all.',
    ),
    limit: limit().default(defaultRelatedLimit).describe(`Items per page, 1 to ${maxLimit}.`),
  })
  .refine(({ page, limit }) => (page + 1) * limit <= maxRelatedItem, {
    ...coded('out_of_range', 'Must be within the first 1,000 items'),
    path: ['page'],
  });
