import type { ObjectRef } from '@pothos/core';
import type { Page } from '#src/domain/page.ts';
import { builder } from './builder.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

interface PageWords {
  /** What the page is of: `A page of times off.` */
  readonly of: string;
  /** What the description of the list calls its items, if not as `of` does. */
  readonly items?: string;
  /** What `count` counts. */
  readonly count: string;
}

/** What the field `nextCursor` of every page is made of. */
export const nextCursor = {
  nullable: true,
  description:
    'The `cursor` of what follows; null at the end. In `/v1` only in an answer to a request with `cursor`, and otherwise in the `Link` header.',
  extensions: { onlyWithCursor: true },
} as const;

/** The type of a counted page: `DealPage`, whose items are under `deals`. */
export function pageType<List extends string, Item>(
  list: List,
  type: ObjectRef<Types, Item>,
  { of, items = of, count }: PageWords,
) {
  const page = builder.objectRef<Page<List, Item>>(`${type.name}Page`);
  // Within the generic function TypeScript does not know which of the fields is the list.
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
