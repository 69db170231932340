import type { ClientBase } from 'pg';
import { readBookableRules } from '#src/db/reads/scheduling.ts';
import type { BookableRules } from '#src/db/reads/scheduling-rows.ts';
import { within } from '#src/db/within.ts';
import { recordBooking } from '#src/db/writes/booked-call.ts';
import { addEntry } from '#src/db/writes/calendar-entries.ts';
import { addressLock, isMember } from '#src/db/writes/contacts.ts';
import { insertCall, type LockedHosts, lockHosts } from '#src/db/writes/event-calls.ts';
import { deleteLeadAnswers } from '#src/db/writes/invitee-answers.ts';
import { recordEvents } from '#src/db/writes/webhook-events.ts';
import type { Contact, ContactFields } from '#src/domain/contacts/contact.ts';
import { statusByForm } from '#src/domain/contacts/lead-status.ts';
import { DomainError, fieldError } from '#src/domain/errors.ts';
import type { CreateEventCallInput } from '#src/domain/event-calls/booking.ts';
import { type Actor, actorOf } from '#src/domain/event-calls/call-history.ts';
import { type EventCall, linkOfCall } from '#src/domain/event-calls/event-call.ts';
import { guestsOf } from '#src/domain/event-calls/guests.ts';
import { inviteeColumns, inviteeOf, withContact } from '#src/domain/event-calls/invitee.ts';
import { limitedField, upcomingProblem } from '#src/domain/event-calls/upcoming-calls.ts';
import type { Lead } from '#src/domain/events/disqualification.ts';
import { bookedAt } from '#src/domain/scheduling/turns.ts';
import { type HostChecks, withHostChecks } from '../calendars/host-checks.ts';
import { changeContact, creationOf, insertMissingContact } from '../contacts/contacts.ts';
import type { FilledForm } from '../contacts/leads.ts';
import { applyBookingRule, stageFieldOf, stageFields } from '../contacts/workspace-rules.ts';
import type { CallerContext, SlotContext } from '../context.ts';
import { eventNotFound, eventOf, slotAt } from '../scheduling.ts';
import {
  type Booker,
  fieldsOfLead,
  findInvitee,
  lockAnsweredFields,
  requireAnswers,
  requireSecondaryAnswers,
  storeAnswers,
} from './booking-answers.ts';
import { notifyOfCall } from './notify-of-call.ts';
import { refuseOverlap, slotUnavailable } from './unavailable-slot.ts';

/** Books a call of a live event with a free host. Finds or creates the contact. */
export async function createEventCall(context: CallerContext, input: CreateEventCallInput): Promise<EventCall> {
  const { workspaceId, role, userId } = context.principal;
  const setterId = input.setterId ?? (role === 'SETTER' ? userId : undefined);
  const { call } = await bookCall(
    context,
    { workspaceId, isInvitee: false, actor: actorOf(context.principal) },
    { ...input, setterId },
  );
  return call;
}

export interface Booked {
  readonly call: EventCall;
  /** The person who booked, and their answers. */
  readonly lead: Lead;
}

/** Checks a submitted form before the booking. If it returns a result, that replaces the booking. */
type Screen<Instead> = (client: ClientBase, filled: FilledForm) => Promise<Instead | undefined>;

interface Screens<Instead> {
  /** Checks the lead. */
  readonly ofLead: Screen<Instead>;
  /** Runs once a host is free at the time. */
  readonly ofTime?: Screen<Instead> | undefined;
}

/** The booker with their identity in the call history. */
type RecordedBooker = Booker & { readonly actor: Actor };

type BookingInput = Omit<CreateEventCallInput, 'setterId'> & { readonly setterId?: number | undefined };

export function bookCall<Instead extends object = never>(
  context: SlotContext,
  booker: RecordedBooker,
  input: BookingInput,
  screens?: Screens<Instead>,
): Promise<Booked | Instead> {
  return withHostChecks(context, (checks) => bookChecked(context, booker, { input, screens, checks }));
}

interface Attempt<Instead> {
  readonly input: BookingInput;
  readonly screens: Screens<Instead> | undefined;
  readonly checks: HostChecks;
}

async function bookChecked<Instead extends object>(
  { db, clock, calendars, slots, sendsMail }: SlotContext,
  booker: RecordedBooker,
  { input, screens, checks }: Attempt<Instead>,
): Promise<Booked | Instead> {
  const now = clock.now();
  const dateTime = requireFuture(input.dateTime, now);
  const { workspaceId } = booker;
  const outcome = await db
    .write(async (client): Promise<{ result: Booked | Instead } | { takenOf: number }> => {
      const event = eventOf(input);
      const query = { workspaceId, event, dateTime };
      const invitee = inviteeOf(input);
      const address = invitee.email === undefined ? undefined : addressLock(workspaceId, invitee.email);
      const hosts = await lockHosts(client, workspaceId, event, address);
      const { rules, locked } = await readLocked(client, hosts, query, () => eventNotFound(event));
      requireHost(rules, input.userId, locked);
      await requireSetter(client, workspaceId, input.setterId);
      // Custom fields are locked before the contact, in the same order as when they are answered.
      const fields = await lockAnsweredFields(client, workspaceId, input, stageFields);
      const secondary = requireSecondaryAnswers(fields, booker, { rules, input });
      const known = await findInvitee(client, workspaceId, { contactId: input.contactId, invitee });
      const shown = booker.isInvitee ? invitee : withContact(invitee, known);
      const questions = booker.isFollowUp ? [] : requireAnswers(rules, shown, input);
      const lead = { invitee: shown, questions, fields: fieldsOfLead(secondary) };
      const { timeZone, utm, referrer } = input;
      const filled = { workspaceId, eventId: rules.id, lead, questions, secondary, known, timeZone, utm, referrer };
      const refused = screens && (await screens.ofLead(client, filled));
      if (refused) return { result: refused };
      const [userId] = checks.without(freeHosts({ rules, locked, userId: input.userId }, dateTime, now.getTime()));
      if (userId === undefined) return { takenOf: rules.id };
      checks.require({ clock, calendars }, { workspaceId, rules, userId, start: dateTime });
      const held = screens?.ofTime && (await screens.ofTime(client, filled));
      if (held) return { result: held };
      const ownerId = rules.assignsHostAsOwner ? userId : undefined;
      const found = known
        ? { contact: known, created: false }
        : await insertMissingContact(client, workspaceId, {
            ...invitee,
            timeZone,
            utm,
            referrer,
            setterId: input.setterId,
            status: rules.bookedStatus ?? undefined,
            userId: ownerId,
          });
      const { contact, created: isNew } = found;
      const events = creationOf(found);
      if (!isNew) {
        const change = bookedFields(booker, contact, { bookedStatus: rules.bookedStatus, ownerId });
        events.push(...(await changeContact(client, workspaceId, contact, change)).events);
      }
      // Answers may record events of the contact, which must follow its creation event.
      if (secondary.length > 0) await recordEvents(client, workspaceId, events.splice(0));
      const { callType, duration, location } = rules;
      const locationLink = linkOfCall(rules, locked.get(userId) ?? null);
      const columns = inviteeColumns(shown);
      const id = await insertCall(client, {
        workspaceId,
        eventId: rules.id,
        contactId: contact.id,
        userId,
        setterId: input.setterId ?? null,
        callType,
        duration,
        location,
        locationLink,
        timeZone: input.timeZone,
        language: input.language,
        // The instant in milliseconds, not the input text: PostgreSQL rounds microseconds, and JavaScript truncates them.
        dateTime: new Date(dateTime).toISOString(),
        ...columns,
        guests: guestsOf(input.guests, columns),
        notes: input.notes ?? null,
        utm: input.utm,
      });
      const target = { workspaceId, eventId: rules.id, contactId: contact.id, eventCallId: id };
      // The answers that the invitee gave as a lead belong to the call from now on.
      if (booker.isInvitee && !isNew) await deleteLeadAnswers(client, target, questions);
      await storeAnswers(client, target, { questions, secondary, changesContact: isNew || !booker.isInvitee });
      const lastBookedAt = new Date(bookedAt(rules.hosts, now.getTime()));
      const stageField = stageFieldOf(fields);
      const {
        call,
        upcoming,
        contact: booked,
      } = await recordBooking(client, [workspaceId, id], {
        actor: booker.actor,
        host: { eventId: rules.id, userId, lastBookedAt },
        stageFieldId: stageField?.id,
        now,
      });
      const problem = upcomingProblem(upcoming);
      if (problem) throw fieldError(limitedField(booker, input.contactId, invitee), 'limit_reached', problem);
      if (hasCalendars(rules, userId))
        await addEntry(client, [workspaceId, id], { userId, endTime: call.endTime, now });
      events.push(...(await applyBookingRule(client, [workspaceId, contact.id], stageField, booked)));
      await recordEvents(client, workspaceId, [...events, { kind: 'call.booked', data: call }]);
      if (sendsMail) await notifyOfCall(client, [workspaceId, id], { call, now });
      return { result: { call, lead } };
    })
    .catch((error: unknown) => refuseOverlap(error));
  if ('result' in outcome) return outcome.result;
  throw await slotUnavailable(
    { db, slots, now },
    { workspaceId, eventId: outcome.takenOf, userId: input.userId },
    dateTime,
  );
}

/** True if the host may have a calendar that takes bookings. Most hosts have none, and then no statement is needed. */
function hasCalendars({ hosts }: BookableRules, hostId: number): boolean {
  return hosts.some(({ userId, calendarConnections }) => userId === hostId && calendarConnections.length > 0);
}

/** What a booking changes in a known contact: the event's status for booked contacts, and the owner if there is none. */
function bookedFields(
  { isInvitee, isFollowUp }: Booker,
  contact: Contact,
  { bookedStatus, ownerId }: Pick<BookableRules, 'bookedStatus'> & { readonly ownerId: number | undefined },
): ContactFields {
  if (isFollowUp) return {};
  const status = bookedStatus && isInvitee ? statusByForm(contact.status, bookedStatus) : bookedStatus;
  return { status: status ?? undefined, userId: contact.userId === null ? ownerId : undefined };
}

/** The instant in epoch milliseconds. */
export function requireFuture(dateTime: string, now: Date): number {
  const instant = Date.parse(dateTime);
  if (instant <= now.getTime()) throw fieldError('dateTime', 'out_of_range', 'Must be in the future');
  return instant;
}

/** Reads everything that decides if the locked hosts of a live event are free. */
export async function readLocked(
  client: ClientBase,
  locked: LockedHosts | undefined,
  query: Omit<Parameters<typeof readBookableRules>[1], 'from' | 'until'> & { readonly dateTime: number },
  notFound = () => new DomainError('EVENT_NOT_FOUND'),
): Promise<{ rules: BookableRules; locked: LockedHosts }> {
  const range = { from: query.dateTime, until: query.dateTime + 1 };
  const rules = locked && (await readBookableRules(within(client), { ...query, ...range }));
  if (!rules) throw notFound();
  return { rules, locked };
}

export function requireHost({ hosts }: BookableRules, hostId: number | undefined, locked: LockedHosts): void {
  if (hostId === undefined || (locked.has(hostId) && hosts.some(({ userId }) => userId === hostId))) return;
  throw fieldError('userId', 'not_allowed', 'Must be a host of the event');
}

async function requireSetter(client: ClientBase, workspaceId: number, setterId: number | undefined): Promise<void> {
  if (setterId === undefined || (await isMember(client, workspaceId, setterId))) return;
  throw fieldError('setterId', 'not_found', 'Must be a member of the workspace');
}

/** The free hosts at an instant, in the order of choice; only the requested host if there is one. */
export function freeHosts(
  { rules, locked, userId }: { rules: BookableRules; locked: LockedHosts; userId?: number | undefined },
  dateTime: number,
  now: number,
): readonly number[] {
  const hostIds = slotAt(rules, dateTime, now)?.hostIds ?? [];
  return hostIds.filter((hostId) => locked.has(hostId) && (userId === undefined || hostId === userId));
}
