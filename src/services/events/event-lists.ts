import type { ClientBase } from 'pg';
import { type LockedField, shareLockFields } from '#src/db/writes/custom-field-answers.ts';
import { type HostRow, lockHostSchedules, type SecondaryQuestionRow } from '#src/db/writes/events.ts';
import { lockMembersWithoutLink } from '#src/db/writes/members.ts';
import { fieldError, invalidInput } from '#src/domain/errors.ts';
import { needsHostLink } from '#src/domain/event-calls/event-call.ts';
import type { BookableEvent } from '#src/domain/events/event.ts';
import type { EventHostInput, SecondaryQuestionInput } from '#src/domain/events/input.ts';
import type { Problem } from '#src/domain/field-errors.ts';
import { requireDistinct } from '../custom-fields/answer-custom-fields.ts';

/** Returns the hosts as they are stored. Each must be a member, own the schedule, and occur only once. */
export async function requireHosts(
  client: ClientBase,
  workspaceId: number,
  hosts: readonly EventHostInput[],
): Promise<HostRow[]> {
  const userIds = hosts.map(({ userId }) => userId);
  const repeated = userIds.findIndex((userId, index) => userIds.indexOf(userId) < index);
  if (repeated !== -1) throw fieldError(['hosts', repeated, 'userId'], 'duplicate', 'Must not occur twice');
  const scheduleIds = hosts.flatMap(({ scheduleId }) => scheduleId ?? []);
  const { memberIds, schedules } = await lockHostSchedules(client, workspaceId, { userIds, scheduleIds });
  const nonMembers = userIds.flatMap((userId, index): Problem[] => {
    const path = ['hosts', index, 'userId'];
    return memberIds.has(userId) ? [] : [{ path, code: 'not_found', message: 'Must be a member of the workspace' }];
  });
  if (nonMembers.length > 0) throw invalidInput(nonMembers);
  return hosts.map(({ userId, scheduleId, priority }, index) => {
    const schedule = schedules
      .filter((each) => each.userId === userId)
      .find(({ id, isDefault }) => (scheduleId === undefined ? isDefault : id === scheduleId));
    if (schedule) return { userId, scheduleId: schedule.id, priority };
    const path = ['hosts', index, 'scheduleId'];
    throw scheduleId === undefined
      ? fieldError(
          path,
          'required',
          `Is required because user ${userId} has no default schedule: create one under Schedules first`,
        )
      : fieldError(path, 'not_found', `Must be a schedule of user ${userId}`);
  });
}

/**
 * Returns the custom fields of the form as they are stored: CONTACT or CALL fields, each once. They stay locked until the
 * transaction ends, so that none changes its type meanwhile.
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
  const found = questions.map((question, index) => askable(fields, question, ['secondaryQuestions', index]));
  const problems = found.flatMap((each) => ('problem' in each ? each.problem : []));
  if (problems.length > 0) throw invalidInput(problems);
  const rows = found.flatMap((each, index) =>
    'field' in each ? { customFieldId: each.field.id, required: questions[index]?.required ?? false } : [],
  );
  requireDistinct(rows, 'secondaryQuestions');
  return rows;
}

/** Finds the named CONTACT or CALL field, which an event's form can ask. */
export function askable(
  fields: readonly LockedField[],
  { customFieldId, identifier }: Pick<SecondaryQuestionInput, 'customFieldId' | 'identifier'>,
  path: Problem['path'],
): { readonly field: LockedField } | { readonly problem: Problem } {
  const isNamed = (field: LockedField) =>
    customFieldId === undefined ? field.identifier === identifier : field.id === customFieldId;
  const named = fields.filter(isNamed);
  const [one] = named;
  const at = [...path, customFieldId === undefined ? 'identifier' : 'customFieldId'];
  if (!one) return { problem: { path: at, code: 'not_found', message: 'Must be a custom field of the workspace' } };
  const field = named.find(({ type }) => type === 'CONTACT') ?? named.find(({ type }) => type === 'CALL');
  if (field) return { field };
  const message = `Must be a CONTACT or CALL field, but this is a field of the type ${one.type}`;
  return { problem: { path: at, code: 'not_allowed', message } };
}

/** Requires that an online event or each of its hosts has a link. Locks members, so it comes before `requireHosts`. */
export async function requireLink(
  client: ClientBase,
  workspaceId: number,
  event: Pick<BookableEvent, 'location' | 'locationLink'> & { readonly hosts: readonly Pick<HostRow, 'userId'>[] },
): Promise<void> {
  if (!needsHostLink(event)) return;
  const hostIds = event.hosts.map(({ userId }) => userId);
  const without = await lockMembersWithoutLink(client, workspaceId, hostIds);
  if (without.length === 0) return;
  const message = `Is required for ${event.location} unless every host has a meetingLink. User ids without one: ${without.join(', ')}`;
  throw fieldError('locationLink', 'required', message);
}
