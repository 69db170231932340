import { beforeAll, describe, expect, test } from 'vitest';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { groupings } from '#src/domain/reports/report.ts';
import { type Body, bearer, useApp } from '../../support/app.ts';
import { connectedApp } from '../../support/app-tokens.ts';
import { type MoneyFilters, moneyGroups, moneyNumbersOf, moneyRows } from '../../support/money-numbers.ts';
import { now, type ReportWorkspace, reportWorkspace, timeZone } from '../../support/report-workspace.ts';
import type { Viewer } from '../../support/reported-records.ts';

const app = await useApp();
const path = '/v1/reports/money';
const days = { dateFrom: '2026-03-10', dateTo: '2026-04-08' };
const daysBefore = { dateFrom: '2026-02-08', dateTo: '2026-03-09' };
const period = 'dateFrom=2026-03-10&dateTo=2026-04-08';

let workspace: ReportWorkspace;
let key: string;

beforeAll(async () => {
  app.clock.set(now);
  workspace = await reportWorkspace(app);
  key = await app.apiKey(workspace.owner);
});

const queryOf = (filters: object) =>
  Object.entries(filters)
    .map(([name, value]) => `&${name}=${encodeURIComponent([value].flat().join())}`)
    .join('');
const report = async (query: string, as = key): Promise<Body> => {
  const { status, body } = await app.get(`${path}?${period}${query}`, as);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
};

/** The report by the definitions, with the groups by their keys. */
function expected(groupBy: string, { viewer = 'all' as Viewer, filters = {} as MoneyFilters } = {}) {
  const { rows } = workspace;
  const placed = moneyRows(rows, { ...days, viewer, filters });
  const before = moneyRows(rows, { ...daysBefore, viewer, filters });
  const numbers = (of: typeof placed) => moneyNumbersOf(of, rows.transactions);
  const groups = groupBy === 'none' ? new Map() : moneyGroups(placed, groupBy);
  return {
    groups: new Map([...groups].map(([each, of]) => [each, numbers(of)])),
    total: numbers(placed),
    previous: numbers(before),
    none: numbers({ deals: [], transactions: [], calls: [] }),
  };
}

function expectSame({ groups, total, previous, ...frame }: Body, groupBy: string, by: ReturnType<typeof expected>) {
  expect(frame).toEqual({ ...days, timeZone, groupBy });
  expect({ total, previous }).toEqual({ total: by.total, previous: by.previous });
  const isStep = ['day', 'week', 'month'].includes(groupBy);
  if (!isStep) expect(new Set(groups.map((each: Body) => each.key))).toEqual(new Set(by.groups.keys()));
  else for (const each of by.groups.keys()) expect(groups.map((group: Body) => group.key)).toContain(each);
  for (const { key: each, label, ...numbers } of groups) {
    const name = isStep ? each : (workspace.names.get(`${groupBy} ${each}`) ?? each);
    expect([each, label, numbers]).toEqual([each, name, by.groups.get(each) ?? by.none]);
  }
}

describe('GET /v1/reports/money', () => {
  test('has numbers of each kind and in each currency', () => {
    const { total } = expected('none') as Body;
    for (const [name, value] of Object.entries(total)) {
      if (name === 'deals') expect(value).toBeGreaterThan(10);
      else expect(new Set((value as Body[]).map(({ currency }) => currency))).toEqual(new Set(['JPY', 'KWD', 'USD']));
    }
    expect(total.refunds.every(({ value }: Body) => value < 0)).toBe(true);
  });

  test.each(groupings)('by %s adds what the definitions say, for everybody', async (groupBy) => {
    const { admin, closer, setter } = workspace;
    const viewers: [Viewer, string][] = [
      ['all', key],
      ['all', await app.apiKey(admin)],
      [closer, await app.apiKey(closer)],
      [closer, (await connectedApp(app, closer)).token],
      [setter, await app.session(setter)],
    ];
    for (const [viewer, as] of viewers)
      expectSame(await report(`&groupBy=${groupBy}`, as), groupBy, expected(groupBy, { viewer }));
  });

  const filters: [string, () => MoneyFilters][] = [
    ['userIds', () => ({ userIds: [workspace.closer.userId, workspace.left.userId] })],
    ['setterIds', () => ({ setterIds: [workspace.setter.userId] })],
    ['eventIds', () => ({ eventIds: [workspace.events[1] as number] })],
    ['callTypes', () => ({ callTypes: ['STRATEGY_EVENT'] })],
    ['currency', () => ({ currency: 'KWD' })],
    ['sources', () => ({ sources: ['google', 'Partner page'] })],
    ['hasSource', () => ({ hasSource: false })],
    ['a source', () => ({ hasSource: true })],
    ['productIds', () => ({ productIds: [workspace.products[0] as number] })],
    ['hasProduct', () => ({ hasProduct: false })],
    ['a product', () => ({ hasProduct: true })],
    ['several', () => ({ sources: ['google'], hasProduct: true, callTypes: ['STRATEGY_EVENT'], currency: 'USD' })],
  ];

  test.each(filters)('with the filter %s adds what fits it', async (_, filtersOf) => {
    const given = filtersOf();
    for (const groupBy of ['none', 'closer', 'source', 'month'])
      expectSame(await report(`&groupBy=${groupBy}${queryOf(given)}`), groupBy, expected(groupBy, { filters: given }));
    const { closer } = workspace;
    const own = expected('product', { viewer: closer, filters: given });
    expectSame(await report(`&groupBy=product${queryOf(given)}`, await app.apiKey(closer)), 'product', own);
  });

  test('has the groups of most deals first', async () => {
    const { groups } = await report('&groupBy=closer');
    const counts = groups.map(({ deals }: Body) => deals);
    expect(counts).toEqual(counts.toSorted((one: number, other: number) => other - one));
    expect(groups.length).toBeGreaterThan(4);
  });

  test('in GraphQL has the same numbers, with amounts as text', async () => {
    const document = `{ moneyNumbers(dateFrom: "2026-03-10", dateTo: "2026-04-08", groupBy: product, callTypes: [STRATEGY_EVENT]) {
      groups { key label deals } total { cash { currency value } collectionRate { currency numerator denominator value }
        contractValueByType { transactionType currency value } } } }`;
    const { body } = await app.graphql(document, key);
    const { groups, total } = await report('&groupBy=product&callTypes=STRATEGY_EVENT');
    expect(body.data.moneyNumbers.groups).toEqual(
      groups.map(({ key: each, label, deals }: Body) => ({ key: each, label, deals })),
    );
    const asNumbers = (amounts: Body[]) => amounts.map((each) => ({ ...each, value: Number(each.value) }));
    expect(asNumbers(body.data.moneyNumbers.total.cash)).toEqual(total.cash);
    expect(body.data.moneyNumbers.total.cash[2].value).toMatch(/^-?\d+\.\d\d$/);
    expect(asNumbers(body.data.moneyNumbers.total.contractValueByType)).toEqual(total.contractValueByType);
    expect(body.data.moneyNumbers.total.collectionRate.map((each: Body) => Number(each.numerator))).toEqual(
      total.collectionRate.map((each: Body) => each.numerator),
    );
  });
});

describe('the records behind a number of money', () => {
  /** The parameters that open a group as a list; undefined where there is none. */
  const filterOf = (groupBy: string, each: string | null): MoneyFilters | undefined => {
    if (groupBy === 'source') return each === null ? { hasSource: false } : { sources: [each] };
    if (groupBy === 'product') return each === null ? { hasProduct: false } : { productIds: [Number(each)] };
    if (each === null) return undefined;
    if (groupBy === 'closer') return { userIds: [Number(each)] };
    if (groupBy === 'setter') return { setterIds: [Number(each)] };
    return groupBy === 'event' ? { eventIds: [Number(each)] } : { callTypes: [each] };
  };
  const range = 'timeFrom=2026-03-10&timeTo=2026-04-08&limit=100';
  const listOf = async (
    list: 'deals' | 'transactions',
    query: string,
    as: string,
  ): Promise<{ count: number; records: Body[] }> => {
    const records: Body[] = [];
    for (let page = 0; ; page++) {
      const { status, body } = await app.get(`/v1/${list}?${range}&page=${page}${query}`, as);
      if (status !== 200) throw new Error(JSON.stringify(body));
      records.push(...body.data[list]);
      if (records.length >= body.data.count) return { count: body.data.count, records };
    }
  };
  const sums = (records: readonly Body[]) =>
    [...Map.groupBy(records, ({ currency }) => currency)]
      .map(([currency, of]) => ({
        currency,
        value: Math.round(of.reduce((sum, { value }) => sum + value * 1000, 0)) / 1000,
      }))
      .sort((one, other) => (one.currency < other.currency ? -1 : 1));
  const notNone = (amounts: readonly Body[]) => amounts.filter(({ value }) => value !== 0);

  test.each(['closer', 'setter', 'event', 'callType', 'source', 'product'])('by %s are the lists', async (groupBy) => {
    const { closer } = workspace;
    for (const as of [key, await app.apiKey(closer)]) {
      const { groups } = await report(`&groupBy=${groupBy}`, as);
      const calls = await app.get(`/v1/reports/calls?${period}&groupBy=${groupBy}`, as);
      for (const { key: each, ...numbers } of groups) {
        const filter = filterOf(groupBy, each);
        if (!filter) continue;
        const { userIds: dealUserIds, ...others } = filter;
        const [deals, payments, refunds] = [
          await listOf('deals', queryOf(filter), as),
          await listOf('transactions', queryOf(dealUserIds ? { dealUserIds } : others), as),
          await listOf('transactions', queryOf({ ...(dealUserIds ? { dealUserIds } : others), isRefund: true }), as),
        ];
        expect([each, deals.count, notNone(sums(deals.records))]).toEqual([
          each,
          numbers.deals,
          notNone(numbers.contractValue),
        ]);
        expect([each, notNone(sums(payments.records))]).toEqual([each, notNone(numbers.cash)]);
        expect([each, sums(refunds.records)]).toEqual([each, notNone(numbers.refunds)]);
        const counted = calls.body.data.groups.find((group: Body) => group.key === each);
        const list = await app.get(`/v1/eventCalls?${period}${queryOf(filter)}&counted=held`, as);
        expect([each, list.body.data.count]).toEqual([each, counted?.held ?? 0]);
      }
    }
  });

  test('are chosen by the same filters in the report of calls', async () => {
    for (const filter of [
      { sources: ['google'] },
      { hasSource: true },
      { hasSource: false },
      { hasProduct: true },
      { hasProduct: false },
      { productIds: workspace.products },
    ]) {
      const { body } = await app.get(`/v1/reports/calls?${period}${queryOf(filter)}`, key);
      const { calls } = moneyRows(workspace.rows, { ...days, viewer: 'all', filters: filter });
      expect(calls.length).toBeGreaterThan(0);
      const list = await app.get(`/v1/eventCalls?${period}${queryOf(filter)}&limit=100`, key);
      expect([filter, body.data.total.booked, list.body.data.count]).toEqual([filter, calls.length, calls.length]);
    }
  });

  test('have the sums of deals in GraphQL, with what was paid of them', async () => {
    const { body } = await app.graphql(
      `{ dealSums(timeFrom: "2026-03-10", timeTo: "2026-04-08", hasSource: true) { currency count value paid } }`,
      key,
    );
    const { total } = await report('&hasSource=true');
    const rates = new Map(total.collectionRate.map((each: Body) => [each.currency, each]));
    for (const { currency, value, paid } of body.data.dealSums)
      expect(rates.get(currency)).toMatchObject({ numerator: Number(paid), denominator: Number(value) });
    expect(body.data.dealSums).toHaveLength(3);
  });

  test.each([
    ['/v1/deals?hasSource=true', 'deals:read', 'eventCalls:read'],
    ['/v1/transactions?callTypes=STRATEGY_EVENT', 'transactions:read', 'eventCalls:read'],
    ['/v1/transactions?hasProduct=true', 'transactions:read', 'deals:read'],
    [`${path}?x`, 'deals:read', 'transactions:read'],
  ] as const)('need the scope of what chooses them: %s', async (url, scope, missing) => {
    const { status, body } = await app.get(url, await app.apiKey(workspace.owner, { scopes: [scope] }));
    expect([status, body.message]).toEqual([403, `Missing scope: ${missing}`]);
    const all = await app.apiKey(workspace.owner, { scopes: allScopes.filter((each) => each.endsWith(':read')) });
    expect((await app.get(url, all)).status).toBe(200);
  });

  test('change with their call at once', async () => {
    const other = await app.workspace({ timeZone });
    const as = await app.apiKey(other);
    const call = await app.call(other, { dateTime: '2026-03-20T10:00:00.000Z' });
    const lists = () => app.get(`/v1/eventCalls?hasSource=true&${period}`, as);
    expect((await lists()).body.data.count).toBe(0);
    await app.sql(
      `UPDATE "Contact" SET "utm" = '[{"utmKey": "utm_source", "utmValue": "x"}]' WHERE "id" = (SELECT "contactId" FROM "EventCall" WHERE "id" = $1)`,
      [call],
    );
    expect((await lists()).body.data.count).toBe(1);
  });
});

describe('a report of money as CSV', () => {
  test.each(['closer', 'month'])('by %s has a column for each currency', async (groupBy) => {
    const { closer } = workspace;
    for (const as of [key, await app.apiKey(closer)]) {
      const headers = { ...bearer(as), Accept: 'text/csv' };
      const response = await fetch(`${app.url}${path}?${period}&groupBy=${groupBy}`, { headers });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
      const lines = (await response.text())
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','));
      const [head = [], ...others] = lines;
      const { groups, total, previous } = await report(`&groupBy=${groupBy}`, as);
      expect(head.slice(0, 6)).toEqual(['part', 'key', 'label', 'cash JPY', 'cash KWD', 'cash USD']);
      const rows = [
        ...groups.map((each: Body) => ({ part: 'group', ...each })),
        { part: 'total', ...total },
        { part: 'previous', ...previous },
      ];
      expect(others).toHaveLength(rows.length);
      for (const [index, row] of rows.entries()) {
        for (const [column, name] of head.entries()) {
          const [list = '', currency, transactionType] = name.split(' ');
          const value = Array.isArray(row[list])
            ? row[list].find((each: Body) => each.currency === currency && each.transactionType === transactionType)
                ?.value
            : row[list];
          expect([name, others[index]?.[column]]).toEqual([name, String(value ?? '')]);
        }
      }
    }
  });
});
