import type { Database } from '#src/db/database.ts';
import {
  type BookableRules,
  type EventReference,
  readBookableRules,
  readRules,
  slotQueryOf,
} from '#src/db/reads/scheduling.ts';
import { DomainError, invalidInput, recordNotFound, requireFound } from '#src/domain/errors.ts';
import { requireScopes } from '#src/domain/principal/policy.ts';
import { rolePolicies } from '#src/domain/principal/roles.ts';
import {
  type EventDates,
  type EventDatesInput,
  eventDatesOf,
  rangeOfDates,
  type WhyUnavailableInput,
} from '#src/domain/scheduling/event-dates.ts';
import type { Slot } from '#src/domain/scheduling/rules.ts';
import { openSlots } from '#src/domain/scheduling/slots.ts';
import { type ClosingReason, closingReasons } from '#src/domain/scheduling/why-unavailable.ts';
import { dayMs } from '#src/lib/time/zone-offsets.ts';
import type { CallerContext, ServiceContext } from './context.ts';

/** The open slots of a live event of the workspace. */
export function listEventDates(context: CallerContext, input: EventDatesInput): Promise<EventDates> {
  return eventDatesIn(context, context.principal.workspaceId, input);
}

export async function eventDatesIn(
  { db, clock }: ServiceContext,
  workspaceId: number,
  input: EventDatesInput,
): Promise<EventDates> {
  const now = clock.now().getTime();
  const range = rangeOfDates(input, now);
  if ('problem' in range) throw invalidInput([range.problem]);
  const event = eventOf(input);
  const future = { from: Math.max(range.from, now), until: Math.max(range.until, now) };
  const rules = await readBookableRules(db, { workspaceId, event, ...future });
  if (!rules) throw eventNotFound(event);
  return eventDatesOf(openSlots(slotQueryOf(rules, { now, ...future })), input.timeZone);
}

/** The event that an input names. Its validation has made sure that it names one. */
export function eventOf({ eventId, linkPrefix }: Pick<EventDatesInput, 'eventId' | 'linkPrefix'>): EventReference {
  return eventId === undefined ? { linkPrefix: linkPrefix ?? '' } : { eventId };
}

export function eventNotFound(event: EventReference): DomainError {
  return recordNotFound('eventId' in event ? 'eventId' : 'linkPrefix', 'EVENT_NOT_FOUND');
}

/** The slot at an instant, if it is open, with the hosts in the order in which they are chosen. */
export function slotAt(rules: BookableRules, dateTime: number, now: number): Slot | undefined {
  return openSlots(slotQueryOf(rules, { now, from: dateTime, until: dateTime + 1 }))[0];
}

/** How far the next open instants are looked for: a longer range only where the one before has too few. */
const searchedDays = [2, 14, 60];
const suggestedSlots = 3;

interface NextSlotsQuery {
  readonly workspaceId: number;
  readonly eventId: number;
  readonly exceptCallId?: number;
  /** The present time of a call that is to be moved, in epoch milliseconds: it cannot be moved there. */
  readonly exceptDateTime?: number;
  /** The requested host, if any. */
  readonly userId?: number | undefined;
}

/** The next open instants at or after one, at most three, as ISO text. */
export async function nextAvailable(
  db: Pick<Database, 'pooled'>,
  { eventId, userId, exceptDateTime, ...query }: NextSlotsQuery,
  { dateTime, now }: { readonly dateTime: number; readonly now: number },
): Promise<string[]> {
  const from = Math.max(dateTime, now);
  let slots: Slot[] = [];
  for (const days of searchedDays) {
    const until = from + days * dayMs;
    const rules = await readBookableRules(db, { ...query, event: { eventId }, from, until });
    const open = rules ? openSlots(slotQueryOf(rules, { now, from, until })) : [];
    slots = open.filter(
      (slot) => slot.dateTime !== exceptDateTime && (userId === undefined || slot.hostIds.includes(userId)),
    );
    if (slots.length >= suggestedSlots) break;
  }
  return slots.slice(0, suggestedSlots).map((slot) => new Date(slot.dateTime).toISOString());
}

/** Every rule that closes an instant for a host of an event; none if the host can be booked then. */
export async function explainUnavailable(
  { db, clock, principal }: CallerContext,
  { eventId, userId, dateTime: instant }: WhyUnavailableInput,
): Promise<ClosingReason[]> {
  if (rolePolicies[principal.role].rows !== 'all') throw new DomainError('FORBIDDEN');
  requireScopes(principal, ['eventCalls:read', 'availabilities:read']);
  const { workspaceId } = principal;
  const dateTime = Date.parse(instant);
  const query = { workspaceId, event: { eventId }, from: dateTime, until: dateTime + 1 };
  const rules = requireFound(await readRules(db, query), 'EVENT_NOT_FOUND');
  const host = rules.hosts.find((each) => each.userId === userId);
  return [
    ...(rules.status === 'ACTIVATED' ? [] : [{ rule: 'DEACTIVATED', message: 'The event is deactivated.' } as const]),
    ...(host
      ? closingReasons({ event: rules, now: clock.now().getTime(), dateTime }, host)
      : [{ rule: 'NOT_A_HOST', message: 'The member is not a host of the event.' } as const]),
  ];
}
