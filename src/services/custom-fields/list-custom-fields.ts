import { readCustomFields } from '#src/db/reads/custom-fields/read-custom-fields.ts';
import {
  type CustomField,
  type CustomFieldPage,
  type CustomFieldsByType,
  type ObjectType,
  objectTypes,
} from '#src/domain/custom-fields/custom-field.ts';
import type { CustomFieldListInput, CustomFieldsByTypeInput } from '#src/domain/custom-fields/input.ts';
import { inputTypeFilter, matchingInviteeQuestions } from '#src/domain/custom-fields/invitee-questions.ts';
import type { CallerContext } from '../context.ts';
import { filled, searchWords } from '../filters.ts';

/** A page of the fields of one type; the whole team sees them all. */
export async function listCustomFields(context: CallerContext, input: CustomFieldListInput): Promise<CustomFieldPage> {
  const pages = await pagesOf(context, input, [input.objectType]);
  return pages[input.objectType] as CustomFieldPage;
}

/** The same page of every type. */
export async function listCustomFieldsByType(
  context: CallerContext,
  input: CustomFieldsByTypeInput,
): Promise<CustomFieldsByType> {
  return (await pagesOf(context, input, objectTypes)) as CustomFieldsByType;
}

async function pagesOf(
  { db, principal }: CallerContext,
  input: CustomFieldsByTypeInput,
  types: readonly ObjectType[],
): Promise<Partial<CustomFieldsByType>> {
  const filter = {
    inputTypes: inputTypeFilter(filled(input.inputType), input.forFilters),
    hidden: input.allFields ? undefined : (input.hidden ?? false),
    searchWords: searchWords(input.search),
  };
  const questions = input.inviteeQuestions ? matchingInviteeQuestions(filter) : [];
  const before = (type: ObjectType) => (type === 'CONTACT' ? questions : []);
  const found = await readCustomFields(db, {
    workspaceId: principal.workspaceId,
    ...filter,
    withSystemFields: input.showSystemFields ?? true,
    withEvents: input.includeRelation ?? false,
    pages: types.map((type) => ({ type, ...storedPart(input, before(type).length) })),
  });
  const page = (type: ObjectType) => {
    const { count, fields } = found.get(type) ?? { count: 0, fields: [] };
    return pageOf(input, before(type), { count, fields });
  };
  return Object.fromEntries(types.map((type) => [type, page(type)]));
}

/** Which of the stored fields a page has, behind others that are not stored. */
function storedPart({ page, limit }: CustomFieldsByTypeInput, others: number): { offset: number; limit: number } {
  const othersHere = Math.min(limit, Math.max(0, others - page * limit));
  return { offset: Math.max(0, page * limit - others), limit: limit - othersHere };
}

function pageOf(
  { page, limit, includeRelation }: CustomFieldsByTypeInput,
  others: readonly CustomField[],
  stored: { count: number; fields: CustomField[] },
): CustomFieldPage {
  const count = others.length + stored.count;
  const here = others.slice(page * limit, (page + 1) * limit);
  const hasMore = (page + 1) * limit < count;
  return {
    count,
    data: [...here.map((field) => (includeRelation ? { ...field, events: [] } : field)), ...stored.fields],
    hasMore,
    nextPage: hasMore ? page + 1 : null,
  };
}
