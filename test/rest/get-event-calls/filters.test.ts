import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { type CallFilters, expectedPage, queryString } from '../../support/call-model.ts';
import { type HandMade, handMadeCalls, now } from '../../support/hand-made-calls.ts';

const app = await useApp();
const made = await handMadeCalls(app);
// Another workspace has the very same calls.
await handMadeCalls(app);
app.clock.set(now);

type Choice = (made: HandMade) => CallFilters;

/** Asks, and compares with the plain model; a list that must find something finds it. */
async function holds(choose: Choice, finds: 'some' | 'none' | 'all'): Promise<void> {
  const filters = choose(made);
  const expected = expectedPage(made.calls, filters, { now, timeZone: 'Europe/Berlin' });
  const { status, body } = await app.get(`/v1/eventCalls?${queryString(filters)}`, made.key);
  expect({ status, ids: body.data?.eventCalls.map(({ id }: { id: number }) => id), count: body.data?.count }).toEqual({
    status: 200,
    ...expected,
  });
  const all = made.calls.length;
  const found = expected.count === 0 ? 'none' : expected.count === all ? 'all' : 'some';
  expect(found).toBe(finds);
}

const user = (place: number) => made.members[place]?.userId as number;
const callId = (place: number) => made.calls[place]?.id as number;

describe('each filter alone', () => {
  test.each<[string, Choice, 'some' | 'none' | 'all']>([
    ['no filter', () => ({}), 'all'],
    ['page', () => ({ page: 1, limit: 4 }), 'all'],
    ['limit', () => ({ limit: 1 }), 'all'],
    ['eventType PAST', () => ({ eventType: 'PAST' }), 'some'],
    ['eventType UPCOMING', () => ({ eventType: 'UPCOMING' }), 'some'],
    ['eventType ALL', () => ({ eventType: 'ALL' }), 'all'],
    ['dateFrom', () => ({ dateFrom: '2026-03-06' }), 'some'],
    ['dateTo', () => ({ dateTo: '2026-03-05' }), 'some'],
    ['ids', () => ({ ids: [callId(3), callId(0), callId(3)] }), 'some'],
    ['ids of none', () => ({ ids: [2_147_483_647] }), 'none'],
    ['userIds, one', () => ({ userIds: [user(1)] }), 'some'],
    ['userIds, two', () => ({ userIds: [user(1), user(0)] }), 'some'],
    ['userIds, one of them twice', () => ({ userIds: [user(1), user(1)] }), 'some'],
    ['userIds of a member without calls', () => ({ userIds: [user(3)] }), 'none'],
    ['eventIds, one', () => ({ eventIds: [made.eventIds[2] as number] }), 'some'],
    ['eventIds, two', () => ({ eventIds: made.eventIds.slice(0, 2) }), 'some'],
    ['types, one', () => ({ types: ['cancelled_events'] }), 'some'],
    ['types, two', () => ({ types: ['scheduled_events', 'rescheduled_events'] }), 'some'],
    ['types, all', () => ({ types: ['scheduled_events', 'rescheduled_events', 'cancelled_events'] }), 'all'],
    ['callTypes, one', () => ({ callTypes: ['DISCOVERY_EVENT'] }), 'some'],
    ['callTypes, both', () => ({ callTypes: ['STRATEGY_EVENT', 'DISCOVERY_EVENT'] }), 'all'],
    ['inviteeEmails, letter case aside', () => ({ inviteeEmails: ['IRA@EXAMPLE.com'] }), 'some'],
    ['inviteeEmails, two', () => ({ inviteeEmails: ['ben@example.com', 'nobody@example.com'] }), 'some'],
    ['setterIds, one', () => ({ setterIds: [user(3)] }), 'some'],
    ['setterIds, two', () => ({ setterIds: [user(3), user(4)] }), 'some'],
    ['setterIds of a closer who set a call', () => ({ setterIds: [user(1)] }), 'some'],
    ['hasSetter', () => ({ hasSetter: true }), 'some'],
    ['hasSetter, none', () => ({ hasSetter: false }), 'some'],
    ['contactId', () => ({ contactId: made.contactIds[2] as number }), 'some'],
    ['contactId of none', () => ({ contactId: 2_147_483_647 }), 'none'],
    ['previewId', () => ({ previewId: 'call_hand7' }), 'some'],
    ['previewId is compared whole and as written', () => ({ previewId: 'CALL_hand7' }), 'none'],
    ['previewId, empty', () => ({ previewId: '' }), 'all'],
  ])('%s', (_, choose, finds) => holds(choose, finds));

  test.each(['WON', 'NO_SALE', 'QUALIFIED', 'UNQUALIFIED', 'PENDING', 'APPROVED', 'REJECTED', 'PENDING_OUTCOME'])(
    'outcomes %s',
    (outcome) => holds(() => ({ outcomes: [outcome] }), 'some'),
  );

  test.each([
    [['PENDING', 'PENDING_OUTCOME']],
    [['WON', 'PENDING']],
    [['WON', 'NO_SALE', 'PENDING_OUTCOME']],
    [['APPROVED', 'REJECTED', 'QUALIFIED', 'UNQUALIFIED']],
  ])('outcomes %s together', (outcomes) => holds(() => ({ outcomes }), 'some'));
});

describe('filters together', () => {
  test.each<[string, Choice, 'some' | 'none']>([
    ['PENDING never with PAST', () => ({ outcomes: ['PENDING'], eventType: 'PAST' }), 'none'],
    ['PENDING_OUTCOME never with UPCOMING', () => ({ outcomes: ['PENDING_OUTCOME'], eventType: 'UPCOMING' }), 'none'],
    ['an outcome that is set, in the future', () => ({ outcomes: ['WON'], eventType: 'UPCOMING' }), 'some'],
    ['both pending ones, PAST', () => ({ outcomes: ['PENDING', 'PENDING_OUTCOME'], eventType: 'PAST' }), 'some'],
    ['closer and setter', () => ({ userIds: [user(1)], setterIds: [user(3)] }), 'some'],
    ['closer, PAST, within dates', () => ({ userIds: [user(1)], eventType: 'PAST', dateFrom: '2026-03-01' }), 'some'],
    ['closer, UPCOMING', () => ({ userIds: [user(2)], eventType: 'UPCOMING' }), 'some'],
    ['event, status and type', () => eventStatusAndType(), 'some'],
    ['search and outcome', () => ({ search: 'ira', outcomes: ['WON', 'PENDING'] }), 'some'],
    ['search, dates and order', () => ({ search: 'ira', dateTo: '2026-03-04', orderColumn: 'createdAt' }), 'some'],
    ['ids and a closer who has none of them', () => ({ ids: [callId(0)], userIds: [user(2)] }), 'none'],
    ['ids, PAST', () => ({ ids: [callId(0), callId(1)], eventType: 'PAST' }), 'some'],
    ['contact, e-mail and search', () => contactEmailAndSearch(), 'some'],
    ['preview id and type', () => ({ previewId: 'call_hand4', callTypes: ['STRATEGY_EVENT'] }), 'some'],
  ])('%s', (_, choose, finds) => holds(choose, finds));

  const eventStatusAndType = (): CallFilters => ({
    eventIds: made.eventIds.slice(0, 2),
    types: ['scheduled_events'],
    callTypes: ['DISCOVERY_EVENT'],
  });
  const contactEmailAndSearch = (): CallFilters => ({
    contactId: made.contactIds[0] as number,
    inviteeEmails: ['ira@example.com'],
    search: '4155550101',
  });
});
