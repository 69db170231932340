import type { ClientBase } from 'pg';
import {
  type AnswerTarget,
  clearAnswer,
  type LockedField,
  putAnswer,
  putAnswers,
  type StoredAnswer,
  shareLockFields,
} from '#src/db/writes/custom-field-answers.ts';
import { lockForKeyShare } from '#src/db/writes/rows.ts';
import type { Principal } from '#src/domain/access/policy.ts';
import { visibleRows } from '#src/domain/access/policy.ts';
import type {
  AnswerCustomFieldInput,
  AnsweredField,
  AnswerInBulkInput,
  BulkAnswerResult,
  CustomFieldAnswer,
} from '#src/domain/custom-fields/answer.ts';
import { checkAnswer, possibleUserIds } from '#src/domain/custom-fields/answer-rules.ts';
import type { ObjectType } from '#src/domain/custom-fields/custom-field.ts';
import { DomainError, validationError } from '#src/domain/errors.ts';
import type { CallerContext } from '../context.ts';

export interface AnsweredCustomField {
  readonly answer: CustomFieldAnswer;
  /** False when the answer replaced another or was cleared. */
  readonly created: boolean;
}

/** Answers a field for a contact or a call. An answer without items is deleted. */
export function answerCustomField(
  { db, principal }: CallerContext,
  input: AnswerCustomFieldInput,
): Promise<AnsweredCustomField> {
  const { workspaceId } = principal;
  const target = targetOf(input);
  const type = target.column === 'contactId' ? 'CONTACT' : 'CALL';
  return db.write(async (client) => {
    const field = requireField(await shareLockFields(client, workspaceId, fieldLookup([input])), input, type);
    if (field.type !== type) throw validationError({ [target.column]: [wrongTarget(field)] });
    const answer = requireValidAnswer(field, input.answer);
    await requireTarget(client, principal, target);
    const stored = await store(client, [workspaceId, field.id], target, answer);
    return { answer: recordOf(field, { target, answer, stored }), created: stored?.created ?? false };
  });
}

function targetOf({ contactId, eventCallId }: AnswerCustomFieldInput): AnswerTarget {
  if (contactId !== undefined) return { column: 'contactId', id: contactId };
  if (eventCallId !== undefined) return { column: 'eventCallId', id: eventCallId };
  throw validationError({}, ['Exactly one of contactId and eventCallId is required']);
}

/** The contact or the call must be visible to the caller. */
async function requireTarget(client: ClientBase, principal: Principal, { column, id }: AnswerTarget): Promise<void> {
  const table = column === 'contactId' ? 'Contact' : 'EventCall';
  const { workspaceId } = principal;
  const exists = await lockForKeyShare(client, { table, id, workspaceId, visible: visibleRows(table, principal) });
  if (!exists) throw new DomainError('NOT_FOUND');
}

async function store(
  client: ClientBase,
  key: readonly [number, number],
  target: AnswerTarget,
  answer: readonly string[],
): Promise<StoredAnswer | undefined> {
  if (answer.length > 0) return putAnswer(client, key, target, answer);
  await clearAnswer(client, key, target);
  return undefined;
}

function recordOf(
  { id, identifier, name, inputType }: AnsweredField,
  { target, answer, stored }: { target: AnswerTarget; answer: string[]; stored: StoredAnswer | undefined },
): CustomFieldAnswer {
  return {
    id: stored?.id ?? null,
    ...{ customFieldId: id, identifier, name, inputType, contactId: null, eventCallId: null },
    [target.column]: target.id,
    answer,
    createdAt: stored?.createdAt ?? null,
    updatedAt: stored?.updatedAt ?? null,
  };
}

/** Answers a field for many contacts. If one of them is not in the workspace, none is answered. */
export function answerCustomFieldInBulk(
  { db, principal }: CallerContext,
  input: AnswerInBulkInput,
): Promise<BulkAnswerResult> {
  const { workspaceId } = principal;
  const contactIds = [...new Set(input.contactIds)];
  return db.write(async (client) => {
    const field = requireField(await shareLockFields(client, workspaceId, fieldLookup([input])), input, 'CONTACT');
    if (field.type !== 'CONTACT') throw validationError({ contactIds: [wrongTarget(field)] });
    const answer = requireValidAnswer(field, input.answer);
    const { overrideExisting } = input;
    const bulk = { workspaceId, customFieldId: field.id, contactIds, answer, overrideExisting };
    const { found, created, updated } = await putAnswers(client, bulk);
    const count = contactIds.length;
    // The error rolls back the answers of the other contacts.
    if (found < count) throw new DomainError('NOT_FOUND');
    return { count, created, updated, skipped: count - created - updated };
  });
}

/** One of the two is present. */
interface FieldReference {
  readonly customFieldId?: number | undefined;
  readonly identifier?: string | undefined;
}

/** The lookup of the fields of these answers, and of the users who must be members. */
export function fieldLookup(answers: readonly (FieldReference & { readonly answer: readonly string[] })[]) {
  return {
    ids: answers.flatMap(({ customFieldId }) => customFieldId ?? []),
    identifiers: answers.flatMap(({ identifier }) => identifier ?? []),
    userIds: answers.flatMap(({ answer }) => possibleUserIds(answer)),
  };
}

/** The referenced field. Several object types may share an identifier; the type that is answered for comes first. */
export function findField(
  fields: readonly LockedField[],
  { customFieldId, identifier }: FieldReference,
  type: ObjectType,
): LockedField | undefined {
  const candidates = fields.filter((field) =>
    customFieldId === undefined ? field.identifier === identifier : field.id === customFieldId,
  );
  return candidates.find((each) => each.type === type) ?? candidates[0];
}

export function requireField(...lookup: Parameters<typeof findField>): LockedField {
  const field = findField(...lookup);
  if (!field) throw new DomainError('NOT_FOUND');
  return field;
}

/** The answer as it is stored. Throws a validation error of the field `name` when it does not fit. */
export function requireValidAnswer(field: LockedField, items: readonly string[], name = 'answer'): string[] {
  const checked = checkAnswer(field, items, new Set(field.memberIds));
  if ('problem' in checked) throw validationError({ [name]: [checked.problem] });
  return checked.answer;
}

/** The error text for a field that is answered for a record of another type. */
export function wrongTarget({ type }: Pick<LockedField, 'type'>): string {
  switch (type) {
    case 'CONTACT':
      return 'A CONTACT field is answered for a contact';
    case 'CALL':
      return 'A CALL field is answered for a call';
    default:
      return `Answers are stored for CONTACT and CALL fields, and this is a field of the type ${type}`;
  }
}
