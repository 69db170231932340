import { beforeEach, describe, expect, test } from 'vitest';
import { type Body, useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { deal, transaction } from '../support/sales-factories.ts';

const app = await useApp();
/** The clock of the tests: the 4th of March 2026, noon in UTC. */
const month = '2026-03-01';

let owner: Member;
let closer: Member;
let session: string;
beforeEach(async () => {
  app.clock.set('2026-03-04T12:00:00.000Z');
  owner = await app.workspace({ timeZone: 'America/New_York' });
  closer = await app.member(owner.workspaceId, 'CLOSER');
  session = await app.session(owner, { expiresAt: '2027-01-01T00:00:00Z' });
});

const fields = 'id userId month number currency target reached';
const setGoal = async (input: object, token = session): Promise<Body> =>
  (
    await app.graphql(`mutation ($input: SetGoalInput!) { setGoal(input: $input) { ${fields} } }`, token, {
      input: { month, ...input },
    })
  ).body;
const goals = async (token = session, args = `(month: "${month}")`): Promise<Body> => {
  const { body } = await app.graphql(`{ goals${args} { ${fields} } }`, token);
  return body.data?.goals ?? body;
};
const deleteGoal = async (id: number, token = session): Promise<Body> =>
  (await app.graphql(`mutation { deleteGoal(input: { id: ${id} }) { ${fields} } }`, token)).body;
const codeIn = (body: Body) => body.errors?.[0].extensions.code;

/** Calls of a host that have ended, with their outcomes; null for none. */
async function held(host: Member, outcomes: readonly (string | null)[], dateTime = '2026-03-02T15:00:00Z') {
  for (const [index, outcome] of outcomes.entries()) {
    const start = new Date(Date.parse(dateTime) + index * 3_600_000).toISOString();
    await app.call(host, { dateTime: start, ...(outcome && { outcome }) } as never);
  }
}

describe('what is reached', () => {
  test('counts the calls of the month so far by the definitions of reports, of the member and of the team', async () => {
    await held(owner, ['WON', 'NO_SALE']);
    await held(closer, ['WON', null]);
    // Of the month before, later than today, and before the month in the zone of the workspace alone.
    await held(closer, ['WON'], '2026-02-10T15:00:00Z');
    await held(closer, [null], '2026-03-20T15:00:00Z');
    await held(closer, ['WON'], '2026-03-01T04:30:00Z');
    for (const userId of [null, closer.userId])
      for (const number of ['BOOKED', 'HELD', 'WON']) await setGoal({ userId, number, target: '10' });
    app.statements.length = 0;
    const listed = await goals();
    expect(listed.map(({ userId, number, reached }: Body) => [userId, number, reached])).toEqual([
      [null, 'BOOKED', '4'],
      [null, 'HELD', '3'],
      [null, 'WON', '2'],
      [closer.userId, 'BOOKED', '2'],
      [closer.userId, 'HELD', '1'],
      [closer.userId, 'WON', '1'],
    ]);
    expect(app.statements.filter((name) => name === 'goals.numbers')).toHaveLength(1);
  });

  test('counts a call for its closer and its setter, and once for a member who is both', async () => {
    const setter = await app.member(owner.workspaceId, 'SETTER');
    const dateTime = (hour: number) => `2026-03-02T${hour}:00:00Z`;
    await app.call(closer, { dateTime: dateTime(12), setterId: setter.userId, outcome: 'WON' });
    await app.call(closer, { dateTime: dateTime(13), setterId: closer.userId });
    await app.call(owner, { dateTime: dateTime(14), setterId: setter.userId });
    for (const userId of [null, owner.userId, closer.userId, setter.userId])
      for (const number of ['BOOKED', 'WON']) await setGoal({ userId, number, target: '10' });
    const reached = (await goals()).map((each: Body) => [each.userId, each.number, each.reached].join(' '));
    expect(reached.sort()).toEqual(
      [
        ...[' BOOKED 3', ' WON 1', `${owner.userId} BOOKED 1`, `${owner.userId} WON 0`],
        ...[
          `${closer.userId} BOOKED 2`,
          `${closer.userId} WON 1`,
          `${setter.userId} BOOKED 2`,
          `${setter.userId} WON 1`,
        ],
      ].sort(),
    );
  });

  test('adds the money of the month so far by currency, less refunds, to the closer of the deal', async () => {
    const time = '2026-03-03T10:00:00Z';
    const dealId = await deal(app, closer, { value: '1000.00', time });
    const earlier = await deal(app, closer, { value: '500.00', time: '2026-02-20T10:00:00Z' });
    await deal(app, owner, { value: '80', currency: 'EUR', time });
    const payment = await transaction(app, closer, { dealId, value: '300.00', time });
    await transaction(app, closer, { dealId, value: '-50.50', refundOf: payment, time });
    // The transaction names another member than the deal.
    await transaction(app, owner, { dealId: earlier, value: '20.00', time });
    await transaction(app, owner, { value: '7.25', time });
    await transaction(app, owner, { value: '5', currency: 'EUR', time });
    await transaction(app, owner, { value: '1.00', time: '2026-03-20T10:00:00Z' });
    for (const userId of [null, closer.userId, owner.userId])
      for (const number of ['CASH', 'CONTRACT_VALUE'])
        await setGoal({ userId, number, currency: 'USD', target: '2000' });
    await setGoal({ number: 'CASH', currency: 'EUR', target: '10.50' });
    app.statements.length = 0;
    const reached = new Map(
      (await goals()).map(({ userId, number, currency, reached: amount }: Body) => [
        [userId ?? 'team', number, currency].join(' '),
        amount,
      ]),
    );
    expect(Object.fromEntries(reached)).toEqual({
      'team CASH EUR': '5.00',
      'team CASH USD': '276.75',
      'team CONTRACT_VALUE USD': '1000.00',
      [`${owner.userId} CASH USD`]: '0.00',
      [`${owner.userId} CONTRACT_VALUE USD`]: '0.00',
      [`${closer.userId} CASH USD`]: '269.50',
      [`${closer.userId} CONTRACT_VALUE USD`]: '1000.00',
    });
    expect(app.statements.filter((name) => name === 'goals.numbers')).toHaveLength(1);
  });

  test('is the whole month once it is over, and nothing of a month to come', async () => {
    await held(closer, ['WON'], '2026-02-28T23:00:00Z');
    await held(closer, [null], '2026-04-02T15:00:00Z');
    await setGoal({ month: '2026-02-01', number: 'WON', target: '1' });
    await setGoal({ month: '2026-04-01', number: 'BOOKED', target: '1' });
    await setGoal({ month: '2026-04-01', number: 'CASH', currency: 'USD', target: '1' });
    expect(await goals(session, '(month: "2026-02-01")')).toMatchObject([{ reached: '1' }]);
    expect(await goals(session, '(month: "2026-04-01")')).toMatchObject([
      { number: 'BOOKED', reached: '0' },
      { number: 'CASH', reached: '0.00' },
    ]);
  });
});

describe('a goal', () => {
  test('is of the team or of a member, and replaced by one of the same month, member, number and currency', async () => {
    const team = { number: 'CASH', currency: 'USD' };
    const first = (await setGoal({ ...team, target: '5000.5' })).data.setGoal;
    expect(first).toMatchObject({ userId: null, month, ...team, target: '5000.50', reached: '0.00' });
    const again = (await setGoal({ ...team, target: '6000' })).data.setGoal;
    expect(again).toEqual({ ...first, target: '6000.00' });
    await setGoal({ ...team, currency: 'EUR', target: '1' });
    await setGoal({ ...team, userId: closer.userId, target: '1' });
    await setGoal({ ...team, month: '2026-04-01', target: '1' });
    expect(await goals()).toHaveLength(3);
  });

  test('of the present month is found without a month, by the day of the workspace', async () => {
    app.clock.set('2026-04-01T03:00:00Z');
    await setGoal({ number: 'HELD', target: '3' });
    await setGoal({ number: 'WON', month: '2026-04-01', target: '3' });
    expect(await goals(session, '')).toMatchObject([{ month, number: 'HELD' }]);
  });

  test('is set once by two at the same time', async () => {
    await Promise.all(['1', '2', '3'].map((target) => setGoal({ number: 'WON', target })));
    expect(await goals()).toHaveLength(1);
  });

  test('is deleted once, as it was', async () => {
    const goal = (await setGoal({ number: 'WON', target: '4' })).data.setGoal;
    expect((await deleteGoal(goal.id)).data.deleteGoal).toEqual(goal);
    expect(await goals()).toEqual([]);
    expect(codeIn(await deleteGoal(goal.id))).toBe('NOT_FOUND');
  });

  test('of a member is gone when the member has left; those of the team stay', async () => {
    await setGoal({ number: 'WON', userId: closer.userId, target: '4' });
    await setGoal({ number: 'WON', target: '9' });
    await app.graphql(`mutation { removeUser(input: { id: ${closer.userId} }) { userId } }`, session);
    expect(await goals()).toMatchObject([{ userId: null }]);
    const { errors } = await setGoal({ number: 'WON', userId: closer.userId, target: '4' });
    expect(errors[0].extensions.details.fieldErrors).toEqual({ userId: ['Is not a member of this workspace'] });
  });
});

describe('who sees and sets goals', () => {
  test('closers and setters see those of the team and their own, owners and admins all', async () => {
    const other = await app.member(owner.workspaceId, 'SETTER');
    await held(owner, ['WON']);
    await setGoal({ number: 'WON', target: '9' });
    await setGoal({ number: 'WON', userId: closer.userId, target: '4' });
    await setGoal({ number: 'WON', userId: other.userId, target: '2' });
    const seen = async (member: Member) =>
      (await goals(await app.session(member))).map(({ userId, reached }: Body) => [userId, reached]);
    const team = [null, '1'];
    expect(await seen(closer)).toEqual([team, [closer.userId, '0']]);
    expect(await seen(other)).toEqual([team, [other.userId, '0']]);
    for (const member of [owner, await app.member(owner.workspaceId, 'ADMIN')])
      expect(await seen(member)).toEqual([team, [closer.userId, '0'], [other.userId, '0']]);
    expect(await seen(await app.workspace())).toEqual([]);
  });

  test('closers set and delete none, and no key does either or reads them', async () => {
    const { id } = (await setGoal({ number: 'WON', target: '9' })).data.setGoal;
    const own = { number: 'WON', userId: closer.userId, target: '1' };
    for (const token of [await app.session(closer), await app.apiKey(owner)]) {
      expect(codeIn(await setGoal(own, token))).toBe('FORBIDDEN');
      expect(codeIn(await deleteGoal(id, token))).toBe('FORBIDDEN');
    }
    expect(codeIn(await goals(await app.apiKey(owner)))).toBe('FORBIDDEN');
    expect(await goals()).toHaveLength(1);
  });

  test('nobody sets a goal for a member of another workspace', async () => {
    const { userId } = await app.workspace();
    const { errors } = await setGoal({ number: 'WON', userId, target: '1' });
    expect(errors[0].extensions.details.fieldErrors).toEqual({ userId: ['Is not a member of this workspace'] });
  });
});

describe('what cannot be set', () => {
  const cash = { number: 'CASH', currency: 'USD', target: '1' };

  test.each<[object, object]>([
    [{ month: '2026-03-02' }, { month: ['Must be the first day of a month, such as 2026-03-01'] }],
    [{ month: 'March' }, { month: ['Must be an existing date in the years 2000 to 2999 (YYYY-MM-DD)'] }],
    [{ currency: null }, { currency: ['Is required for an amount'] }],
    [{ number: 'HELD' }, { currency: ['Must be null for a number of calls'] }],
    [{ currency: 'XXL' }, { currency: ['Must be an ISO 4217 code such as USD'] }],
    [{ target: '0' }, { target: ['Must be more than 0'] }],
    [{ target: '0.00' }, { target: ['Must be more than 0'] }],
    [{ target: '-1' }, { target: ['Must be at least 0'] }],
    [{ target: '1.234' }, { target: ['Has more decimals than USD has'] }],
    [{ number: 'WON', currency: null, target: '1.5' }, { target: ['Must be a whole number of calls'] }],
  ])('%j', async (input, errors) => {
    const { errors: found } = await setGoal({ ...cash, ...input });
    expect(found[0].extensions.details.fieldErrors).toEqual(errors);
    expect(await goals()).toEqual([]);
  });

  test('more goals of a month than 500; a known one still can', async () => {
    await setGoal({ number: 'BOOKED', target: '1' });
    await app.sql(
      `INSERT INTO "Goal" ("workspaceId", "month", "number", "currency", "target")
       SELECT $1, '2026-03-01', 'CASH', chr(65 + n / 26) || chr(65 + n % 26) || '1', 1 FROM generate_series(0, 498) n`,
      [owner.workspaceId],
    );
    const { errors } = await setGoal({ number: 'WON', target: '1' });
    expect(errors[0].extensions.details.fieldErrors).toEqual({
      month: ['A month can have at most 500 goals: delete one'],
    });
    expect((await setGoal({ number: 'BOOKED', target: '2' })).errors).toBeUndefined();
    expect((await setGoal({ number: 'WON', target: '1', month: '2026-04-01' })).errors).toBeUndefined();
  });
});
