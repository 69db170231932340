import type { ClientBase } from 'pg';
import { lockFields } from '#src/db/writes/answered-fields.ts';
import {
  type AnswerTarget,
  clearAnswer,
  lockCallForKeyShare,
  lockContactForKeyShare,
  putAnswer,
  type StoredAnswer,
} from '#src/db/writes/custom-field-answers.ts';
import type { Principal } from '#src/domain/access/principal.ts';
import { seesWholeWorkspace } from '#src/domain/access/roles.ts';
import type { AnswerCustomFieldInput, AnsweredField, CustomFieldAnswer } from '#src/domain/custom-fields/answer.ts';
import { DomainError, validationError } from '#src/domain/errors.ts';
import type { CallerContext } from '../context.ts';
import { fieldNamed, requireFit, wantedFields, wrongTarget } from './answered-field.ts';

export interface AnsweredCustomField {
  readonly answer: CustomFieldAnswer;
  /** False when there was an answer already, or when it was cleared. */
  readonly created: boolean;
}

/** Answers a field for a contact or a call; without items the answer is taken away. */
export function answerCustomField(
  { db, principal }: CallerContext,
  input: AnswerCustomFieldInput,
): Promise<AnsweredCustomField> {
  const { workspaceId } = principal;
  const target = targetOf(input);
  const type = target.column === 'contactId' ? 'CONTACT' : 'CALL';
  return db.write(async (client) => {
    const field = fieldNamed(await lockFields(client, workspaceId, wantedFields([input])), input, type);
    if (field.type !== type) throw validationError({ [target.column]: [wrongTarget(field)] });
    const answer = requireFit(field, input.answer);
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

/** Contacts are the whole team's, calls are those that the caller sees. */
async function requireTarget(
  client: ClientBase,
  { workspaceId, role, userId }: Principal,
  { column, id }: AnswerTarget,
): Promise<void> {
  const visibleTo = seesWholeWorkspace(role) ? undefined : userId;
  const isThere =
    column === 'contactId'
      ? await lockContactForKeyShare(client, workspaceId, id)
      : await lockCallForKeyShare(client, workspaceId, { eventCallId: id, visibleTo });
  if (!isThere) throw new DomainError('NOT_FOUND');
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

interface Written {
  readonly target: AnswerTarget;
  readonly answer: string[];
  readonly stored: StoredAnswer | undefined;
}

function recordOf(
  { id, identifier, name, inputType }: AnsweredField,
  { target, answer, stored }: Written,
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
