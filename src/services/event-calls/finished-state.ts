import type { ClientBase } from 'pg';
import type { FinishedState } from '#src/db/writes/call-finishes.ts';
import { lockContact } from '#src/db/writes/contacts.ts';
import { type LockedField, readAnswers, shareLockFields } from '#src/db/writes/custom-field-answers.ts';
import { requireFound } from '#src/domain/errors.ts';
import { type EventCall, setOutcomeOf } from '#src/domain/event-calls/event-call.ts';
import { contactStage } from '#src/domain/workspaces/contact-stage.ts';

const { identifier, type } = contactStage;

/** The system field of stages, if the workspace has it. Its options stay as they are until the transaction ends. */
export async function lockStageField(client: ClientBase, workspaceId: number): Promise<LockedField | undefined> {
  const fields = await shareLockFields(client, workspaceId, { ids: [], identifiers: [identifier], userIds: [] });
  return fields.find((field) => field.type === type);
}

/** What finishing a locked call may change, as it is now. Locks the contact of the call. */
export async function finishedState(
  client: ClientBase,
  { workspaceId, call, stages }: { workspaceId: number; call: EventCall; stages: LockedField | undefined },
): Promise<FinishedState> {
  const { noSaleReason, objectionKind, objection, notes, contactId } = call;
  return {
    call: { outcome: setOutcomeOf(call), noSaleReason, objectionKind, objection, notes },
    contact: contactId === null ? null : await contactState(client, { workspaceId, contactId, stages }),
  };
}

async function contactState(
  client: ClientBase,
  { workspaceId, contactId, stages }: { workspaceId: number; contactId: number; stages: LockedField | undefined },
): Promise<FinishedState['contact']> {
  const { id, status, userId } = requireFound(await lockContact(client, workspaceId, contactId));
  const target = { column: 'contactId', id } as const;
  const answers = stages && (await readAnswers(client, workspaceId, target, [stages.id]));
  return { id, status, userId, stage: (stages && answers?.get(stages.id)?.answer) ?? [] };
}
