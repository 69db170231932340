import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { type CallFilters, expectedPage, queryString } from '../../support/call-model.ts';
import { type HandMade, handMadeCalls, now } from '../../support/hand-made-calls.ts';
import { idsOfAllLinks } from '../../support/lists.ts';

const app = await useApp();
const made = await handMadeCalls(app);
app.clock.set(now);

async function page(filters: CallFilters): Promise<{ ids: number[]; count: number }> {
  const { body } = await app.get(`/v1/eventCalls?${queryString(filters)}`, made.key);
  return { ids: body.data.eventCalls.map(({ id }: { id: number }) => id), count: body.data.count };
}

/** Every page until the contract says that there is no more. */
async function everyPage(filters: CallFilters, limit: number): Promise<number[]> {
  const ids: number[] = [];
  for (let number = 0; ; number++) {
    const { ids: some, count } = await page({ ...filters, page: number, limit });
    ids.push(...some);
    if ((number + 1) * limit >= count) return ids;
  }
}

const orders = (['dateTime', 'createdAt', 'updatedAt', 'id'] as const).flatMap((orderColumn) =>
  (['asc', 'desc'] as const).map((orderBy) => ({ orderColumn, orderBy })),
);

describe.each(orders)('by $orderColumn, $orderBy', (order) => {
  test('the order is total: equal values are sorted by id, in the same direction', async () => {
    const expected = expectedPage(made.calls, { ...order, limit: 100 }, { now, timeZone: 'UTC' });
    expect(await page({ ...order, limit: 100 })).toEqual(expected);
  });

  test.each<[string, (made: HandMade) => CallFilters]>([
    ['the whole list', () => ({})],
    ['the list of two closers', ({ members }) => ({ userIds: members.slice(1, 3).map(({ userId }) => userId) })],
    ['two outcomes', () => ({ outcomes: ['PENDING', 'PENDING_OUTCOME', 'WON'] })],
    ['a search', () => ({ search: 'e' })],
    ['a few calls by id', ({ calls }) => ({ ids: calls.slice(0, 9).map(({ id }) => id) })],
    ['past calls', () => ({ eventType: 'PAST' })],
    ['two filters at once', () => ({ types: ['scheduled_events'], callTypes: ['STRATEGY_EVENT', 'DISCOVERY_EVENT'] })],
  ])('paging through %s sees each call once', async (_, choose) => {
    const filters = { ...choose(made), ...order };
    const { ids } = expectedPage(made.calls, { ...filters, limit: 100 }, { now, timeZone: 'UTC' });
    expect(await everyPage(filters, 2)).toEqual(ids);
    expect(await everyPage(filters, 5)).toEqual(ids);
    for (const limit of [2, 5, 100]) {
      const path = `/v1/eventCalls?${queryString({ ...filters, limit })}`;
      expect(await idsOfAllLinks(app, `${path}&cursor=start`, made.key)).toEqual(ids);
      expect(await idsOfAllLinks(app, path, made.key)).toEqual(ids);
    }
  });
});

describe('pages', () => {
  test('without orderColumn and orderBy the newest dateTime is first', async () => {
    const { ids } = expectedPage(made.calls, {}, { now, timeZone: 'UTC' });
    expect((await page({})).ids).toEqual(ids);
    expect((await page({ orderColumn: 'dateTime', orderBy: 'desc' })).ids).toEqual(ids);
  });

  test('the default is the first page of 20', async () => {
    const owner = await app.workspace();
    const shared = { eventId: await app.event(owner), contactId: await app.contact(owner.workspaceId) };
    for (let place = 0; place < 21; place++) await app.call(owner, shared);
    const { body } = await app.get('/v1/eventCalls', await app.apiKey(owner));
    expect([body.data.eventCalls.length, body.data.count]).toEqual([20, 21]);
  });

  test.each<[string, CallFilters]>([
    ['an unfiltered list', {}],
    ['a filtered list', { types: ['scheduled_events'] }],
    ['a search', { search: 'ira' }],
    ['a search that is repeated', { search: 'ira' }],
    ['calls by e-mail', { inviteeEmails: ['ira@example.com'] }],
    ['a list by the clock', { eventType: 'PAST' }],
    ['a list in another order', { orderColumn: 'updatedAt' }],
  ])('a page past the end of %s is empty and counts all the same', async (_, filters) => {
    const { count } = expectedPage(made.calls, filters, { now, timeZone: 'UTC' });
    expect(count).toBeGreaterThan(0);
    expect(await page({ ...filters, page: 1, limit: 100 })).toEqual({ ids: [], count });
    expect(await page({ ...filters, page: 2_147_483_647, limit: 100 })).toEqual({ ids: [], count });
  });

  test('the last page has what is left', async () => {
    expect((await page({ page: 2, limit: 6 })).ids).toHaveLength(3);
  });
});
