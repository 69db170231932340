import { describe, expect, it } from 'vitest';
import { useApp } from '../../support/app.ts';
import { callFacts, storeCalls } from '../../support/call-store.ts';

/** 1,900 calls over about 50 days, two hosts, half of them at the same instants as the other half. */
const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);
const second = await app.member(owner.workspaceId, 'CLOSER');
const [eventId, contactId] = [await app.event(owner), await app.contact(owner.workspaceId)];
const from = Date.UTC(2026, 0, 1);
const calls = Array.from({ length: 950 }, (_, place) => {
  const dateTime = new Date(from + place * 75 * 60_000).toISOString();
  const outcome = place % 3 === 0 ? 'WON' : null;
  return [owner, second].map(({ userId }) => callFacts({ eventId, contactId, userId, dateTime, outcome }));
});
await storeCalls(app, owner.workspaceId, calls.flat());

describe('deep pages of calls', () => {
  const filters = ['', '&orderBy=asc', '&outcomes=WON', '&outcomes=WON,PENDING,PENDING_OUTCOME', '&orderColumn=id'];
  it.each(filters)('hold each call once, in the list’s order, with%s', async (filter) => {
    const all = await wholeList(filter);
    const expected = await app.sql<{ id: number }>(expectedOrder(filter));
    expect(all).toEqual(expected.map(({ id }) => id));
  });

  it('end with an empty page and the exact count', async () => {
    const { body } = await app.get('/v1/eventCalls?page=19&limit=100', key);
    expect(body).toEqual({ data: { eventCalls: [], count: 1900 } });
  });

  it('hold each call of several closers once', async () => {
    const both = await app.sql<{ userId: number }>('SELECT DISTINCT "userId" FROM "EventCall"');
    const all = await wholeList(`&userIds=${both.map(({ userId }) => userId).join(',')}`);
    expect(all).toEqual((await app.sql<{ id: number }>(expectedOrder(''))).map(({ id }) => id));
  });
});

async function wholeList(filter: string): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 0; ; page += 1) {
    const { body } = await app.get(`/v1/eventCalls?page=${page}&limit=100${filter}`, key);
    ids.push(...body.data.eventCalls.map(({ id }: { id: number }) => id));
    if ((page + 1) * 100 >= body.data.count) return ids;
  }
}

function expectedOrder(filter: string): string {
  const condition = filter === '&outcomes=WON' ? `"outcome" = 'WON'` : 'true';
  const order = filter === '&orderBy=asc' ? '"dateTime", "id"' : '"dateTime" DESC, "id" DESC';
  return `SELECT "id" FROM "EventCall" WHERE ${condition} ORDER BY ${filter === '&orderColumn=id' ? '"id" DESC' : order}`;
}
