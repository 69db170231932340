import { beforeAll, describe, expect, test } from 'vitest';
import { callSets } from '#src/domain/event-calls/call-sets.ts';
import { type Body, bearer, useApp } from '../../support/app.ts';
import { type Booking, bookingIn, march } from '../../support/bookings.ts';
import { type NumberedCall, numbersOf } from '../../support/call-numbers.ts';
import type { Member } from '../../support/factories.ts';
import { deal, product } from '../../support/sales-factories.ts';

const app = await useApp();
const path = '/v1/reports/calls';
/** Berlin's clocks go forward on the 29th of March 2026. */
const timeZone = 'Europe/Berlin';
const now = '2026-04-15T10:00:00.000Z';
const period = 'dateFrom=2026-03-20&dateTo=2026-04-19';

/** Texts of the same form compare as instants do. */
const isIn = (from: string, until: string) => (call: NumberedCall) => call.dateTime >= from && call.dateTime < until;
const inPeriod = isIn('2026-03-19T23:00:00.000Z', '2026-04-19T22:00:00.000Z');
const before = isIn('2026-02-16T23:00:00.000Z', '2026-03-19T23:00:00.000Z');

/** Numbers that look random, and are the same in each run. */
function* pseudoRandom(): Generator<number, never> {
  for (let state = 42; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}
const random = pseudoRandom();
const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random.next().value * items.length)] as Item;

let owner: Member;
let key: string;
let closer: Member;
let calls: NumberedCall[];
let names: Map<string, string>;

beforeAll(async () => {
  owner = await app.workspace({ timeZone });
  const { workspaceId } = owner;
  closer = await app.member(workspaceId, 'CLOSER', { firstName: 'Cleo', lastName: 'Nash' });
  const setter = await app.member(workspaceId, 'SETTER', { firstName: 'Sam', lastName: 'Obi' });
  key = await app.apiKey(owner);
  const strategy = await app.event(owner, { name: 'Strategy', callType: 'STRATEGY_EVENT' });
  const discovery = await app.event(owner, { name: 'Discovery', callType: 'DISCOVERY_EVENT' });
  const productId = await product(app, owner, { name: 'Growth plan' });
  names = new Map([
    [`closer ${owner.userId}`, 'Ada Price'],
    [`closer ${closer.userId}`, 'Cleo Nash'],
    [`setter ${setter.userId}`, 'Sam Obi'],
    ['setter null', 'No setter'],
    [`event ${strategy}`, 'Strategy'],
    [`event ${discovery}`, 'Discovery'],
    ['callType STRATEGY_EVENT', 'STRATEGY_EVENT'],
    ['callType DISCOVERY_EVENT', 'DISCOVERY_EVENT'],
    ['source google', 'google'],
    ['source podcast', 'podcast'],
    ['source null', 'No source'],
    [`product ${productId}`, 'Growth plan'],
    ['product null', 'No product'],
  ]);
  const known = await app.contact(workspaceId);
  await app.sql(`UPDATE "Contact" SET "utm" = '[{"utmKey": "utm_source", "utmValue": "podcast"}]' WHERE "id" = $1`, [
    known,
  ]);
  const unknown = await app.contact(workspaceId);
  app.clock.set(now);
  calls = [];
  for (let index = 0; index < 160; index++) {
    // Each lies in an hour of its own, from the end of the day before the first period on.
    const start = Date.UTC(2026, 1, 16, 22) + index * 9.5 * 3_600_000;
    const [dateTime, endTime] = [start, start + 1_800_000].map((each) => new Date(each).toISOString()) as [
      string,
      string,
    ];
    const isStrategy = oneOf([true, false]);
    const isCancelled = oneOf([true, false, false, false]);
    const isSold = oneOf([true, false, false]);
    const [outcome, noSaleReason] = isCancelled
      ? oneOf([
          [null, null],
          [isStrategy ? 'NO_SALE' : 'REJECTED', 'CONTACT_CANCELLED'],
        ] as const)
      : oneOf([
          [null, null],
          [isStrategy ? 'WON' : oneOf(['QUALIFIED', 'APPROVED']), null],
          [isStrategy ? 'NO_SALE' : 'REJECTED', oneOf(['NO_SHOW', 'BAD_FIT', 'ADMIN_CANCELLED'] as const)],
        ] as const);
    const source = oneOf(['google', null, null]);
    const contactId = oneOf([known, unknown]);
    const call = {
      ...{ dateTime, endTime, outcome, noSaleReason },
      userId: oneOf([owner, closer]).userId,
      setterId: oneOf([null, setter.userId]),
      eventId: isStrategy ? strategy : discovery,
      callType: isStrategy ? ('STRATEGY_EVENT' as const) : ('DISCOVERY_EVENT' as const),
      status: isCancelled ? ('CANCELLED' as const) : ('SCHEDULED' as const),
      isMoved: oneOf([true, false, false]),
      cancelledAt: oneOf([
        null,
        new Date(start - 86_400_000).toISOString(),
        new Date(start - 86_400_001).toISOString(),
      ]),
      isCancelledByInvitee: oneOf([true, false]),
      firstOutcomeAt:
        outcome === null ? null : new Date(start + Math.floor(random.next().value * 9_000_000)).toISOString(),
    };
    const id = await app.call({ workspaceId, userId: call.userId }, { eventId: call.eventId, contactId, dateTime });
    await app.writeCalls(
      workspaceId,
      `UPDATE "EventCall" SET "endTime" = $2, "setterId" = $3, "callType" = $4, "status" = $5, "outcome" = $6, "noSaleReason" = $7,
         "isMoved" = $8, "cancelledAt" = $9, "isCancelledByInvitee" = $10, "firstOutcomeAt" = $11, "source" = $12 WHERE "id" = $1`,
      [
        ...[
          id,
          endTime,
          call.setterId,
          call.callType,
          call.status,
          outcome,
          noSaleReason,
          call.isMoved,
          call.cancelledAt,
        ],
        ...[call.isCancelledByInvitee, call.firstOutcomeAt, source],
      ],
    );
    if (isSold) {
      await deal(app, owner, { eventCallId: id, contactId, productId });
      await deal(app, owner, { eventCallId: id, contactId });
    }
    calls.push({
      ...call,
      source: source ?? (contactId === known ? 'podcast' : null),
      productId: isSold ? productId : null,
    });
  }
});

const report = async (query: string, as = key): Promise<Body> => {
  const { status, body } = await app.get(`${path}?${query}`, as);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
};

describe('GET /v1/reports/calls', () => {
  test('counts each call of the period and of the one before, by the definitions', async () => {
    const data = await report(period);
    expect(data).toEqual({
      ...{ dateFrom: '2026-03-20', dateTo: '2026-04-19', timeZone, groupBy: 'none', groups: [] },
      total: numbersOf(calls.filter(inPeriod), now),
      previous: numbersOf(calls.filter(before), now),
    });
    // The calls of this test have each of the sets.
    expect(Object.values(numbersOf(calls.filter(inPeriod), now)).filter((value) => value === 0)).toEqual([]);
  });

  test.each<[string, (call: NumberedCall) => string | number | null]>([
    ['closer', ({ userId }) => userId],
    ['setter', ({ setterId }) => setterId],
    ['event', ({ eventId }) => eventId],
    ['callType', ({ callType }) => callType],
    ['source', ({ source }) => source],
    ['product', ({ productId }) => productId],
  ])('by %s has a group for each, the one with the most calls first', async (groupBy, keyOf) => {
    const { groups, total } = await report(`${period}&groupBy=${groupBy}`);
    const expected = [...Map.groupBy(calls.filter(inPeriod), (call) => keyOf(call)?.toString() ?? null)].map(
      ([group, ofGroup]) => ({ key: group, label: names.get(`${groupBy} ${group}`), ...numbersOf(ofGroup, now) }),
    );
    expect(new Set(groups.map(({ key }: Body) => key))).toEqual(new Set(expected.map((each) => each.key)));
    for (const group of expected) expect(groups).toContainEqual(group);
    const counts = groups.map(({ booked }: Body) => booked);
    expect(counts).toEqual(counts.toSorted((one: number, other: number) => other - one));
    expect(total).toEqual(numbersOf(calls.filter(inPeriod), now));
  });

  test.each([
    ['day', 31, '2026-03-20', '2026-04-19'],
    ['week', 5, '2026-03-16', '2026-04-13'],
    ['month', 2, '2026-03-01', '2026-04-01'],
  ])('by %s has a group for each step of the workspace, also without calls', async (groupBy, count, first, last) => {
    const { groups } = await report(`${period}&groupBy=${groupBy}`);
    expect([groups.length, groups[0].key, groups.at(-1).key]).toEqual([count, first, last]);
    const localDay = new Intl.DateTimeFormat('sv', { timeZone });
    const keyOf = ({ dateTime }: NumberedCall) => {
      const day = localDay.format(new Date(dateTime));
      return groups.map(({ key }: Body) => key).findLast((key: string) => key <= day);
    };
    const byKey = Map.groupBy(calls.filter(inPeriod), keyOf);
    for (const { key, label, ...numbers } of groups)
      expect([key, label, numbers]).toEqual([key, key, numbersOf(byKey.get(key) ?? [], now)]);
  });

  test('counts those that fit the filters, and for a closer the own ones', async () => {
    const own = calls.filter(({ userId }) => userId === closer.userId);
    const filtered = await report(`${period}&userIds=${closer.userId}&callTypes=STRATEGY_EVENT`);
    const strategy = own.filter(({ callType }) => callType === 'STRATEGY_EVENT');
    expect(filtered.total).toEqual(numbersOf(strategy.filter(inPeriod), now));
    expect(filtered.previous).toEqual(numbersOf(strategy.filter(before), now));
    const ofCloser = await report(period, await app.apiKey(closer));
    expect(ofCloser.total).toEqual(numbersOf(own.filter(inPeriod), now));
    const other = await app.workspace();
    expect((await report(period, await app.apiKey(other))).total.booked).toBe(0);
  });

  test('names what was sold in a call to those who see the deal, with the access to deals', async () => {
    const seller = await app.workspace({ timeZone });
    const host = await app.member(seller.workspaceId, 'CLOSER');
    const setter = await app.member(seller.workspaceId, 'SETTER');
    const productId = await product(app, seller, { name: 'Growth plan' });
    const eventCallId = await app.call(host, { dateTime: '2026-04-01T10:00:00Z', setterId: setter.userId });
    await deal(app, host, { productId, eventCallId });
    const queries = ['groupBy=product', `productIds=${productId}`, 'hasProduct=true'].map(
      (query) => `${path}?${query}`,
    );
    const lists = [`/v1/eventCalls?productIds=${productId}`, '/v1/eventCalls?hasProduct=true'];
    const withoutDeals = await app.apiKey(seller, { scopes: ['eventCalls:read'] });
    for (const url of [...queries, ...lists])
      expect([url, (await app.get(url, withoutDeals)).status]).toEqual([url, 403]);
    expect((await app.get('/v1/eventCalls?hasSource=false', withoutDeals)).status).toBe(200);
    const keysOf = async (member: Member) => {
      const { groups } = await report('groupBy=product', await app.apiKey(member));
      return groups.map((group: Body) => [group.key, group.booked]);
    };
    const soldTo = async (member: Member) =>
      (await app.get('/v1/eventCalls?hasProduct=true', await app.apiKey(member))).body.data.count;
    for (const member of [seller, host]) {
      expect(await keysOf(member)).toEqual([[String(productId), 1]]);
      expect(await soldTo(member)).toBe(1);
    }
    expect(await keysOf(setter)).toEqual([[null, 1]]);
    expect(await soldTo(setter)).toBe(0);
  });

  test('has no source where a call and its contact name an empty one', async () => {
    const { owner: host, booked } = await bookingIn(app);
    await booked({ dateTime: '2026-04-20T10:00:00.000Z', utm: [{ utmKey: 'utm_source', utmValue: '' }] });
    const { groups } = await report('dateFrom=2026-04-20&dateTo=2026-04-20&groupBy=source', await app.apiKey(host));
    expect(groups).toMatchObject([{ key: null, label: 'No source', booked: 1 }]);
  });

  test('is about the month so far, where nothing else is said', async () => {
    expect(await report('')).toMatchObject({ dateFrom: '2026-04-01', dateTo: '2026-04-15', groupBy: 'none' });
    expect(await report('dateTo=2026-03-10')).toMatchObject({ dateFrom: '2026-03-01', dateTo: '2026-03-10' });
  });

  test('each number is the count of the list of its calls', async () => {
    const { total } = await report(period);
    const { groups } = await report(`${period}&groupBy=closer`);
    const ofCloser = groups.find((each: Body) => each.key === String(closer.userId));
    for (const counted of callSets) {
      const list = `/v1/eventCalls?${period}&counted=${counted}&limit=100`;
      const { count, eventCalls } = (await app.get(list, key)).body.data;
      expect([counted, count, eventCalls.length]).toEqual([counted, total[counted], total[counted]]);
      expect((await app.get(`${list}&userIds=${closer.userId}`, key)).body.data.count).toBe(ofCloser[counted]);
    }
  });

  test('as CSV has a line for each group, the total and the period before', async () => {
    const url = `${app.url}${path}?${period}&groupBy=callType`;
    const response = await fetch(url, { headers: { ...bearer(key), Accept: 'text/csv' } });
    expect([response.status, response.headers.get('content-type'), response.headers.get('vary')]).toEqual([
      ...[200, 'text/csv; charset=utf-8', expect.stringContaining('Accept')],
    ]);
    const lines = (await response.text()).split('\r\n');
    const { groups, total, previous } = await report(`${period}&groupBy=callType`);
    const line = (part: string, { key = '', label = '', ...numbers }: Body) =>
      [
        part,
        key,
        label,
        ...Object.values(numbers as object).map((each) => (typeof each === 'object' ? each?.value : each) ?? ''),
      ].join(',');
    expect(lines).toEqual([
      ['part', 'key', 'label', ...Object.keys(total)].join(','),
      ...groups.map((group: Body) => line('group', group)),
      line('total', total),
      line('previous', previous),
      '',
    ]);
    const byDay = await fetch(`${app.url}${path}?${period}&groupBy=day`, {
      headers: { ...bearer(key), Accept: 'text/csv', 'Accept-Encoding': 'gzip' },
    });
    expect([byDay.headers.get('content-encoding'), byDay.headers.get('vary')]).toEqual([
      'gzip',
      'Accept, Accept-Encoding',
    ]);
    expect((await byDay.text()).split('\r\n')).toHaveLength(31 + 4);
    const refused = await fetch(`${app.url}${path}?dateTo=x`, { headers: { ...bearer(key), Accept: 'text/csv' } });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8']);
  });

  test.each([
    [
      'dateFrom=2026-03-02&dateTo=2026-03-01',
      { dateTo: ['Must be dateFrom or later, and less than 3660 days after it'] },
    ],
    [
      'dateFrom=2016-01-01&dateTo=2026-03-01',
      { dateTo: ['Must be dateFrom or later, and less than 3660 days after it'] },
    ],
    [
      'dateFrom=2026-02-30&dateTo=tomorrow',
      {
        dateFrom: ['Must be an existing date in the years 2000 to 2999 (YYYY-MM-DD)'],
        dateTo: ['Must be an existing date in the years 2000 to 2999 (YYYY-MM-DD)'],
      },
    ],
    [`${period}&groupBy=year`, { groupBy: [expect.stringContaining('none, day, week, month, closer')] }],
  ])('with %j is refused', async (query, expected) => {
    const { status, body } = await app.get(`${path}?${query}`, key);
    expect([status, body.message.details.fieldErrors]).toEqual([400, expected]);
  });
});

describe('what a call keeps for reports', () => {
  let booking: Booking;
  const facts = async (id: number) => {
    const [row] = await app.sql<Record<string, Date | boolean | null>>(
      'SELECT "isMoved", "cancelledAt", "isCancelledByInvitee", "firstOutcomeAt", "source" FROM "EventCall" WHERE "id" = $1',
      [id],
    );
    return JSON.parse(JSON.stringify(row));
  };
  const nothing = {
    isMoved: false,
    cancelledAt: null,
    isCancelledByInvitee: false,
    firstOutcomeAt: null,
    source: null,
  };

  test('are its first move, its cancellation, its first outcome and its source', async () => {
    app.clock.set(march('04T12:00'));
    booking = await bookingIn(app);
    const utm = [{ utmKey: 'utm_source', utmValue: 'google' }];
    const { id } = await booking.booked({ dateTime: march('05T10:00'), utm });
    expect(await facts(id)).toEqual({ ...nothing, source: 'google' });
    await booking.reschedule({ id, dateTime: march('06T10:00') });
    expect(await facts(id)).toEqual({ ...nothing, source: 'google', isMoved: true });
    app.clock.set(march('06T11:00'));
    const outcome = (input: object) => booking.setOutcome({ eventCallId: id, ...input });
    await outcome({ outcome: 'NO_SALE', noSaleReason: 'CONTACT_CANCELLED' });
    const first = { ...nothing, source: 'google', isMoved: true, firstOutcomeAt: march('06T11:00') };
    expect(await facts(id)).toEqual({ ...first, cancelledAt: march('06T11:00'), isCancelledByInvitee: true });
    app.clock.set(march('06T12:00'));
    await outcome({ outcome: 'NO_SALE', noSaleReason: 'ADMIN_CANCELLED' });
    expect(await facts(id)).toEqual({ ...first, cancelledAt: march('06T11:00') });
    await outcome({ outcome: 'WON' });
    expect(await facts(id)).toEqual(first);
  });

  test('say who cancelled it', async () => {
    app.clock.set(march('04T12:00'));
    booking = await bookingIn(app);
    const [byTeam, byInvitee] = [
      await booking.booked({ dateTime: march('05T10:00') }),
      await booking.booked({ dateTime: march('05T12:00') }),
    ];
    await booking.cancel({ id: byTeam.id });
    expect(await facts(byTeam.id)).toEqual({ ...nothing, cancelledAt: march('04T12:00') });
    await booking.setOutcome({ eventCallId: byInvitee.id, outcome: 'NO_SALE', noSaleReason: 'CONTACT_CANCELLED' });
    await booking.cancel({ id: byInvitee.id });
    expect(await facts(byInvitee.id)).toMatchObject({ cancelledAt: march('04T12:00'), isCancelledByInvitee: true });
  });
});
