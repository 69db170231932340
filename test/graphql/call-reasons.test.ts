import { beforeAll, expect, test } from 'vitest';
import { noSaleReasons, objectionKinds } from '#src/domain/event-calls/event-call.ts';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';

const app = await useApp();
/** Berlin's clocks go forward on the 29th of March 2026. */
const timeZone = 'Europe/Berlin';
const period = 'dateFrom: "2026-03-01", dateTo: "2026-03-29"';
const fields = 'dateFrom dateTo timeZone reasons { reason count } objections { objectionKind count }';

interface Call {
  readonly dateTime: string;
  readonly userId: number;
  readonly callType: string;
  readonly noSaleReason: string | null;
  readonly objectionKind: string | null;
}

let owner: Member;
let closer: Member;
const calls: Call[] = [];

beforeAll(async () => {
  owner = await app.workspace({ timeZone });
  closer = await app.member(owner.workspaceId, 'CLOSER');
  app.clock.set('2026-04-15T10:00:00.000Z');
  // Two calls around each end of the period, and one in each twelve hours of it, with reasons that come in turns.
  const ends = [
    ...['2026-02-28T22:59:59.999Z', '2026-02-28T23:00:00.000Z'],
    ...['2026-03-29T21:59:59.999Z', '2026-03-29T22:00:00.000Z'],
  ];
  const within = Array.from({ length: 50 }, (_, index) => new Date(Date.UTC(2026, 2, 2, 12 * index)).toISOString());
  for (const [index, dateTime] of [...ends, ...within].entries()) {
    const noSaleReason = index % 3 === 0 ? null : (noSaleReasons[(index * 5) % noSaleReasons.length] ?? null);
    const objectionKind = index % 4 === 0 ? null : (objectionKinds[(index * 5) % objectionKinds.length] ?? null);
    const { userId } = index % 2 === 0 ? owner : closer;
    const callType = index % 5 === 0 ? 'DISCOVERY_EVENT' : 'STRATEGY_EVENT';
    const id = await app.call({ workspaceId: owner.workspaceId, userId }, { dateTime });
    await app.writeCalls(
      owner.workspaceId,
      'UPDATE "EventCall" SET "callType" = $2, "noSaleReason" = $3, "objectionKind" = $4 WHERE "id" = $1',
      [id, callType, noSaleReason, objectionKind],
    );
    calls.push({ dateTime, userId, callType, noSaleReason, objectionKind });
  }
});

const isInPeriod = ({ dateTime }: Call) =>
  dateTime >= '2026-02-28T23:00:00.000Z' && dateTime < '2026-03-29T22:00:00.000Z';

/** How often each is there, the most frequent first, and then by its name. */
function counted(of: readonly Call[], name: 'noSaleReason' | 'objectionKind', as: string) {
  const found = Map.groupBy(of, (call) => call[name]);
  found.delete(null);
  return [...found]
    .map(([value, { length: count }]) => ({ [as]: value, count }))
    .sort((one, other) => Number(other.count) - Number(one.count) || (String(one[as]) < String(other[as]) ? -1 : 1));
}

const expected = (of: readonly Call[]) => ({
  ...{ dateFrom: '2026-03-01', dateTo: '2026-03-29', timeZone },
  reasons: counted(of.filter(isInPeriod), 'noSaleReason', 'reason'),
  objections: counted(of.filter(isInPeriod), 'objectionKind', 'objectionKind'),
});

const reasonsOf = async (member: Member, input = period) =>
  (await app.graphql(`{ callReasons(${input}) { ${fields} } }`, await app.apiKey(member))).body;

test('the reasons and objections of the calls of the period are counted, in one statement', async () => {
  app.statements.length = 0;
  expect(await reasonsOf(owner)).toEqual({ data: { callReasons: expected(calls) } });
  expect(app.statements.filter((name) => name === 'reports.callReasons')).toHaveLength(1);
  const { reasons, objections } = expected(calls);
  expect(reasons.length).toBe(noSaleReasons.length);
  expect(objections.length).toBe(objectionKinds.length);
});

test('the filters are those of the numbers, and a closer has the own calls', async () => {
  const own = calls.filter(({ userId }) => userId === closer.userId);
  expect(await reasonsOf(closer)).toEqual({ data: { callReasons: expected(own) } });
  const strategy = own.filter(({ callType }) => callType === 'STRATEGY_EVENT');
  expect(await reasonsOf(owner, `${period}, userIds: [${closer.userId}], callTypes: [STRATEGY_EVENT]`)).toEqual({
    data: { callReasons: expected(strategy) },
  });
});

test('each of them is the count of the list of its calls', async () => {
  const { reasons, objections } = (await reasonsOf(owner)).data.callReasons;
  const key = await app.apiKey(owner);
  const countOf = async (filter: string) =>
    (await app.graphql(`{ eventCalls(${period}, ${filter}, limit: 1) { count } }`, key)).body;
  const pageOf = (count: number) => ({ data: { eventCalls: { count } } });
  for (const { reason, count } of reasons) expect(await countOf(`noSaleReasons: [${reason}]`)).toEqual(pageOf(count));
  for (const { objectionKind, count } of objections)
    expect(await countOf(`objectionKinds: [${objectionKind}]`)).toEqual(pageOf(count));
  const all = calls.filter(isInPeriod).filter(({ noSaleReason }) => noSaleReason !== null).length;
  expect(await countOf(`noSaleReasons: [${noSaleReasons.join(', ')}]`)).toEqual(pageOf(all));
});

test('a workspace without calls has none, and the default is the month so far', async () => {
  const nothing = { dateFrom: '2026-04-01', dateTo: '2026-04-15', timeZone: 'UTC', reasons: [], objections: [] };
  expect(await reasonsOf(await app.workspace(), 'dateTo: "2026-04-15"')).toEqual({ data: { callReasons: nothing } });
});
