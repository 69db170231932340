import type { ClientBase } from 'pg';
import { lockContacts, missingContacts, putAnswers, recordBulkEvents } from '#src/db/writes/bulk-answers.ts';
import {
  type AnswerTarget,
  type LockedField,
  type StoredAnswer,
  shareLockFields,
} from '#src/db/writes/custom-field-answers.ts';
import { lockEvent } from '#src/db/writes/events.ts';
import { lockMember } from '#src/db/writes/members.ts';
import { lockForChange } from '#src/db/writes/rows.ts';
import {
  type AnswerCustomFieldInput,
  type AnsweredField,
  type AnsweredId,
  type AnswerInBulkInput,
  answeredIds,
  answeredTypes,
  type BulkAnswerResult,
  type CustomFieldAnswer,
  oneTarget,
} from '#src/domain/custom-fields/answer.ts';
import { checkAnswer, possibleUserIds } from '#src/domain/custom-fields/answer-rules.ts';
import type { ObjectType } from '#src/domain/custom-fields/custom-field.ts';
import { optionIdsOf } from '#src/domain/custom-fields/options.ts';
import { fieldError, formError, idsNotFound, invalidInput, recordNotFound } from '#src/domain/errors.ts';
import type { Problem } from '#src/domain/field-errors.ts';
import { type Principal, requireAnswering, visibleRows } from '#src/domain/principal/policy.ts';
import type { CallerContext } from '../context.ts';
import { missingContact } from '../named-records.ts';
import { changeAnswers } from './change-answers.ts';

export interface AnsweredCustomField {
  readonly answer: CustomFieldAnswer;
  /** False if the answer replaced another, was unchanged, or was cleared. */
  readonly created: boolean;
}

/** Answers a field for a record of its type. An answer without items is deleted. */
export function answerCustomField(
  { db, principal }: CallerContext,
  input: AnswerCustomFieldInput,
): Promise<AnsweredCustomField> {
  const { workspaceId } = principal;
  const target = targetOf(input);
  const type = answeredTypes[target.column];
  return db.write(async (client) => {
    const { locksBeforeFields, lock } = targets[target.column];
    const requireTarget = async () => {
      if (await lock(client, principal, target.id)) return;
      if (target.column !== 'contactId') throw recordNotFound(target.column);
      throw await missingContact(client, [workspaceId, target.id], target.column);
    };
    if (locksBeforeFields) await requireTarget();
    const field = requireField(await shareLockFields(client, workspaceId, fieldLookup([input])), input, type);
    if (field.type !== type) throw fieldError(target.column, 'not_allowed', wrongTarget(field));
    const answer = requireValidAnswer(field, input.answer);
    if (!locksBeforeFields) await requireTarget();
    const [changed] = await changeAnswers(client, workspaceId, target, [{ field, answer }]);
    const { stored, created = false } = changed ?? {};
    return { answer: recordOf(field, { target, answer, stored }), created };
  });
}

function targetOf(input: AnswerCustomFieldInput): AnswerTarget {
  for (const column of answeredIds) {
    const id = input[column];
    if (id !== undefined) return { column, id };
  }
  throw formError('exactly_one', oneTarget);
}

interface Target {
  /** True if the record is locked before custom fields, in the order of `db/writes/rows.ts`. */
  readonly locksBeforeFields: boolean;
  /** Locks the record, so that its answers stay unchanged; undefined if the caller does not see it. */
  readonly lock: (client: ClientBase, principal: Principal, id: number) => Promise<object | undefined>;
}

const visible = (table: 'Contact' | 'Deal' | 'EventCall'): Target => ({
  locksBeforeFields: false,
  lock: (client, principal, id) =>
    lockForChange(client, { table, id, workspaceId: principal.workspaceId, visible: visibleRows(table, principal) }),
});

/** Members who may not change events or other members may not answer for them either. Everyone may answer for themselves. */
const targets: Readonly<Record<AnsweredId, Target>> = {
  contactId: visible('Contact'),
  eventCallId: visible('EventCall'),
  dealId: visible('Deal'),
  eventId: {
    locksBeforeFields: true,
    lock: (client, principal, id) => {
      requireAnswering(principal, 'events:write');
      return lockEvent(client, [principal.workspaceId, id]);
    },
  },
  userId: {
    locksBeforeFields: true,
    lock: (client, principal, id) => {
      if (id !== principal.userId) requireAnswering(principal, 'users:write');
      return lockMember(client, principal.workspaceId, id);
    },
  },
};

function recordOf(
  { id, identifier, name, inputType, options }: AnsweredField,
  { target, answer, stored }: { target: AnswerTarget; answer: string[]; stored: StoredAnswer | undefined },
): CustomFieldAnswer {
  return {
    id: stored?.id ?? null,
    customFieldId: id,
    identifier,
    name,
    inputType,
    contactId: null,
    eventCallId: null,
    dealId: null,
    eventId: null,
    userId: null,
    [target.column]: target.id,
    answer,
    optionIds: optionIdsOf(options, answer),
    createdAt: stored?.createdAt ?? null,
    updatedAt: stored?.updatedAt ?? null,
  };
}

/** Answers a field for many contacts. If one of them is not in the workspace, none is changed. */
export function answerCustomFieldInBulk(
  { db, principal }: CallerContext,
  input: AnswerInBulkInput,
): Promise<BulkAnswerResult> {
  const { workspaceId } = principal;
  const contactIds = [...new Set(input.contactIds)];
  return db.write(async (client) => {
    const field = requireField(await shareLockFields(client, workspaceId, fieldLookup([input])), input, 'CONTACT');
    if (field.type !== 'CONTACT') throw fieldError('contactIds', 'not_allowed', wrongTarget(field));
    const answer = requireValidAnswer(field, input.answer);
    const { found } = await lockContacts(client, workspaceId, contactIds);
    const count = contactIds.length;
    if (found < count) throw await missingOf(client, workspaceId, contactIds);
    const bulk = { workspaceId, field, contactIds, answer, overrideExisting: input.overrideExisting };
    await recordBulkEvents(client, bulk, optionIdsOf(field.options, answer));
    const { created, updated } = await putAnswers(client, bulk);
    return { count, created, updated, skipped: count - created - updated };
  });
}

async function missingOf(client: ClientBase, workspaceId: number, contactIds: number[]): Promise<Error> {
  const missing = await missingContacts(client, workspaceId, contactIds);
  const notFound = idsNotFound('contactIds', missing);
  const [first] = missing;
  return first === undefined ? notFound : missingContact(client, [workspaceId, first], 'contactIds', notFound);
}

/** Exactly one of the two is present. */
interface FieldReference {
  readonly customFieldId?: number | undefined;
  readonly identifier?: string | undefined;
}

/** The query for the fields of these answers and for the users who must be members. */
export function fieldLookup(answers: readonly (FieldReference & { readonly answer: readonly string[] })[]) {
  return {
    ids: answers.flatMap(({ customFieldId }) => customFieldId ?? []),
    identifiers: answers.flatMap(({ identifier }) => identifier ?? []),
    userIds: answers.flatMap(({ answer }) => possibleUserIds(answer)),
  };
}

/** Finds the referenced field. Several object types may share an identifier; the type of the record is preferred. */
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

/** Requires the referenced field; `path` is its path in the input. */
export function requireField(
  fields: readonly LockedField[],
  reference: FieldReference,
  type: ObjectType,
  path: Problem['path'] = [],
): LockedField {
  const field = findField(fields, reference, type);
  if (field) return field;
  throw recordNotFound([...path, reference.customFieldId === undefined ? 'identifier' : 'customFieldId']);
}

/** Returns the answer as it is stored. Throws a validation error at the path of the first invalid item. */
export function requireValidAnswer(
  field: LockedField,
  items: readonly string[],
  path: Problem['path'] = ['answer'],
): string[] {
  const checked = checkAnswer(field, items, new Set(field.memberIds));
  if (!('problem' in checked)) return checked.answer;
  const { index, code, message } = checked.problem;
  throw invalidInput([{ path: index === undefined ? path : [...path, index], code, message, asIs: true }]);
}

/** Throws a validation error of the list `name` if two of its items have the same custom field. */
export function requireDistinct(items: readonly { readonly customFieldId: number }[], name: string): void {
  const ids = items.map(({ customFieldId }) => customFieldId);
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (repeated !== -1) throw fieldError([name, repeated], 'duplicate', 'Must not contain a field twice');
}

/** The error text for a field that is answered for a record of another type. */
export function wrongTarget({ type }: Pick<LockedField, 'type'>): string {
  const record = { CONTACT: 'a contact', CALL: 'a call', DEAL: 'a deal', EVENT: 'an event', USER: 'a member' }[type];
  return `${type === 'EVENT' ? 'An' : 'A'} ${type} field must be answered for ${record}`;
}
