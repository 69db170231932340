import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { type CallFilters, queryString } from '../support/call-model.ts';
import { listByGraphQL, queryOfEveryArgument } from '../support/graphql-calls.ts';
import { handMadeCalls, now } from '../support/hand-made-calls.ts';

const app = await useApp();
const made = await handMadeCalls(app);
await app.answers(made.workspaceId, made.calls[0]?.id as number, {
  questions: [{ statement: 'Name?', type: 'NAME', answer: 'Ira' }],
  secondary: [{ identifier: 'goals', answer: ['grow', 'hire'] }],
});
beforeEach(() => app.clock.set(now));

const user = (index: number) => made.members[index]?.userId as number;

describe('eventCalls', () => {
  test.each<[string, () => CallFilters]>([
    ['nothing', () => ({})],
    ['page and limit', () => ({ page: 1, limit: 4 })],
    ['eventType', () => ({ eventType: 'UPCOMING' })],
    ['dateFrom', () => ({ dateFrom: '2026-03-06' })],
    ['dateTo', () => ({ dateTo: '2026-03-04T12:00:00+01:00' })],
    ['ids', () => ({ ids: made.calls.slice(0, 3).map(({ id }) => id) })],
    ['userIds', () => ({ userIds: [user(1)] })],
    ['eventIds', () => ({ eventIds: made.eventIds.slice(1) })],
    ['outcomes', () => ({ outcomes: ['WON', 'PENDING_OUTCOME'] })],
    ['types', () => ({ types: ['cancelled_events'] })],
    ['callTypes', () => ({ callTypes: ['DISCOVERY_EVENT'] })],
    ['inviteeEmails', () => ({ inviteeEmails: ['IRA@example.com'] })],
    ['search', () => ({ search: 'ira cole' })],
    ['setterIds', () => ({ setterIds: [user(3), user(4)] })],
    ['contactId', () => ({ contactId: made.contactIds[1] as number })],
    ['previewId', () => ({ previewId: 'call_hand3' })],
    ['orderColumn', () => ({ orderColumn: 'createdAt' })],
    ['orderBy', () => ({ orderBy: 'asc' })],
    ['many', () => ({ search: 'ira', types: ['scheduled_events'], eventType: 'PAST', orderColumn: 'id', limit: 2 })],
  ])('returns what REST returns, key by key: %s', async (_, choose) => {
    const filters = choose();
    const rest = await app.get(`/v1/eventCalls?${queryString(filters)}`, made.key);
    const answer = await listByGraphQL(app, made.key, filters);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: { eventCalls: rest.body.data } });
    expect(rest.body.data.count).toBeGreaterThan(0);
    expect(JSON.stringify(answer.body.data.eventCalls.eventCalls)).toBe(JSON.stringify(rest.body.data.eventCalls));
  });

  test('accepts its arguments in the document as well', async () => {
    const answer = await app.graphql(
      '{ eventCalls(limit: 2, outcomes: [WON, PENDING], types: scheduled_events, orderBy: asc) { count } }',
      made.key,
    );
    expect(answer.body).toEqual({ data: { eventCalls: { count: 4 } } });
  });

  test('an argument that is null, or whose variable has no value, is absent', async () => {
    const everything = await listByGraphQL(app, made.key, {});
    const names = ['page', 'limit', 'eventType', 'dateFrom', 'ids', 'outcomes', 'search', 'contactId', 'orderBy'];
    const nulls = await listByGraphQL(app, made.key, Object.fromEntries(names.map((name) => [name, null])));
    expect(nulls.body).toEqual(everything.body);
    const query = queryOfEveryArgument('count eventCalls { id }');
    expect((await app.graphql(query, made.key, {})).body.data.eventCalls.count).toBe(15);
    const literal = await app.graphql('{ eventCalls(limit: null, ids: null, search: null) { count } }', made.key);
    expect(literal.body).toEqual({ data: { eventCalls: { count: 15 } } });
  });

  test('an empty list is refused, as with REST', async () => {
    const { body } = await listByGraphQL(app, made.key, { ids: [], outcomes: [], inviteeEmails: [] });
    const message = ['Must have at least one value'];
    expect(body.errors[0].extensions.details.fieldErrors).toEqual({
      ids: message,
      outcomes: message,
      inviteeEmails: message,
    });
  });

  test('a closer sees their own calls', async () => {
    const closer = made.members[1];
    if (!closer) throw new Error('The team is too small.');
    const key = await app.apiKey(closer);
    const rest = await app.get('/v1/eventCalls', key);
    const { body } = await listByGraphQL(app, key, {});
    expect(body.data.eventCalls).toEqual(rest.body.data);
    expect(rest.body.data.count).toBeLessThan(15);
  });
});

describe('userAvailabilities', () => {
  const query = `query ($userId: Int) { userAvailabilities(userId: $userId) {
    id userId name timeZone isDefault createdAt days { id name active timings { startTime endTime } } eventId
  } }`;

  test('returns what REST returns, except for the names of the days', async () => {
    const eventIds = made.eventIds.slice(0, 2);
    const hours = { monday: [[0, 1440]], friday: [[600, 660]] } as { monday: [number, number][] };
    for (const member of made.members.slice(0, 2)) await app.schedule(member, { hours, eventIds });
    for (const userId of [undefined, null, user(0), user(1), user(2)]) {
      const rest = await app.get(`/v1/userAvailabilities${userId ? `?userId=${userId}` : ''}`, made.key);
      const { status, body } = await app.graphql(query, made.key, { userId });
      const renamed = body.data.userAvailabilities.map(({ days, eventId, ...more }: Record<string, unknown>) => {
        const week = (days as { name: string }[]).map((day) => ({ ...day, name: day.name.toLowerCase() }));
        return { ...more, 'the service': week, eventId };
      });
      expect(status).toBe(200);
      expect(JSON.stringify({ data: renamed })).toBe(JSON.stringify(rest.body));
    }
  });

  test('a user of another workspace is NOT_FOUND', async () => {
    const { status, body } = await app.graphql(query, made.key, { userId: 2_147_483_647 });
    expect({ status, body }).toEqual({
      status: 404,
      body: {
        data: { userAvailabilities: null },
        errors: [
          {
            message: 'Resource not found!',
            locations: [{ line: 1, column: 24 }],
            path: ['userAvailabilities'],
            extensions: { code: 'NOT_FOUND' },
          },
        ],
      },
    });
  });
});
