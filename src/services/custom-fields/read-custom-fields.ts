import { readCustomFieldUsage } from '#src/db/reads/custom-field-usage.ts';
import { readContactStage, readCustomFields } from '#src/db/reads/custom-fields.ts';
import { type PageQuery, pageOfRows, type Read } from '#src/db/reads/list.ts';
import type { Position } from '#src/domain/cursor.ts';
import {
  type CustomField,
  type CustomFieldPage,
  type CustomFieldsByType,
  type ObjectType,
  objectTypes,
} from '#src/domain/custom-fields/custom-field.ts';
import type { CustomFieldListInput, CustomFieldsByTypeInput } from '#src/domain/custom-fields/input.ts';
import { inputTypeFilter, matchingInviteeQuestions } from '#src/domain/custom-fields/invitee-questions.ts';
import type { CustomFieldUsage } from '#src/domain/custom-fields/usage.ts';
import { requireFound } from '#src/domain/errors.ts';
import type { CallerContext } from '../context.ts';
import { searchWords } from '../filters.ts';
import { readPage, withNextCursor } from '../pages.ts';

/** A page of the fields of one type. Every member sees all of them. */
export function listCustomFields(context: CallerContext, input: CustomFieldListInput): Promise<CustomFieldPage> {
  return readPage(context, { list, input }, async (query, filters) => {
    // Either the input or its cursor has a type.
    const type = filters.objectType as ObjectType;
    const pages = await pagesOf(context, { query, filters, types: [type] });
    return pages.get(type) as Read<CustomFieldPage>;
  });
}

/** The same page for every type. Each cursor belongs to the list of its type. */
export async function listCustomFieldsByType(
  context: CallerContext,
  { page, limit, ...filters }: CustomFieldsByTypeInput,
): Promise<CustomFieldsByType> {
  const { workspaceId } = context.principal;
  const query = { workspaceId, limit, offset: page * limit };
  const pages = await pagesOf(context, { query, filters, types: objectTypes });
  const withCursor = ([type, read]: [ObjectType, Read<CustomFieldPage>]) => [
    type,
    withNextCursor(context, { list, filters: { objectType: type, ...filters } }, read),
  ];
  return Object.fromEntries([...pages].map(withCursor));
}

const list = 'customFields';

type Filters = Omit<CustomFieldsByTypeInput, 'page' | 'limit'>;

async function pagesOf(
  { db, principal }: CallerContext,
  { query, filters: input, types }: { query: PageQuery; filters: Filters; types: readonly ObjectType[] },
): Promise<Map<ObjectType, Read<CustomFieldPage>>> {
  const filter = {
    inputTypes: inputTypeFilter(input.inputType, input.forFilters),
    hidden: input.allFields ? undefined : (input.hidden ?? false),
    searchWords: searchWords(input.search),
  };
  const questions = input.inviteeQuestions ? matchingInviteeQuestions(filter) : [];
  const questionsOf = (type: ObjectType) => (type === 'CONTACT' ? questions : []);
  const stored = await readCustomFields(db, {
    workspaceId: principal.workspaceId,
    ...filter,
    withSystemFields: input.showSystemFields ?? true,
    withEvents: input.includeRelation ?? false,
    pages: types.map((type) => ({ type, ...storedPart(query, questionsOf(type)) })),
  });
  const page = (type: ObjectType) => {
    const { count, fields } = stored.get(type) ?? { count: 0, fields: [] };
    const questions = questionsOf(type).map((field) => (input.includeRelation ? { ...field, events: [] } : field));
    return pageOf(query, questions, { count, fields });
  };
  return new Map(types.map((type) => [type, page(type)]));
}

/**
 * The part of the page that contains stored fields. The invitee questions, which are not stored, come first; their positions
 * have negative ids.
 */
function storedPart({ limit, offset, after }: PageQuery, questions: readonly CustomField[]) {
  if (after) return { limit: limit + 1, offset: 0, ...(isQuestion(after) ? {} : { after }) };
  const questionsOnPage = Math.min(limit, Math.max(0, questions.length - offset));
  return { offset: Math.max(0, offset - questions.length), limit: limit - questionsOnPage };
}

function isQuestion([, id]: Position): boolean {
  return Number(id) < 0;
}

function pageOf(
  query: PageQuery,
  questions: readonly CustomField[],
  stored: { count: number; fields: CustomField[] },
): Read<CustomFieldPage> {
  const { limit, offset, after } = query;
  const count = questions.length + stored.count;
  const questionsOnPage = after
    ? questions.filter(({ id }) => isQuestion(after) && id < Number(after[1]))
    : questions.slice(offset, offset + limit);
  const { rows, hasMore } = pageOfRows(query, [...questionsOnPage, ...stored.fields], count);
  const lastField = hasMore ? rows.at(-1) : undefined;
  return {
    count,
    data: rows,
    hasMore: after ? hasMore : offset + limit < count,
    nextPage: !after && offset + limit < count ? offset / limit + 1 : null,
    last: lastField && [lastField.displayIndex, lastField.id],
  };
}

/** The system field for the stage of contacts. */
export async function getContactStage({ db, principal }: CallerContext): Promise<CustomField> {
  return requireFound(await readContactStage(db, principal.workspaceId));
}

/** The usage of fields of the workspace, by field id. */
export function usageOfCustomFields(
  { db, principal }: CallerContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CustomFieldUsage>> {
  return readCustomFieldUsage(db, principal.workspaceId, ids);
}
