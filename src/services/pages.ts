import type { PageQuery, ReadPage } from '#src/db/reads/list.ts';
import { type Cursor, carried, countFor, cursorOfText, cursorText, resumedInput } from '#src/domain/cursor.ts';
import { fieldError } from '#src/domain/errors.ts';
import { withoutUndefined } from '#src/lib/without-undefined.ts';
import type { CallerContext } from './context.ts';

interface ListInput {
  readonly page?: number | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** What every list reads, under whatever name its records have. */
type AnyPage = Omit<ReadPage<never>, 'records'>;

/** The filters and the order of an input, with defaults. */
export type FiltersOf<Input, Defaults> = Omit<Input, keyof ListInput | keyof Defaults> & Defaults;

/**
 * Reads a page of a list, by its number or after a cursor, and returns it with the cursor of what follows. Which rows the
 * caller sees is decided for each page, and a count is only for who counted, so a cursor shows nobody more than a page would.
 */
export async function readPage<Input extends ListInput, Defaults extends object, Read extends AnyPage>(
  { principal, cursors }: Pick<CallerContext, 'principal' | 'cursors'>,
  { list, input, defaults }: { list: string; input: Input; defaults?: Defaults },
  read: (query: PageQuery, filters: FiltersOf<Input, Defaults>) => Promise<Read>,
): Promise<Omit<Read, 'last'> & { nextCursor: string | null }> {
  const { workspaceId } = principal;
  const { page, limit, cursor: text, ...ownFilters } = input;
  if (text !== undefined && page !== undefined) {
    throw fieldError('page', 'conflict', 'Must not be given together with cursor');
  }
  const cursor =
    text === undefined || text === 'start' ? undefined : openCursor({ workspaceId, list }, cursors.read(text));
  const filters = cursor ? resumedInput(ownFilters, cursor) : { ...defaults, ...withoutUndefined(ownFilters) };
  const start = cursor
    ? { offset: 0, after: cursor.after, knownCount: countFor(principal, cursor) }
    : { offset: (page ?? 0) * limit };
  const result = await read({ workspaceId, limit, ...start }, filters as FiltersOf<Input, Defaults>);
  return withNextCursor({ principal, cursors }, { list, filters }, result);
}

/** A page with the cursor of what follows it instead of its last position. */
export function withNextCursor<Read extends AnyPage>(
  { principal, cursors }: Pick<CallerContext, 'principal' | 'cursors'>,
  { list, filters }: { list: string; filters: Readonly<Record<string, unknown>> },
  { last: after, ...page }: Read,
): Omit<Read, 'last'> & { nextCursor: string | null } {
  const { workspaceId } = principal;
  return {
    ...page,
    // Signing costs more than all else here, and many GraphQL documents do not select it.
    get nextCursor() {
      if (!after) return null;
      const input = carried(filters);
      return cursors.sign(cursorText({ workspaceId, list, input, after, count: page.count, counter: principal }));
    },
  };
}

function openCursor(from: Pick<Cursor, 'workspaceId' | 'list'>, text: string | undefined): Cursor {
  const cursor = text === undefined ? undefined : cursorOfText(text);
  if (cursor?.workspaceId === from.workspaceId && cursor.list === from.list) return cursor;
  throw fieldError('cursor', 'malformed', 'Must be `start` or the nextCursor of an answer of this list');
}
