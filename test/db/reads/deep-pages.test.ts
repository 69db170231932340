import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';

let app: TestApp;
let owner: Member;
let key: string;

/** 1,900 calls over about 50 days, two hosts, half of them at the same instants as the other half. */
beforeAll(async () => {
  app = await testApp();
  owner = await app.workspace();
  key = await app.apiKey(owner);
  const second = await app.member(owner.workspaceId, 'CLOSER');
  const [eventId, contactId] = [await app.event(owner), await app.contact(owner.workspaceId)];
  await app.sql(
    `INSERT INTO "EventCall" ("workspaceId", "previewId", "eventId", "contactId", "userId", "callType", "dateTime", "endTime",
       "duration", "timeZone", "inviteeName", "location", "outcome")
     SELECT $1, 'call_' || n || '_' || host, $2, $3, CASE host WHEN 0 THEN $4::int ELSE $5 END, 'STRATEGY_EVENT', at,
       at + interval '30 minutes', 30, 'UTC', 'Ira Cole', 'ZOOM', CASE n % 3 WHEN 0 THEN 'WON'::"CallOutcome" END
     FROM generate_series(1, 950) n CROSS JOIN (VALUES (0), (1)) hosts(host)
     CROSS JOIN LATERAL (SELECT timestamptz '2026-01-01T00:00Z' + n * interval '75 minutes') t(at)`,
    [owner.workspaceId, eventId, contactId, owner.userId, second.userId],
  );
});
afterAll(() => app.close());

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
