import { lockFields } from '#src/db/writes/answered-fields.ts';
import { putAnswers } from '#src/db/writes/custom-field-answers.ts';
import type { AnswerInBulkInput, BulkAnswerResult } from '#src/domain/custom-fields/answer.ts';
import { DomainError, validationError } from '#src/domain/errors.ts';
import type { CallerContext } from '../context.ts';
import { fieldNamed, requireFit, wantedFields, wrongTarget } from './answered-field.ts';

/** One answer for many contacts: for all of them, or for none where one is not of the workspace. */
export function answerCustomFieldInBulk(
  { db, principal }: CallerContext,
  input: AnswerInBulkInput,
): Promise<BulkAnswerResult> {
  const { workspaceId } = principal;
  const contactIds = [...new Set(input.contactIds)];
  return db.write(async (client) => {
    const field = fieldNamed(await lockFields(client, workspaceId, wantedFields([input])), input, 'CONTACT');
    if (field.type !== 'CONTACT') throw validationError({ contactIds: [wrongTarget(field)] });
    const answer = requireFit(field, input.answer);
    const { overrideExisting } = input;
    const bulk = { workspaceId, customFieldId: field.id, contactIds, answer, overrideExisting };
    const { found, created, updated } = await putAnswers(client, bulk);
    const count = contactIds.length;
    // What was written for the others goes with the transaction.
    if (found < count) throw new DomainError('NOT_FOUND');
    return { count, created, updated, skipped: count - created - updated };
  });
}
