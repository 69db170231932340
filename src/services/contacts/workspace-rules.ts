import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { readRulesForContact, type StagesOfContact } from '#src/db/reads/contact-stages.ts';
import type { BookedContact } from '#src/db/writes/booked-call.ts';
import { isMember, lockContact } from '#src/db/writes/contacts.ts';
import { type LockedField, putAnswer, shareLockFields } from '#src/db/writes/custom-field-answers.ts';
import { lockHostOfCall } from '#src/db/writes/event-calls.ts';
import type { ChangeEvent } from '#src/db/writes/webhook-events.ts';
import type { Contact } from '#src/domain/contacts/contact.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import { contactStage } from '#src/domain/workspaces/contact-stage.ts';
import { nextStage, type StageTrigger } from '#src/domain/workspaces/stage-rules.ts';
import { answersChanged } from '../custom-fields/change-answers.ts';
import { changeContact } from './contacts.ts';

/** What happens to a contact by itself when it books, is won or does not show up: the rules of the workspace. */

/** The identifiers of the fields to lock before a contact moves to a stage, so that no stage is renamed meanwhile. */
export const stageFields: readonly string[] = [contactStage.identifier];

/** The system field that has the stages of contacts, if it is among locked fields. */
export function stageFieldOf(fields: readonly LockedField[]): LockedField | undefined {
  return fields.find(
    ({ identifier, type, isSystemField }) =>
      isSystemField && type === contactStage.type && identifier === contactStage.identifier,
  );
}

/** Applies the rule for the first booking to a locked contact. Returns the event, which the caller records. */
export function applyBookingRule(
  client: ClientBase,
  contact: RecordKey,
  field: LockedField | undefined,
  { isFirst, stageRules: rules, stage: present }: BookedContact,
): Promise<ChangeEvent[]> {
  if (!isFirst || !field) return Promise.resolve([]);
  const stages = { fieldId: field.id, stages: field.options, rules, present };
  return applyStageRule(client, contact, { stages, trigger: 'FIRST_BOOKING' });
}

/**
 * Locks what the rules for the outcome of a call refer to, in the order of `db/writes/rows.ts`: before the call and its contact.
 * Returns the host of the call; undefined if the host is no longer a member.
 */
export async function lockForRules(client: ClientBase, call: RecordKey): Promise<number | undefined> {
  const hostId = await lockHostOfCall(client, call);
  await shareLockFields(client, call[0], { ids: [], identifiers: stageFields, userIds: [] });
  return hostId;
}

interface Applied {
  readonly trigger: Exclude<StageTrigger, 'FIRST_BOOKING'>;
  readonly call: Pick<EventCall, 'contactId' | 'userId'>;
  /** The host whom `lockForRules` locked. */
  readonly lockedHostId: number | undefined;
  readonly also?: AlsoSet;
}

/** What the same request sets in the contact. */
export interface AlsoSet {
  /** True if it sets the stage, so that the rule for it does not apply. */
  readonly stage?: boolean;
  /** The same for the owner. */
  readonly owner?: boolean;
  /** The status, which is part of the same event as the owner. */
  readonly status?: Contact['status'] | undefined;
}

/**
 * Applies the rules for an outcome to the contact of a locked call, after `lockForRules`. Returns the events, which the caller
 * records.
 */
export async function applyOutcomeRules(
  client: ClientBase,
  workspaceId: number,
  { trigger, call, lockedHostId, also = {} }: Applied,
): Promise<ChangeEvent[]> {
  const { contactId, userId: hostId } = call;
  const contact = contactId === null ? undefined : await lockContact(client, workspaceId, contactId);
  if (!contact) return [];
  const { stages, assignsHostAsOwner } = await readRulesForContact(client, [workspaceId, contact.id]);
  const getsOwner = assignsHostAsOwner && !also.owner && contact.userId === null;
  // Another request may have given the call to another host before the call was locked.
  const isHost = getsOwner && (hostId === lockedHostId || (await isMember(client, workspaceId, hostId)));
  const fields = { status: also.status, ...(isHost && { userId: hostId }) };
  const { events } = await changeContact(client, workspaceId, contact, fields);
  const moved = also.stage ? [] : await applyStageRule(client, [workspaceId, contact.id], { stages, trigger });
  return [...events, ...moved];
}

/** Moves a locked contact to the stage of the rule, if that is a later one. Returns the event, which the caller records. */
async function applyStageRule(
  client: ClientBase,
  [workspaceId, contactId]: RecordKey,
  { stages, trigger }: { readonly stages: StagesOfContact | null; readonly trigger: StageTrigger },
): Promise<ChangeEvent[]> {
  const stage = stages && nextStage(stages, trigger);
  if (!stage) return [];
  const field = { id: stages.fieldId, identifier: contactStage.identifier, options: stages.stages };
  const target = { column: 'contactId', id: contactId } as const;
  const answer = [stage.name];
  await putAnswer(client, [workspaceId, field.id], target, answer);
  return answersChanged(target, [{ field, answer, earlier: stages.present === null ? [] : [stages.present] }]);
}
