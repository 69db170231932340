import { describe, expect, test } from 'vitest';
import { compactRollups } from '#src/db/writes/rollup-maintenance.ts';
import { useApp } from '../../support/app.ts';
import { type CallFilters, queryString } from '../../support/call-model.ts';
import { listByGraphQL } from '../../support/graphql-calls.ts';
import { type HandMade, handMadeCalls, now } from '../../support/hand-made-calls.ts';

const app = await useApp();
const made = await handMadeCalls(app);
app.clock.set(now);

/** The statements of one request, without those that are written behind requests now and then. */
async function statementsOf(act: () => Promise<{ status: number }>): Promise<string[]> {
  app.statements.splice(0);
  expect((await act()).status).toBe(200);
  return app.statements.filter((name) => !name.endsWith('Uses'));
}
const list = (filters: CallFilters, key = made.key) =>
  statementsOf(() => app.get(`/v1/eventCalls?${queryString(filters)}`, key));

const shapes: [string, (made: HandMade) => CallFilters][] = [
  ['no filter', () => ({})],
  ['a later page', () => ({ page: 3, limit: 2 })],
  ['eventType', () => ({ eventType: 'PAST' })],
  ['dates', () => ({ dateFrom: '2026-03-01', dateTo: '2026-03-05' })],
  ['ids', ({ calls }) => ({ ids: calls.map(({ id }) => id) })],
  ['closers', ({ members }) => ({ userIds: members.map(({ userId }) => userId) })],
  ['setters', ({ members }) => ({ setterIds: members.map(({ userId }) => userId) })],
  ['events', ({ eventIds }) => ({ eventIds })],
  ['outcomes', () => ({ outcomes: ['WON', 'PENDING', 'PENDING_OUTCOME'] })],
  ['types', () => ({ types: ['scheduled_events', 'cancelled_events'] })],
  ['call types', () => ({ callTypes: ['STRATEGY_EVENT', 'DISCOVERY_EVENT'] })],
  ['e-mails', () => ({ inviteeEmails: ['ira@example.com'] })],
  ['search', () => ({ search: 'ira' })],
  ['contact', ({ contactIds }) => ({ contactId: contactIds[0] as number })],
  ['preview id', () => ({ previewId: 'call_hand1' })],
  ['another order', () => ({ orderColumn: 'updatedAt', orderBy: 'asc' })],
  ['two dimensions', () => ({ types: ['scheduled_events'], callTypes: ['STRATEGY_EVENT'] })],
  ['two dimensions and the clock', () => ({ types: ['scheduled_events'], outcomes: ['PENDING'] })],
];

describe('a page of calls, with its count', () => {
  test.each(shapes)('costs two statements, the credential among them: %s', async (_, choose) => {
    await list(choose(made));
    const statements = await list(choose(made));
    expect(statements[0]).toBe('credentials.apiKey');
    expect(statements).toHaveLength(2);
  });

  test.each(shapes)('costs no more over GraphQL: %s', async (_, choose) => {
    await list(choose(made));
    expect(await statementsOf(() => listByGraphQL(app, made.key, choose(made)))).toHaveLength(2);
  });

  test.each(shapes)(
    'costs at most one more when calls have changed since it was last asked for: %s',
    async (_, choose) => {
      await list(choose(made));
      const text = 'UPDATE "EventCall" SET "notes" = $2 WHERE "id" = $1';
      await app.writeCalls(made.workspaceId, text, [made.calls[0]?.id, 'changed']);
      expect((await list(choose(made))).length).toBeLessThanOrEqual(3);
      expect(await list(choose(made))).toHaveLength(2);
    },
  );

  test('costs the same for members who see only their own calls, and for sessions', async () => {
    for (const member of made.members) {
      expect(await list({}, await app.apiKey(member))).toHaveLength(2);
      expect(await list({ search: 'lindt' }, await app.session(member))).toHaveLength(2);
    }
  });

  test('costs the same however many calls the page has, and whatever belongs to them', async () => {
    await app.answers(made.workspaceId, made.calls[0]?.id as number, {
      questions: [{ statement: 'Name?', type: 'NAME', answer: 'Ira' }],
      secondary: [{ identifier: 'goals', answer: ['x'] }],
    });
    expect(await list({ limit: 1 })).toHaveLength(2);
    expect(await list({ limit: 100 })).toHaveLength(2);
  });

  test('a repeated search is answered from the cache, and compaction invalidates it at most once', async () => {
    await list({ search: 'okri' });
    expect(await list({ search: 'okri' })).toEqual(['credentials.apiKey', 'eventCalls.cached']);
    await compactRollups(app.context.db.pool, made.workspaceId);
    await list({ search: 'okri' });
    expect(await list({ search: 'okri' })).toEqual(['credentials.apiKey', 'eventCalls.cached']);
  });
});

describe('other requests', () => {
  test('schedules cost two statements, however many there are', async () => {
    for (const member of made.members)
      await app.schedule(member, { hours: { monday: [[0, 60]] }, eventIds: made.eventIds });
    for (const path of ['/v1/userAvailabilities', `/v1/userAvailabilities?userId=${made.owner.userId}`]) {
      expect(await statementsOf(() => app.get(path, made.key))).toEqual(['credentials.apiKey', 'availabilities.list']);
    }
  });

  test('a refusal costs the credential alone, and nothing where there can be none', async () => {
    const costOf = async (path: string, key?: string) => {
      app.statements.splice(0);
      await app.get(path, key);
      return app.statements.filter((name) => !name.endsWith('Uses'));
    };
    expect(await costOf('/v1/eventCalls?page=x', made.key)).toEqual(['credentials.apiKey']);
    expect(await costOf('/v1/eventCalls', await app.apiKey(made.owner, { scopes: [] }))).toEqual([
      'credentials.apiKey',
    ]);
    expect(await costOf('/v1/eventCalls', 'service_malformed')).toEqual([]);
    expect(await costOf('/v1/eventCalls')).toEqual([]);
    expect(await costOf('/v1/unknown', made.key)).toEqual([]);
  });
});
