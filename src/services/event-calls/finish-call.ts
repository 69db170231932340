import type { ClientBase } from 'pg';
import { within } from '#src/db/within.ts';
import { putFinish } from '#src/db/writes/call-finishes.ts';
import { isMember } from '#src/db/writes/contacts.ts';
import type { LockedField } from '#src/db/writes/custom-field-answers.ts';
import { lockHosts, readCall, readLanguage } from '#src/db/writes/event-calls.ts';
import { checkAnswer } from '#src/domain/custom-fields/answer-rules.ts';
import type { Deal } from '#src/domain/deals/deal.ts';
import { errorWithin, fieldError, recordNotFound } from '#src/domain/errors.ts';
import { actorOf } from '#src/domain/event-calls/call-history.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import { type FinishCallInput, undoMinutes } from '#src/domain/event-calls/finish-call.ts';
import type { Problem } from '#src/domain/field-errors.ts';
import { requireScopes } from '#src/domain/principal/access.ts';
import type { Scope } from '#src/domain/principal/scopes.ts';
import type { Transaction } from '#src/domain/transactions/transaction.ts';
import { minuteMs } from '#src/lib/time/zone-offsets.ts';
import { withHostChecks } from '../calendars/host-checks.ts';
import { updateContact } from '../contacts/contacts.ts';
import { lockForRules } from '../contacts/workspace-rules.ts';
import type { CallerContext } from '../context.ts';
import { changeAnswers } from '../custom-fields/change-answers.ts';
import { createDeal } from '../sales/change-deals.ts';
import { createTransaction } from '../sales/change-transactions.ts';
import { bookCall } from './book-call.ts';
import { finishedState, lockStageField } from './finished-state.ts';
import { callsOf, requireCall, requireOutcome, setOutcome } from './update-event-calls.ts';

export interface FinishedCall {
  readonly eventCall: EventCall;
  readonly deal: Deal | null;
  readonly payments: Transaction[];
  readonly followUp: EventCall | null;
  readonly undoUntil: string;
}

/**
 * Sets the outcome of a call with what follows from it: the sale with its payments, the next call, and the status, stage and owner
 * of the contact. Either all of it is stored or nothing.
 */
export function finishCall(context: CallerContext, input: FinishCallInput): Promise<FinishedCall> {
  requireScopes(context.principal, scopesOf(input));
  return withHostChecks(context, (hostChecks) =>
    context.db.write((client) => finish(client, { ...context, hostChecks, db: within(client) }, input)),
  );
}

/** The scopes of the requests that this one replaces, beside that of the outcome. */
function scopesOf({ contact, deal, payments }: FinishCallInput): Scope[] {
  const needed: [Scope, boolean][] = [
    ['contacts:write', contact?.status !== undefined || contact?.userId !== undefined],
    ['fields:write', contact?.stage !== undefined],
    ['deals:write', Boolean(deal)],
    ['transactions:write', payments.length > 0],
  ];
  return needed.flatMap(([scope, isNeeded]) => (isNeeded ? scope : []));
}

async function finish(client: ClientBase, context: CallerContext, input: FinishCallInput): Promise<FinishedCall> {
  const { contact, deal: sale, payments: paid, followUp: next, expectedOutcome, ...outcome } = input;
  const { workspaceId } = context.principal;
  const key = [workspaceId, input.eventCallId] as const;
  const now = context.clock.now();
  // What the parts lock before calls and contacts comes first, in the order of `db/writes/rows.ts`. The closer of the deal and its
  // product follow later: a removal at the same moment may end in a deadlock, after which the work is tried again.
  if (next) await lockHosts(client, workspaceId, { callId: input.eventCallId });
  if (typeof contact?.userId === 'number') await isMember(client, workspaceId, contact.userId);
  await lockForRules(client, key);
  const stages = await lockStageField(client, workspaceId);
  const call = await requireCall(client, callsOf(context), { id: input.eventCallId, now });
  await requireOutcome(client, workspaceId, { call, expectedOutcome: expectedOutcome ?? null });
  const before = await finishedState(client, { workspaceId, call, stages });

  const { status, stage, userId } = contact ?? {};
  // With another owner, the status is part of that change.
  const also = { status: userId === undefined ? status : undefined, stage: stage !== undefined };
  await setOutcome(context, outcome, { ...also, owner: userId !== undefined });
  if (contact) await part(['contact'], () => changeContact(client, context, { call, stages, contact }));
  const followUp = next ? await part(['followUp'], () => bookNext(client, context, { call, next })) : null;
  const deal = sale ? await part(['deal'], () => createDeal(context, { ...sale, ...buyerOf(call) })) : null;
  const payments: Transaction[] = [];
  for (const [index, payment] of deal ? paid.entries() : []) {
    const fields = { ...payment, dealId: deal?.id, currency: deal?.currency as string };
    payments.push(await part(['payments', index], () => createTransaction(context, fields)));
  }

  const eventCall = await readCall(client, key, now);
  const after = await finishedState(client, { workspaceId, call: eventCall, stages });
  const created = { deal, payments, followUp };
  const finishedAt = now.toISOString();
  await putFinish(client, key, { before, after, created: versionsOf(created), scopes: scopesOf(input), finishedAt });
  const undoUntil = new Date(now.getTime() + undoMinutes * minuteMs).toISOString();
  return { eventCall, ...created, undoUntil };
}

/** Performs a part of the input. Its errors name their field below that part. */
async function part<Result>(path: Problem['path'], perform: () => Promise<Result>): Promise<Result> {
  try {
    return await perform();
  } catch (error) {
    throw errorWithin(path, error);
  }
}

/** The contact and the call of a deal or of a next call. */
function buyerOf({ id: eventCallId, contactId }: EventCall): {
  readonly contactId: number;
  readonly eventCallId: number;
} {
  if (contactId === null) throw fieldError([], 'invalid_state', 'The contact of the call was erased');
  return { contactId, eventCallId };
}

/** Books the next call with the contact. The invitee has filled in the form of the event before, and is not asked again. */
async function bookNext(
  client: ClientBase,
  context: CallerContext,
  { call, next: { dateTime, userId } }: { call: EventCall; next: NonNullable<FinishCallInput['followUp']> },
): Promise<EventCall> {
  const { workspaceId } = context.principal;
  const { contactId } = buyerOf(call);
  const { eventId, timeZone, setterId } = call;
  const booker = { workspaceId, isInvitee: false, isFollowUp: true, actor: actorOf(context.principal) };
  const booked = await bookCall(context, booker, {
    eventId,
    contactId,
    dateTime,
    userId,
    timeZone,
    setterId: setterId ?? undefined,
    language: await readLanguage(client, [workspaceId, call.id]),
    guests: [],
    utm: [],
    inviteeQuestionAnswers: [],
    secondaryQuestionsAnswer: [],
  });
  return booked.call;
}

async function changeContact(
  client: ClientBase,
  context: CallerContext,
  {
    call,
    stages,
    contact,
  }: { call: EventCall; stages: LockedField | undefined; contact: NonNullable<FinishCallInput['contact']> },
): Promise<void> {
  const { contactId } = buyerOf(call);
  const { stage, ...fields } = contact;
  await updateContact(context, { contactId, ...fields });
  if (stage === undefined) return;
  if (!stages) throw recordNotFound('stage');
  const checked = checkAnswer(stages, [stage], new Set());
  if ('problem' in checked) throw fieldError('stage', checked.problem.code, checked.problem.message);
  const { answer } = checked;
  const target = { column: 'contactId', id: contactId } as const;
  await changeAnswers(client, context.principal.workspaceId, target, [{ field: stages, answer }]);
}

interface Created {
  readonly deal: Deal | null;
  readonly payments: readonly Transaction[];
  readonly followUp: EventCall | null;
}

function versionsOf({ deal, payments, followUp }: Created) {
  const versionOf = ({ id, updatedAt }: { readonly id: number; readonly updatedAt: string }) => ({ id, updatedAt });
  return {
    deal: deal && versionOf(deal),
    payments: payments.map(versionOf),
    followUp: followUp && versionOf(followUp),
  };
}
