import { readContactStage, readCustomFields } from '#src/db/reads/custom-fields.ts';
import {
  type CustomField,
  type CustomFieldPage,
  type CustomFieldsByType,
  type ObjectType,
  objectTypes,
} from '#src/domain/custom-fields/custom-field.ts';
import type { CustomFieldListInput, CustomFieldsByTypeInput } from '#src/domain/custom-fields/input.ts';
import { inputTypeFilter, matchingInviteeQuestions } from '#src/domain/custom-fields/invitee-questions.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { CallerContext } from '../context.ts';
import { nonEmpty, searchWords } from '../filters.ts';

/** A page of the fields of one type. Every member sees all of them. */
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
    inputTypes: inputTypeFilter(nonEmpty(input.inputType), input.forFilters),
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
    pages: types.map((type) => ({ type, ...storedPart(input, questionsOf(type).length) })),
  });
  const page = (type: ObjectType) => {
    const { count, fields } = stored.get(type) ?? { count: 0, fields: [] };
    return pageOf(input, questionsOf(type), { count, fields });
  };
  return Object.fromEntries(types.map((type) => [type, page(type)]));
}

/** The part of the stored fields on a page. The invitee questions, which are not stored, come before them. */
function storedPart({ page, limit }: CustomFieldsByTypeInput, questions: number): { offset: number; limit: number } {
  const questionsOnPage = Math.min(limit, Math.max(0, questions - page * limit));
  return { offset: Math.max(0, page * limit - questions), limit: limit - questionsOnPage };
}

function pageOf(
  { page, limit, includeRelation }: CustomFieldsByTypeInput,
  questions: readonly CustomField[],
  stored: { count: number; fields: CustomField[] },
): CustomFieldPage {
  const count = questions.length + stored.count;
  const questionsOnPage = questions.slice(page * limit, (page + 1) * limit);
  const hasMore = (page + 1) * limit < count;
  return {
    count,
    data: [...questionsOnPage.map((field) => (includeRelation ? { ...field, events: [] } : field)), ...stored.fields],
    hasMore,
    nextPage: hasMore ? page + 1 : null,
  };
}

/** The system field for the stage of contacts. */
export async function getContactStage({ db, principal }: CallerContext): Promise<CustomField> {
  const field = await readContactStage(db, principal.workspaceId);
  if (!field) throw new DomainError('NOT_FOUND');
  return field;
}
