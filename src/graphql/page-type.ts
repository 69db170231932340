import type { ObjectRef } from '@pothos/core';
import type { Page } from '#src/domain/page.ts';
import { builder } from './builder.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

interface PageWords {
  /** Describes the content: `A page of times off.` */
  readonly of: string;
  /** The name of the items in the list's description, if it differs from `of`. */
  readonly items?: string;
  /** Describes what `count` counts. */
  readonly count: string;
}

/** The options of the field `nextCursor` of every page. */
export const nextCursor = {
  nullable: true,
  description:
    'The `cursor` of the next page; null on the last page. In `/v1`, only present in responses to requests with `cursor`; otherwise see the `Link` header.',
  extensions: { onlyWithCursor: true },
} as const;

/** The type of a counted page: a `DealPage` has its items in `deals`. */
export function pageType<List extends string, Item>(
  list: List,
  type: ObjectRef<Types, Item>,
  { of, items = of, count }: PageWords,
) {
  const page = builder.objectRef<Page<List, Item>>(`${type.name}Page`);
  // Inside the generic function, TypeScript cannot tell which field is the list.
  builder.objectType(page as ObjectRef<Types, unknown> as ObjectRef<Types, Page<'list', Item>>, {
    description: `A page of ${of}.`,
    fields: (t) => ({
      [list]: t.expose(list as never, { type: [type], description: `The ${items} of this page.` }),
      count: t.exposeInt('count', { description: count }),
      nextCursor: t.exposeString('nextCursor', nextCursor),
    }),
  });
  return page;
}
