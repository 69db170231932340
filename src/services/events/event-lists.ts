import type { ClientBase } from 'pg';
import { type LockedField, shareLockFields } from '#src/db/writes/custom-field-answers.ts';
import { type HostRow, lockHostSchedules, type SecondaryQuestionRow } from '#src/db/writes/events.ts';
import { validationError } from '#src/domain/errors.ts';
import type { EventHostInput, SecondaryQuestionInput } from '#src/domain/events/input.ts';

/** The hosts as they are stored: each is a member with a schedule of their own, and occurs once. */
export async function requireHosts(
  client: ClientBase,
  workspaceId: number,
  hosts: readonly EventHostInput[],
): Promise<HostRow[]> {
  const userIds = hosts.map(({ userId }) => userId);
  if (new Set(userIds).size < userIds.length) throw validationError({ hosts: ['userId: Must not occur twice'] });
  const scheduleIds = hosts.flatMap(({ scheduleId }) => scheduleId ?? []);
  const { memberIds, schedules } = await lockHostSchedules(client, workspaceId, { userIds, scheduleIds });
  if (userIds.some((userId) => !memberIds.has(userId))) {
    throw validationError({ hosts: ['userId: Must be a member of the workspace'] });
  }
  return hosts.map(({ userId, scheduleId, priority }) => {
    const schedule = schedules
      .filter((each) => each.userId === userId)
      .find(({ id, isDefault }) => (scheduleId === undefined ? isDefault : id === scheduleId));
    if (schedule) return { userId, scheduleId: schedule.id, priority };
    const problem =
      scheduleId === undefined
        ? `Is required: the user ${userId} has no default schedule`
        : `Must be a schedule of the user ${userId}`;
    throw validationError({ hosts: [`scheduleId: ${problem}`] });
  });
}

/**
 * The custom fields of the form as they are stored: of CONTACT or CALL, each once. Locked until the transaction ends, so
 * that none of them becomes a field of another type meanwhile.
 */
export async function requireSecondaryQuestions(
  client: ClientBase,
  workspaceId: number,
  questions: readonly SecondaryQuestionInput[],
): Promise<SecondaryQuestionRow[]> {
  if (questions.length === 0) return [];
  const fields = await shareLockFields(client, workspaceId, {
    ids: questions.flatMap(({ customFieldId }) => customFieldId ?? []),
    identifiers: questions.flatMap(({ identifier }) => identifier ?? []),
    userIds: [],
  });
  const rows = questions.map((question) => ({
    customFieldId: requireAskable(fields, question).id,
    required: question.required,
  }));
  const ids = new Set(rows.map(({ customFieldId }) => customFieldId));
  if (ids.size < rows.length) throw refused('Must name each field once');
  return rows;
}

function requireAskable(
  fields: readonly LockedField[],
  { customFieldId, identifier }: SecondaryQuestionInput,
): LockedField {
  const isNamed = (field: LockedField) =>
    customFieldId === undefined ? field.identifier === identifier : field.id === customFieldId;
  const named = fields.filter(isNamed);
  const [one] = named;
  const name = customFieldId === undefined ? 'identifier' : 'customFieldId';
  if (!one) throw refused(`${name}: Must be that of a custom field of the workspace`);
  const field = named.find(({ type }) => type === 'CONTACT') ?? named.find(({ type }) => type === 'CALL');
  if (!field) throw refused(`${name}: Must be a CONTACT or CALL field, and this is a field of the type ${one.type}`);
  return field;
}

function refused(problem: string) {
  return validationError({ secondaryQuestions: [problem] });
}
