import type { ClientBase } from 'pg';
import type { MemberKey } from '#src/db/keys.ts';
import { endConnectionsOfMember } from '#src/db/writes/connections.ts';
import { readCall } from '#src/db/writes/event-calls.ts';
import { deleteGoalsOfMember } from '#src/db/writes/goals.ts';
import { deleteInvitationsBy } from '#src/db/writes/invitations.ts';
import { deleteSessionsOfUser } from '#src/db/writes/members.ts';
import { deletePicture } from '#src/db/writes/pictures.ts';
import {
  deleteAvailability,
  deleteCalendarAccess,
  deleteSavedViews,
  endMembership,
  firstOtherOwner,
  lockMembers,
  lockUpcomingCalls,
  revokeKeysOfMember,
  transferClients,
  transferContacts,
} from '#src/db/writes/removed-members.ts';
import { lockWorkspace } from '#src/db/writes/rows.ts';
import { recordEvents } from '#src/db/writes/webhook-events.ts';
import { deleteWeeklyMail } from '#src/db/writes/weekly-mails.ts';
import type { AssignedColumn } from '#src/domain/contacts/contact.ts';
import { fieldError } from '#src/domain/errors.ts';
import { type Actor, operatorActor } from '#src/domain/event-calls/call-history.ts';
import { needsHostLink } from '#src/domain/event-calls/event-call.ts';
import type { RemoveMemberInput } from '#src/domain/members/member.ts';
import { type Role, rolePolicies } from '#src/domain/principal/roles.ts';
import { auditedChanges } from '../audit/audited-changes.ts';
import type { AuditContext } from '../audit/context.ts';
import { type AuditedCaller, auditActorOf, operator, recordAuditOf } from '../audit/record-audit.ts';
import { contactChanges } from '../contacts/contacts.ts';
import type { CallContext } from '../context.ts';
import { placeWith } from '../event-calls/move-call.ts';
import { updateAndReport } from '../event-calls/update-event-calls.ts';
import { requireOtherOwner } from './member-administration.ts';
import { requireMember } from './members.ts';

/** What happened to the records of the removed member. */
export interface Removal {
  readonly callsTransferred: number;
  readonly callsCancelled: number;
  readonly contacts: number;
  readonly apiKeysRevoked: number;
  readonly connectionsRevoked: number;
  readonly sessionsEnded: number;
  readonly oauthClients: number;
  /** The events that can no longer be booked, because they have no other host. */
  readonly eventsWithoutHost: readonly number[];
}

type LockedMembers = Awaited<ReturnType<typeof lockMembers>>;

interface RemovalOptions {
  /** The name of the input field that identifies the member. */
  readonly userField?: string;
  /** Throws if the caller may not remove a member of this role, which is locked; undefined if there is no such member. */
  readonly requireRole?: (role: Role | undefined) => void;
  /** The actor of the removal; the operator by default. */
  readonly actor?: Actor;
  /** The caller as the audit log records them; the operator by default. */
  readonly caller?: AuditedCaller;
}

/**
 * Removes a member from a workspace. From the next request on, all their credentials are refused there. Past calls, deals and
 * transactions still name them. Upcoming calls must be transferred or are cancelled.
 */
export async function removeMember(
  context: CallContext & AuditContext,
  input: RemoveMemberInput,
  { userField = 'userId', requireRole, actor = operatorActor, caller }: RemovalOptions = {},
): Promise<Removal> {
  const { workspaceId, userId, transferTo } = input;
  // The operator may name a workspace that does not exist: the error shows which of the two ids is wrong.
  if (!requireRole) await requireMember(context, { workspaceId, userId });
  return context.db.write(async (client) => {
    await lockWorkspace(client, workspaceId);
    // Bookings of the member and assignments of contacts or sales lock the membership too.
    const members = await lockMembers(client, workspaceId, [userId, ...(transferTo === undefined ? [] : [transferTo])]);
    const role = members.get(userId)?.role;
    requireRole?.(role);
    if (!role) throw fieldError(userField, 'not_found', 'Is not a member of this workspace');
    if (transferTo !== undefined && !members.has(transferTo)) {
      throw fieldError('transferTo', 'not_found', 'Is not a member of this workspace');
    }
    if (role === 'OWNER') await requireOtherOwner(client, workspaceId, userField);
    const now = context.clock.now();
    const key = [workspaceId, userId] as const;
    const newOwner = await newOwnerOfClients(client, key, { transferTo, members });
    const removal = {
      ...(await transferOrCancelCalls(
        client,
        { ...input, userField, members, actor, sendsMail: context.sendsMail },
        now,
      )),
      contacts: await transferAllContacts(client, key, { column: 'userId', to: transferTo }),
      oauthClients: await transferClients(client, key, newOwner),
      apiKeysRevoked: await revokeKeysOfMember(client, key, now),
      connectionsRevoked: (await endConnectionsOfMember(client, { workspaceId, userId, revokedAt: now })).length,
      sessionsEnded: await deleteSessionsOfUser(client, userId, workspaceId),
      ...(await deleteAvailability(client, key)),
    };
    await transferAllContacts(client, key, { column: 'setterId', to: transferTo });
    await deleteInvitationsBy(client, key);
    // Entries already in their calendars stay, because access to these calendars ends.
    await deleteCalendarAccess(client, key);
    await deleteSavedViews(client, key);
    await deleteGoalsOfMember(client, key);
    await deleteWeeklyMail(client, key);
    await deletePicture(client, key);
    await endMembership(client, key, now);
    const changes = auditedChanges({ role: null }, { role });
    const removed = { workspaceId, action: 'member.removed', targetId: userId, changes } as const;
    await recordAuditOf(client, context, { ...removed, actor: caller ? auditActorOf(caller) : operator });
    return removal;
  });
}

/** Transfers upcoming calls to a member who is free then, and cancels the others if the input allows it. */
async function transferOrCancelCalls(
  client: ClientBase,
  {
    workspaceId,
    userId,
    transferTo,
    cancelCalls,
    userField,
    members,
    actor,
    sendsMail,
  }: RemoveMemberInput & {
    readonly userField: string;
    readonly sendsMail: boolean;
    readonly actor: Actor;
    readonly members: LockedMembers;
  },
  now: Date,
): Promise<Pick<Removal, 'callsTransferred' | 'callsCancelled'>> {
  const calls = await lockUpcomingCalls(client, [workspaceId, userId], { now, otherUserId: transferTo });
  const transferred = transferTo === undefined ? [] : calls.filter(({ hasConflict }) => !hasConflict);
  const others = calls.filter((call) => !transferred.includes(call));
  if (others.length > 0 && !cancelCalls) {
    throw upcomingCalls(others, transferTo === undefined ? userField : undefined);
  }
  const meetingLink = members.get(transferTo ?? userId)?.meetingLink ?? null;
  const withoutLink = meetingLink === null ? transferred.filter(needsHostLink) : [];
  if (withoutLink.length > 0) {
    const message = `Needs a meetingLink for ${count(withoutLink)} of events without a locationLink`;
    throw fieldError('transferTo', 'required', message);
  }
  for (const { id, ...place } of transferred) {
    const call = await readCall(client, [workspaceId, id], now);
    const change = { userId: transferTo, ...placeWith(place, meetingLink) };
    await updateAndReport(client, call, { workspaceId, kind: 'call.rescheduled', change, actor, now, sendsMail });
  }
  for (const { id } of others) {
    const call = await readCall(client, [workspaceId, id], now);
    const change = { status: 'CANCELLED', cancelReason: 'The host left' } as const;
    await updateAndReport(client, call, { workspaceId, kind: 'call.cancelled', change, actor, now, sendsMail });
  }
  return { callsTransferred: transferred.length, callsCancelled: others.length };
}

const count = ({ length }: readonly unknown[]) => `${length} upcoming call${length === 1 ? '' : 's'}`;

function upcomingCalls(calls: readonly { readonly dateTime: string }[], userField: string | undefined): Error {
  const which = `${count(calls)}, the first at ${calls[0]?.dateTime}`;
  if (userField !== undefined) {
    return fieldError(userField, 'in_use', `Has ${which}: transfer them to another member, or cancel them`);
  }
  return fieldError('transferTo', 'taken', `Has other calls at the time of ${which}: cancel or reschedule these first`);
}

const contactBatch = 1000;

/** Replaces the member as the owner or the setter of all contacts, with an event for each. Returns their number. */
async function transferAllContacts(
  client: ClientBase,
  key: MemberKey,
  { column, to }: { readonly column: AssignedColumn; readonly to: number | undefined },
): Promise<number> {
  for (let count = 0; ; ) {
    const contacts = await transferContacts(client, key, { column, to, limit: contactBatch });
    const events = contacts.flatMap((contact) => contactChanges(contact, { [column]: key[1] }));
    await recordEvents(client, key[0], events);
    count += contacts.length;
    if (contacts.length < contactBatch) return count;
  }
}

/** The member who takes over, if their role manages apps; otherwise the owner who joined first. */
async function newOwnerOfClients(
  client: ClientBase,
  key: MemberKey,
  { transferTo, members }: { transferTo: number | undefined; members: LockedMembers },
): Promise<number> {
  const role = transferTo === undefined ? undefined : members.get(transferTo)?.role;
  if (transferTo !== undefined && role && rolePolicies[role].developerArea) return transferTo;
  const owner = await firstOtherOwner(client, key);
  if (owner === undefined) throw fieldError('userId', 'not_allowed', 'The workspace must have at least one owner');
  return owner;
}
