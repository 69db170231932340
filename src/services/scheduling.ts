import { readCalendarNames } from '#src/db/reads/calendar-names.ts';
import { type EventReference, readBookableRow, readRules } from '#src/db/reads/scheduling.ts';
import { type BookableRules, slotQueryOf } from '#src/db/reads/scheduling-rows.ts';
import { DomainError, fieldError, invalidInput, recordNotFound, requireFound } from '#src/domain/errors.ts';
import { requireScopes } from '#src/domain/principal/access.ts';
import { rolePolicies } from '#src/domain/principal/roles.ts';
import {
  type DatesForm,
  type EventDates,
  type EventDatesInput,
  maxDates,
  rangeOfDates,
  type WhyUnavailableInput,
} from '#src/domain/scheduling/event-dates.ts';
import type { Slot } from '#src/domain/scheduling/rules.ts';
import { openSlots } from '#src/domain/scheduling/slots.ts';
import { type ClosingReason, closingReasons } from '#src/domain/scheduling/why-unavailable.ts';
import { dayMs, minuteMs } from '#src/lib/time/zone-offsets.ts';
import type { CallerContext, SlotContext } from './context.ts';
import type { Asker } from './slots/slot-engine.ts';
import { type DatesTask, maxPossibleStarts, type NextTask, startsOf } from './slots/slot-tasks.ts';

interface DatesBounds extends Pick<DatesTask, 'maxSlots'> {
  readonly maxDates: number;
  readonly maxStarts: number;
}

/** The bounds of a JSON text: every five minutes of 60 days, or one day of any event. */
const textBounds: DatesBounds = { maxDates: maxDates.caller, maxStarts: maxPossibleStarts, maxSlots: 20_000 };
/** The bounds of slots as objects, which the main thread serializes. */
const objectBounds: DatesBounds = { ...textBounds, maxStarts: 50_000, maxSlots: 6_000 };
/** The bounds for invitees, who have no credential: every quarter of an hour of 31 days, at most 128 kB of response. */
const inviteeBounds: DatesBounds = { ...textBounds, maxDates: maxDates.invitee, maxSlots: 3_000 };

interface DatesQuery extends Pick<DatesTask, 'forms'>, Asker {
  readonly input: EventDatesInput;
}

/** The JSON text `{"data": …}` of the open slots of a live event of the workspace, in bytes. */
export function eventDatesJson(context: CallerContext, input: EventDatesInput): Promise<Uint8Array> {
  const { workspaceId } = context.principal;
  return datesJson(context, { workspaceId, input, forms: ['availabilities', 'slots'] }, textBounds);
}

/** Returns only the requested forms, as objects. */
export async function listEventDates(
  context: CallerContext,
  input: EventDatesInput,
  forms: readonly DatesForm[],
): Promise<EventDates> {
  const { workspaceId } = context.principal;
  return parsed(await datesJson(context, { workspaceId, input, forms }, objectBounds));
}

/** Likewise, for an invitee. */
export async function listPublicEventDates(
  context: SlotContext,
  query: Omit<DatesQuery, 'isInvitee'>,
): Promise<EventDates> {
  return parsed(await datesJson(context, { ...query, isInvitee: true }, inviteeBounds));
}

function parsed(text: Uint8Array): EventDates {
  return JSON.parse(new TextDecoder().decode(text)).data;
}

async function datesJson(
  { db, clock, slots }: SlotContext,
  { input, forms, ...caller }: DatesQuery,
  { maxDates, maxStarts, maxSlots }: DatesBounds,
): Promise<Uint8Array> {
  const dates = rangeOfDates(input, { now: clock.now().getTime(), maxDates });
  if ('problem' in dates) throw invalidInput([dates.problem]);
  const { workspaceId } = caller;
  const { timeZone } = input;
  const event = eventOf(input);
  const key = JSON.stringify({ ...caller, event, dates, timeZone, forms, maxStarts, maxSlots });
  return db.sharedAnswers.answer(key, async () => {
    const now = clock.now().getTime();
    const range = { now, from: Math.max(dates.from, now), until: Math.max(dates.until, now) };
    const row = await readBookableRow(db, { workspaceId, event, ...range });
    if (!row) throw eventNotFound(event);
    const starts = startsOf({ row, range });
    if (starts > maxStarts) {
      const found = `its ${row.hosts?.length} hosts have ${formatCount(starts)} possible start times on these dates`;
      throw tooManyDates(`${found}, and at most ${formatCount(maxStarts)} can be searched at once`);
    }
    const answer = await slots.datesJson(caller, { row, range, timeZone, forms, maxSlots }, starts);
    if (typeof answer !== 'number') return answer;
    throw tooManyDates(
      `it has ${formatCount(answer)} available times on these dates, and at most ${formatCount(maxSlots)} can be returned at once`,
    );
  });
}

function tooManyDates(reason: string): DomainError {
  return fieldError('to', 'out_of_range', `Must be earlier for this event: ${reason}`);
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
}

/** The event that an input names. Validation has ensured that it names one. */
export function eventOf({ eventId, linkPrefix }: Pick<EventDatesInput, 'eventId' | 'linkPrefix'>): EventReference {
  return eventId === undefined ? { linkPrefix: linkPrefix ?? '' } : { eventId };
}

export function eventNotFound(event: EventReference): DomainError {
  return recordNotFound('eventId' in event ? 'eventId' : 'linkPrefix', 'EVENT_NOT_FOUND');
}

/** The slot at an instant if it is open, with its hosts in the order of choice. */
export function slotAt(rules: BookableRules, dateTime: number, now: number): Slot | undefined {
  return openSlots(slotQueryOf(rules, { now, from: dateTime, until: dateTime + 1 }))[0];
}

/** How many days to search for the next open instants: the longer range only if the shorter one has too few. */
const searchedDays = [2, 60];
const suggestedSlots = 3;

interface NextSlotsQuery extends Pick<NextTask, 'exceptDateTime' | 'userId'> {
  readonly workspaceId: number;
  readonly eventId: number;
  readonly exceptCallId?: number;
  /** True to search also if the event is deactivated. */
  readonly isPreview?: boolean | undefined;
}

/**
 * The next open instants from one instant on, at most three, as ISO text. A call that is moved cannot keep its time. All
 * requests that lost their time to the same booking share the search.
 */
export function nextAvailable(
  context: Pick<SlotContext, 'db' | 'slots'>,
  query: NextSlotsQuery,
  instants: { readonly dateTime: number; readonly now: number },
): Promise<string[]> {
  const key = JSON.stringify({ ...query, next: instants.dateTime });
  return context.db.sharedAnswers.answer(key, () => searchNext(context, query, instants));
}

async function searchNext(
  { db, slots }: Pick<SlotContext, 'db' | 'slots'>,
  { eventId, userId, exceptDateTime, ...query }: NextSlotsQuery,
  { dateTime, now }: { readonly dateTime: number; readonly now: number },
): Promise<string[]> {
  let from = Math.max(dateTime, now);
  let starts: number[] = [];
  for (const days of searchedDays) {
    const range = { now, from, until: from + days * dayMs };
    const row = await readBookableRow(db, { ...query, event: { eventId }, ...range });
    if (!row) break;
    // The minimum notice may be longer than the searched range.
    from = Math.max(from, now + row.minimumNotice * minuteMs);
    const task = { row, range, count: suggestedSlots, exceptDateTime, userId };
    starts = await slots.nextStarts(query, task, startsOf(task));
    if (starts.length === suggestedSlots) break;
  }
  return starts.map((start) => new Date(start).toISOString());
}

/** Every rule that closes an instant for a host of an event; empty if the host can be booked then. */
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
  const hasCalendars = host !== undefined && host.calendarConnections.length > 0;
  const connections = hasCalendars ? await readCalendarNames(db, [workspaceId, userId]) : [];
  return [
    ...(rules.status === 'ACTIVATED' ? [] : [{ rule: 'DEACTIVATED', message: 'The event is deactivated.' } as const]),
    ...(host
      ? closingReasons({ event: rules, now: clock.now().getTime(), dateTime, connections }, host)
      : [{ rule: 'NOT_A_HOST', message: 'The member is not a host of the event.' } as const]),
  ];
}
