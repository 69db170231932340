import { beforeEach, describe, expect, test } from 'vitest';
import { memoryWindows } from '../../../src/access/rate-limit/memory.ts';
import { updateCall } from '../../../src/db/writes/event-calls.ts';
import { recordEvent } from '../../../src/db/writes/webhook-events.ts';
import { useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { idsOf, idsOfAllLinks, nextOf, sendJson } from '../../support/lists.ts';
import { deal, transaction } from '../../support/sales-factories.ts';

let owner: Member;
let key: string;
const app = await useApp({ limiter: memoryWindows() });
beforeEach(async () => {
  owner = await app.workspace({ rateLimitPoints: 1_000_000 });
  key = await app.apiKey(owner);
});

const timeOf = (hours: number) => new Date(Date.UTC(2026, 0, 1) + hours * 3_600_000).toISOString();

/** As a move to another time does, without its search for a free host. */
async function moveCall(id: number, hours: number) {
  const { workspaceId } = owner;
  await app.context.db.write(async (client) => {
    const { rows } = await client.query(
      'SELECT "dateTime" FROM "EventCall" WHERE "workspaceId" = $1 AND "id" = $2 FOR UPDATE',
      [workspaceId, id],
    );
    await updateCall(client, [workspaceId, id], { dateTime: timeOf(hours), endTime: timeOf(hours + 0.5) });
    await recordEvent(client, workspaceId, { kind: 'call.rescheduled', data: { id }, previous: rows[0] });
  });
}

async function moveSale(path: string, id: number, hours: number) {
  const { status } = await sendJson(app, ['PUT', path], { id, time: timeOf(hours) }, { key });
  expect(status).toBe(200);
}

const calls = { list: 'eventCalls', make: (time: string) => app.call(owner, { dateTime: time }), move: moveCall };
const lists = [
  { ...calls, filters: '' },
  { ...calls, filters: 'types=scheduled_events&' },
  { ...calls, filters: 'eventType=PAST&outcomes=WON,PENDING_OUTCOME&callTypes=STRATEGY_EVENT,DISCOVERY_EVENT&' },
  { ...calls, filters: 'search=invitee&' },
  {
    ...{ list: 'deals', make: (time: string) => deal(app, owner, { time }), filters: '' },
    move: (id: number, hours: number) => moveSale('/v1/deals', id, hours),
  },
  {
    ...{ list: 'transactions', make: (time: string) => transaction(app, owner, { time }), filters: 'search=&' },
    move: (id: number, hours: number) => moveSale('/v1/transactions', id, hours),
  },
];

async function rowsOf({ make }: (typeof lists)[number], count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push(await make(timeOf(n)));
  return ids;
}

describe.each(lists)('$list?$filters', ({ list, filters, move, ...rest }) => {
  test.each(['asc', 'desc'])('rows that move over the cursor come once, at their first place (%s)', async (orderBy) => {
    const ids = await rowsOf({ list, filters, move, ...rest }, 8);
    const expected = orderBy === 'asc' ? ids : ids.toReversed();
    const [first = 0, , third = 0, fourth = 0, , , seventh = 0] = expected;
    const start = await app.get(`/v1/${list}?${filters}orderBy=${orderBy}&limit=2&cursor=start`, key);
    expect(idsOf(start)).toEqual({ ids: expected.slice(0, 2), count: 8 });
    const [before, behind] = orderBy === 'asc' ? [-20, 100] : [100, -20];
    await move(first, behind);
    await move(seventh, before);
    await move(third, behind + 1);
    await move(third, before - 1);
    await move(fourth, 3.5);
    const seen = await idsOfAllLinks(app, nextOf(start) ?? '', key);
    expect([...expected.slice(0, 2), ...seen]).toEqual(expected);
    const again = await idsOfAllLinks(app, `/v1/${list}?${filters}orderBy=${orderBy}&limit=3&cursor=start`, key);
    expect(again.toSorted()).toEqual(ids.toSorted());
    expect(again).not.toEqual(expected);
  });

  test('no row is missed and none repeated while others move all the time', async () => {
    const ids = await rowsOf({ list, filters, move, ...rest }, 60);
    let moves = 0;
    let isStopped = false;
    const moving = (async () => {
      for (; !isStopped; moves++) await move(ids[(moves * 37) % 60] ?? 0, moves % 2 === 0 ? 60 + moves : -moves);
    })();
    let walksWithMoves = 0;
    try {
      // On a busy machine a walk may meet none.
      for (let walk = 0; walksWithMoves < 3 && walk < 20; walk++) {
        const movesBefore = moves;
        const seen = await idsOfAllLinks(app, `/v1/${list}?${filters}limit=4&cursor=start`, key);
        expect(seen.toSorted()).toEqual(ids.toSorted());
        if (moves > movesBefore) walksWithMoves++;
      }
    } finally {
      isStopped = true;
      await moving;
    }
    expect(walksWithMoves).toBe(3);
  });
});

test('a walk that goes on from a page by number is exact from there', async () => {
  const ids = await rowsOf(lists[4] as (typeof lists)[number], 6);
  const numbered = await app.get('/v1/deals?orderBy=asc&limit=2&page=1', key);
  const next = nextOf(await app.get(nextOf(numbered)?.replace('limit=2', 'limit=1') ?? '', key));
  await moveSale('/v1/deals', ids[5] ?? 0, -1);
  await moveSale('/v1/deals', ids[4] ?? 0, 50);
  expect(await idsOfAllLinks(app, next ?? '', key)).toEqual([ids[5]]);
});
