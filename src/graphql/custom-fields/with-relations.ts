import type { GraphQLResolveInfo } from 'graphql';
import type { CustomFieldPage, CustomFieldsByType } from '#src/domain/custom-fields/custom-field.ts';
import { partWithRelations } from '../browsing/with-relations.ts';
import type { GraphQLContext } from '../context.ts';
import { customFieldNoun } from './noun.ts';

type Place = readonly [context: GraphQLContext, info: GraphQLResolveInfo];

/** A page at the end of a path; what is not stored, as invitee questions, has no rows to relate. */
export async function fieldPageWithRelations(
  page: CustomFieldPage,
  path: readonly string[],
  ...place: Place
): Promise<CustomFieldPage> {
  const stored = page.data.filter(({ id }) => id > 0);
  const others = page.data.filter(({ id }) => id < 0).map((field) => ({ ...field, askedBy: [] }));
  const related = await partWithRelations(stored, [...path, 'data'], customFieldNoun, ...place);
  return { ...page, data: [...others, ...related] };
}

export async function fieldPagesWithRelations(pages: CustomFieldsByType, ...place: Place): Promise<CustomFieldsByType> {
  const entries = Object.entries(pages).map(
    async ([type, page]) => [type, await fieldPageWithRelations(page, [type], ...place)] as const,
  );
  return Object.fromEntries(await Promise.all(entries)) as CustomFieldsByType;
}
