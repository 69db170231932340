import { expect, test } from 'vitest';
import { maxCachedIds } from '#src/db/search-cache.ts';
import { useApp } from '../../support/app.ts';
import { callFacts, storeCalls } from '../../support/call-store.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);

test('pages around the last cached item hold each call once, in order', async () => {
  const [eventId, contactId] = [await app.event(owner), await app.contact(owner.workspaceId)];
  const from = Date.UTC(2026, 0, 1);
  const cancelled = Array.from({ length: 1100 }, (_, hour) =>
    callFacts({
      ...{ eventId, contactId, userId: owner.userId, status: 'CANCELLED' },
      dateTime: new Date(from + hour * 3_600_000).toISOString(),
    }),
  );
  await storeCalls(app, owner.workspaceId, cancelled);
  const rows = await app.sql<{ id: number }>('SELECT "id" FROM "EventCall" ORDER BY "dateTime" DESC, "id" DESC');
  const ids = rows.map(({ id }) => id);
  const page = async (number: number, limit: number) => {
    const { body } = await app.get(`/v1/eventCalls?search=ira&page=${number}&limit=${limit}`, key);
    expect(body.data.count).toBe(1100);
    return body.data.eventCalls.map(({ id }: { id: number }) => id);
  };
  await page(0, 20);
  // A page of 30 begins at item 990 and crosses the last cached item; pages of 100 end at it and begin after it.
  expect(maxCachedIds % 30).not.toBe(0);
  for (const [number, limit] of [
    [33, 30],
    [9, 100],
    [10, 100],
    [999, 1],
    [1000, 1],
  ] as const) {
    expect(await page(number, limit), `page ${number} of ${limit}`).toEqual(
      ids.slice(number * limit, (number + 1) * limit),
    );
  }
});

test.each([
  ['eventType=PAST', 0, 1],
  ['eventType=UPCOMING', 1, 0],
  ['outcomes=PENDING', 1, 0],
  ['outcomes=PENDING_OUTCOME', 0, 1],
  ['outcomes=WON,PENDING', 1, 0],
  ['outcomes=PENDING,PENDING_OUTCOME', 1, 1],
])('a repeated search by %s follows the clock', async (filter, before, after) => {
  const member = await app.workspace();
  await app.call(member, {
    inviteeName: 'Noa Lind',
    dateTime: '2026-03-04T12:00:00.000Z',
    duration: 30,
  });
  const ownKey = await app.apiKey(member);
  const count = async () => (await app.get(`/v1/eventCalls?search=noa&${filter}`, ownKey)).body.data.count;
  app.clock.set('2026-03-04T12:29:59.999Z');
  expect([await count(), await count()]).toEqual([before, before]);
  app.clock.set('2026-03-04T12:30:00.000Z');
  expect([await count(), await count()]).toEqual([after, after]);
});
