import type { ClientBase } from 'pg';
import type { BookableRules } from '#src/db/reads/scheduling-rows.ts';
import { readMovesByLink } from '#src/db/writes/call-history.ts';
import { type LockedHosts, lockHosts } from '#src/db/writes/event-calls.ts';
import { fieldError } from '#src/domain/errors.ts';
import type { RescheduleEventCallInput } from '#src/domain/event-calls/booking.ts';
import { type EventCall, linkOfCall } from '#src/domain/event-calls/event-call.ts';
import { linkChangeError, linkChangeLimits } from '#src/domain/event-calls/link-changes.ts';
import { rolePolicies } from '#src/domain/principal/roles.ts';
import { isReadable } from '#src/domain/scheduling/calendar-times.ts';
import { minuteMs } from '#src/lib/time/zone-offsets.ts';
import { type HostChecks, withHostChecks } from '../calendars/host-checks.ts';
import type { CallerContext, SlotContext } from '../context.ts';
import { freeHosts, readLocked, requireFuture, requireHost } from './book-call.ts';
import { refuseOverlap, slotUnavailable } from './unavailable-slot.ts';
import { type CallScope, callsOf, requireCall, updateAndReport } from './update-event-calls.ts';

/** Moves a call to another open slot of its event, or to another host. It keeps its host if the host is free then. */
export function rescheduleEventCall(context: CallerContext, input: RescheduleEventCallInput): Promise<EventCall> {
  if (input.force && rolePolicies[context.principal.role].rows === 'own') {
    throw fieldError('force', 'not_allowed', 'Only an owner or admin can give a call to a host who is not available');
  }
  return moveCall(context, callsOf(context), input);
}

type Move = Omit<RescheduleEventCallInput, 'force'> & Partial<Pick<RescheduleEventCallInput, 'force'>>;

export function moveCall(context: SlotContext, scope: CallScope, input: Move): Promise<EventCall> {
  return withHostChecks(context, (checks) => moveChecked(context, scope, { ...input, checks }));
}

async function moveChecked(
  { db, clock, calendars, slots, sendsMail }: SlotContext,
  scope: CallScope,
  { checks, ...input }: Move & { readonly checks: HostChecks },
): Promise<EventCall> {
  const now = clock.now();
  const { workspaceId, actor } = scope;
  const { id } = input;
  const moved = await db
    .write(async (client) => {
      // The hosts are locked before the call, as in every other booking, and so also where the move is then refused.
      const hosts = await lockHosts(client, workspaceId, { callId: id });
      const call = await requireCall(client, scope, { id, now });
      const { dateTime, keepsTime } = requireMovable(call, input, { ...scope, now });
      const query = { workspaceId, event: { eventId: call.eventId }, exceptCallId: id, dateTime };
      const { rules, locked } = await readLocked(client, hosts, query);
      requireHost(rules, input.userId, locked);
      await requireMoveLeft(client, scope, { id, now });
      const applied = keepsTime ? forHostAlone(rules, call) : rules;
      const search = { rules: applied, locked, checks, now, dateTime, keepsTime, userId: input.userId };
      const userId = input.force ? input.userId : hostOf(call, search);
      if (userId === undefined) {
        if (keepsTime) throw fieldError('userId', 'not_available', 'Is not available at the time of the call');
        const exceptDateTime = Date.parse(call.dateTime);
        return { takenOf: { eventId: rules.id, userId: input.userId, exceptDateTime }, dateTime };
      }
      if (!input.force) checks.require({ clock, calendars }, { workspaceId, rules: applied, userId, start: dateTime });
      const change = {
        ...(userId === call.userId ? {} : placeWith(rules, locked.get(userId) ?? null)),
        userId,
        ...(keepsTime ? givenOf(input) : movedTo(dateTime, rules, input)),
      };
      return updateAndReport(client, call, { workspaceId, kind: 'call.rescheduled', change, actor, now, sendsMail });
    })
    .catch((error: unknown) => refuseOverlap(error, input.userId));
  if (!('takenOf' in moved)) return moved;
  throw await slotUnavailable({ db, slots, now }, { workspaceId, exceptCallId: id, ...moved.takenOf }, moved.dateTime);
}

/** The rules for a change of the host alone: how and when invitees may book does not limit it, and the call keeps its length. */
function forHostAlone(rules: BookableRules, { duration }: EventCall): BookableRules {
  return { ...rules, duration, minimumNotice: 0, bookingWindow: null, slotInterval: 1 };
}

interface HostSearch extends Pick<Move, 'userId'> {
  readonly rules: BookableRules;
  readonly locked: LockedHosts;
  readonly checks: HostChecks;
  readonly now: Date;
  readonly dateTime: number;
  readonly keepsTime: boolean;
}

/** The host of a moved call: the requested one, the present one, or the next in turn; undefined if that one is not free. */
function hostOf(call: EventCall, { rules, locked, checks, userId, ...at }: HostSearch): number | undefined {
  const now = at.now.getTime();
  // A call that has begun can change its host, as long as it is known now whether that one is free.
  const asOf = at.keepsTime ? Math.min(now, at.dateTime - 1) : now;
  const isKnown = (hostId: number) => {
    const host = rules.hosts.find((each) => each.userId === hostId);
    return host?.calendarConnections.every((connection) => isReadable(connection, now)) ?? true;
  };
  const free = checks.without(freeHosts({ rules, locked, userId }, at.dateTime, asOf)).filter(isKnown);
  return free.includes(call.userId) ? call.userId : free[0];
}

/** What a new time changes besides the host. */
function movedTo(dateTime: number, { duration }: BookableRules, { timeZone, rescheduleReason }: Move) {
  return {
    status: 'RESCHEDULED' as const,
    duration,
    timeZone,
    // The outcome of the call at its earlier time does not apply to the new one.
    outcome: null,
    noSaleReason: null,
    objectionKind: null,
    objection: null,
    // The reason of an earlier move does not apply to this one.
    rescheduleReason: rescheduleReason ?? null,
    dateTime: new Date(dateTime).toISOString(),
    endTime: new Date(dateTime + duration * minuteMs).toISOString(),
  };
}

function givenOf({ timeZone, rescheduleReason }: Move) {
  return { timeZone, rescheduleReason };
}

/** The place of a call after a change of host. */
export function placeWith(event: Parameters<typeof linkOfCall>[0], meetingLink: string | null) {
  return { location: event.location, locationLink: linkOfCall(event, meetingLink) };
}

/** The new start. With another host, a call that is not over can keep its start. */
function requireMovable(
  call: EventCall,
  { dateTime: text, userId }: Move,
  { idField = 'id', now }: CallScope & { readonly now: Date },
): { readonly dateTime: number; readonly keepsTime: boolean } {
  if (call.status === 'CANCELLED') throw fieldError(idField, 'invalid_state', 'The call is cancelled: book a new one');
  const isSameTime = text === undefined || Date.parse(text) === Date.parse(call.dateTime);
  const keepsTime = isSameTime && userId !== undefined && userId !== call.userId;
  if (!keepsTime) {
    if (text === undefined) throw fieldError('userId', 'conflict', 'Is already the host of the call');
    const dateTime = requireFuture(text, now);
    if (isSameTime) throw fieldError('dateTime', 'conflict', 'Is already the time of the call');
    return { dateTime, keepsTime };
  }
  if (Date.parse(call.endTime) <= now.getTime()) throw fieldError(idField, 'invalid_state', 'The call has ended');
  return { dateTime: Date.parse(call.dateTime), keepsTime };
}

/** Limits the moves by an invitee's link: whoever books in another person's name could otherwise fill their mailbox. */
async function requireMoveLeft(
  client: ClientBase,
  { workspaceId, actor, idField = 'id' }: CallScope,
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<void> {
  if (actor.actorKind !== 'INVITEE') return;
  const ages = await readMovesByLink(client, [workspaceId, id], linkChangeLimits.inAll);
  const error = linkChangeError(ages, { idField, now });
  if (error) throw error;
}
