import fc from 'fast-check';
import type { CallFilters, ModelCall } from './call-model.ts';
import { type CallFacts, endOf, type Team } from './call-store.ts';
import { nextSerial } from './serial.ts';

const minute = 60_000;
export const start = Date.parse('2026-03-04T12:00:00.000Z');

/** Instants around now: the same minute, the same day, a day before to the millisecond, and farther away. */
const instants = [
  ...[-0.001, 0, 0.001, -29, -30, -31, -60, 30, 61].map((minutes) => start + Math.round(minutes * minute)),
  ...[-1440, -1439, -1441, -720, -721, 719, 720, 721].map((minutes) => start + minutes * minute),
  ...[-40, -9, -8, -3, -2, 2, 3, 24, 25, 26, 40].map((days) => start + days * 1440 * minute),
].map((ms) => new Date(ms).toISOString());
const days = ['2026-01-20', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-29', '2026-03-30', '2026-04-20'];
const names = ['Ira Cole', 'ira stone', 'Zoë', 'ÄNNE', '100%', 'under_score', 'back\\slash', "O'Neil", 'Mo'];
const emails = ['ira@example.com', 'IRA@example.com', 'mo@example.com', null];
const phones = ['+14155550101', '+491511', null];
const outcomes = ['WON', 'NO_SALE', 'QUALIFIED', 'UNQUALIFIED', 'APPROVED', 'REJECTED'];
const statuses = ['SCHEDULED', 'RESCHEDULED', 'CANCELLED'] as const;
const callTypes = ['STRATEGY_EVENT', 'DISCOVERY_EVENT'] as const;
const writtenAt = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', '2026-02-01T00:00:00.000Z'];

const instant = fc.constantFrom(...instants);
const chosen = <Item>(items: readonly Item[]) => fc.constantFrom(...items);

export function anyFacts({ members, eventIds, contactIds }: Team): fc.Arbitrary<CallFacts> {
  const userIds = members.map(({ userId }) => userId);
  return fc
    .record({
      eventId: chosen(eventIds),
      contactId: chosen(contactIds),
      userId: chosen(userIds),
      setterId: fc.option(chosen(userIds)),
      // Cancelled calls may overlap, so that many can begin at one instant.
      status: fc.oneof({ weight: 2, arbitrary: fc.constant('CANCELLED' as const) }, chosen(statuses)),
      callType: chosen(callTypes),
      dateTime: instant,
      duration: chosen([1, 30, 60, 1440]),
      inviteeName: chosen(names),
      inviteeEmail: chosen(emails),
      phoneNumber: chosen(phones),
      outcome: fc.option(chosen(outcomes)),
      createdAt: chosen(writtenAt),
      updatedAt: chosen(writtenAt),
    })
    .map((facts) => ({ ...facts, previewId: `call_${nextSerial()}` }));
}

/** What an update may change; the end follows from the rest. */
export function anyChange(team: Team): fc.Arbitrary<Partial<CallFacts>> {
  const fixedNames = new Set(['previewId']);
  return fc.tuple(anyFacts(team), fc.array(fc.nat(), { minLength: 1, maxLength: 4 })).map(([facts, picks]) => {
    const names = Object.keys(facts).filter((name) => !fixedNames.has(name));
    const picked = picks.map((pick) => names[pick % names.length] as keyof CallFacts);
    return Object.fromEntries(picked.map((name) => [name, facts[name]]));
  });
}

export function changed(call: ModelCall, change: Partial<CallFacts>): ModelCall {
  const next = { ...call, ...change };
  return { ...next, endTime: endOf(next) };
}

/** Any combination of all parameters; ids are those of the calls, and one that nothing has. */
export function anyFilters(team: Team, calls: () => readonly ModelCall[]): fc.Arbitrary<() => CallFilters> {
  const userIds = [...team.members.map(({ userId }) => userId), 2_147_483_647];
  const some = <Item>(items: readonly Item[]) => fc.array(chosen(items), { minLength: 1, maxLength: 3 });
  const bound = fc.oneof(chosen(days), instant);
  const filters = fc.record(
    {
      page: fc.nat(3),
      limit: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(100)),
      eventType: chosen(['PAST', 'UPCOMING', 'ALL']),
      dateFrom: bound,
      dateTo: bound,
      userIds: some(userIds),
      setterIds: some(userIds),
      hasSetter: fc.boolean(),
      eventIds: some([...team.eventIds, 2_147_483_647]),
      outcomes: some([...outcomes, 'PENDING', 'PENDING_OUTCOME']),
      types: some(['scheduled_events', 'rescheduled_events', 'cancelled_events']),
      callTypes: some(callTypes),
      inviteeEmails: some(['Ira@Example.com', 'mo@example.com', 'nobody@example.com']),
      search: chosen(['ira', 'IRA cole', 'o', '%', '_', '\\', 'Änne', '4155', '  ', 'e ex', "o'n"]),
      contactId: chosen([...team.contactIds, 2_147_483_647]),
      orderColumn: chosen(['dateTime', 'createdAt', 'updatedAt', 'id'] as const),
      orderBy: chosen(['asc', 'desc'] as const),
    },
    { requiredKeys: [] },
  );
  // Mostly few filters at once: all of them together never match a call.
  const parts = fc.array(fc.nat(), { maxLength: 4 });
  return fc.tuple(filters, parts, fc.nat(9), fc.nat()).map(([all, indexes, byId, pick]) => () => {
    const entries = Object.entries(all);
    const few = indexes.flatMap((index) =>
      entries.length ? [entries[index % entries.length] as [string, unknown]] : [],
    );
    const call = calls()[pick % Math.max(1, calls().length)];
    const id = byId === 0 && call ? { ids: [call.id, 2_147_483_647] } : {};
    const preview = byId === 1 && call ? { previewId: call.previewId } : {};
    return { ...Object.fromEntries(few), ...id, ...preview } as CallFilters;
  });
}
