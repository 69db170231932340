import type { PageQuery, ReadPage } from '#src/db/reads/list.ts';
import { settledEventId } from '#src/db/writes/event-order.ts';
import {
  type Cursor,
  carried,
  countFor,
  cursorOfText,
  cursorText,
  resumedInput,
  visibilityDigest,
} from '#src/domain/cursor.ts';
import { fieldError } from '#src/domain/errors.ts';
import { withoutUndefined } from '#src/lib/without-undefined.ts';
import type { CallerContext } from './context.ts';

interface ListInput {
  readonly page?: number | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The part that every list returns, whatever the name of its records. */
type AnyPage = Pick<ReadPage<never>, 'last'> & Partial<Pick<ReadPage<never>, 'count'>>;

/** The filters and the order of an input, with defaults applied. */
export type FiltersOf<Input, Defaults> = Omit<Input, keyof ListInput | keyof Defaults> & Defaults;

interface List<Input, Defaults> {
  readonly list: string;
  readonly input: Input;
  readonly defaults?: Defaults;
  /** The sort column whose values change, with events that report the changes. */
  readonly movingColumn?: string;
}

/**
 * Reads a page of a list, by number or after a cursor, with the cursor of the next page. Visibility is decided for each page,
 * and a count is only reused for the same visibility, so a cursor never shows more than a page would.
 */
export async function readPage<Input extends ListInput, Defaults extends object, Read extends AnyPage>(
  { db, principal, cursors }: Pick<CallerContext, 'db' | 'principal' | 'cursors'>,
  { list, input, defaults, movingColumn }: List<Input, Defaults>,
  read: (query: PageQuery, filters: FiltersOf<Input, Defaults>) => Promise<Read>,
): Promise<Omit<Read, 'last'> & { nextCursor: string | null }> {
  const { workspaceId } = principal;
  const { page, limit, cursor: text, ...ownFilters } = input;
  if (text !== undefined && page !== undefined) {
    throw fieldError('page', 'conflict', 'Cannot be combined with cursor');
  }
  const cursor =
    text === undefined || text === 'start' ? undefined : openCursor({ workspaceId, list }, cursors.read(text));
  const filters: Readonly<Record<string, unknown>> = cursor
    ? resumedInput(ownFilters, cursor)
    : { ...defaults, ...withoutUndefined(ownFilters) };
  const start = cursor
    ? { offset: 0, after: cursor.after, knownCount: countFor(principal, cursor) }
    : { offset: (page ?? 0) * limit };
  const isMoving = text !== undefined && movingColumn !== undefined && filters.orderColumn === movingColumn;
  const sinceEventId = isMoving ? (cursor?.sinceEventId ?? (await settledEventId(db, workspaceId))) : undefined;
  const query = { workspaceId, limit, ...start, sinceEventId };
  const result = await read(query, filters as FiltersOf<Input, Defaults>);
  return withNextCursor({ principal, cursors }, { list, filters, sinceEventId }, result);
}

/** Replaces the last position of a page by the cursor of the next page. */
export function withNextCursor<Read extends AnyPage>(
  { principal, cursors }: Pick<CallerContext, 'principal' | 'cursors'>,
  {
    list,
    filters,
    sinceEventId,
  }: Pick<Cursor, 'list' | 'sinceEventId'> & { filters: Readonly<Record<string, unknown>> },
  { last: after, ...page }: Read,
): Omit<Read, 'last'> & { nextCursor: string | null } {
  const { workspaceId } = principal;
  return {
    ...page,
    // Lazy, because signing is the most expensive step here, and many GraphQL documents do not select it.
    get nextCursor() {
      if (!after) return null;
      const input = carried(filters);
      const counted = { count: page.count, visibility: visibilityDigest(principal) };
      return cursors.sign(cursorText({ workspaceId, list, input, after, ...counted, sinceEventId }));
    },
  };
}

function openCursor(from: Pick<Cursor, 'workspaceId' | 'list'>, text: string | undefined): Cursor {
  const cursor = text === undefined ? undefined : cursorOfText(text);
  if (cursor?.workspaceId === from.workspaceId && cursor.list === from.list) return cursor;
  throw fieldError('cursor', 'malformed', 'Must be `start` or the nextCursor of a response of this list');
}
