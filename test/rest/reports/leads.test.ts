import { beforeAll, describe, expect, test } from 'vitest';
import { leadSets } from '#src/domain/contacts/lead-sets.ts';
import { groupings } from '#src/domain/reports/report.ts';
import { type Body, bearer, useApp } from '../../support/app.ts';
import { connectedApp } from '../../support/app-tokens.ts';
import { leadGroups, leadNumbersOf, leadRows } from '../../support/lead-numbers.ts';
import { now, type ReportWorkspace, reportWorkspace, timeZone } from '../../support/report-workspace.ts';
import type { OriginFilters, Viewer } from '../../support/reported-records.ts';

const app = await useApp();
const path = '/v1/reports/leads';
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
function expected(groupBy: string, { viewer = 'all' as Viewer, filters = {} as OriginFilters } = {}) {
  const placed = leadRows(workspace.rows, { ...days, viewer, filters });
  const before = leadRows(workspace.rows, { ...daysBefore, viewer, filters });
  const groups = groupBy === 'none' ? new Map() : leadGroups(placed, groupBy);
  return {
    groups: new Map([...groups].map(([each, of]) => [each, leadNumbersOf(of)])),
    total: leadNumbersOf(placed),
    previous: leadNumbersOf(before),
    none: leadNumbersOf({ created: [], cohort: [], calls: [], forms: [] }),
  };
}

/** Minutes to a thousandth: sums of fractions differ in their last digit. */
const rounded = (numbers: object): Body =>
  JSON.parse(JSON.stringify(numbers), (name, value) =>
    name.endsWith('Minutes') && value !== null ? Math.round(value * 1000) / 1000 : value,
  );

function expectSame({ groups, total, previous, ...frame }: Body, groupBy: string, by: ReturnType<typeof expected>) {
  expect(frame).toEqual({ ...days, timeZone, groupBy });
  expect(rounded({ total, previous })).toEqual(rounded({ total: by.total, previous: by.previous }));
  const isStep = ['day', 'week', 'month'].includes(groupBy);
  if (!isStep) expect(new Set(groups.map((each: Body) => each.key))).toEqual(new Set(by.groups.keys()));
  else for (const each of by.groups.keys()) expect(groups.map((group: Body) => group.key)).toContain(each);
  for (const { key: each, label, ...numbers } of groups) {
    const name = isStep ? each : (workspace.names.get(`${groupBy} ${each}`) ?? each);
    expect([each, label, rounded(numbers)]).toEqual([each, name, rounded(by.groups.get(each) ?? by.none)]);
  }
}

describe('GET /v1/reports/leads', () => {
  test('has numbers of each kind', () => {
    const { total } = expected('none') as Body;
    for (const name of [...leadSets, 'forms']) expect([name, total[name] > 2]).toEqual([name, true]);
    for (const name of ['speedToLead', 'speedToCall']) {
      expect(total[name].bands.filter(({ count }: Body) => count > 0).length).toBeGreaterThan(1);
      expect(total[name].bands.reduce((sum: number, { count }: Body) => sum + count, 0)).toBe(total.booked);
    }
    expect(total.leadTime.every(({ booked }: Body) => booked > 0)).toBe(true);
    expect(total.cohortCloseRate.value).toBeGreaterThan(0);
  });

  test.each(groupings)('by %s counts what the definitions say, for everybody', async (groupBy) => {
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

  const filters: [string, () => OriginFilters][] = [
    ['userIds', () => ({ userIds: [workspace.closer.userId, workspace.left.userId] })],
    ['setterIds', () => ({ setterIds: [workspace.setter.userId] })],
    ['eventIds', () => ({ eventIds: [workspace.events[1] as number] })],
    ['callTypes', () => ({ callTypes: ['STRATEGY_EVENT'] })],
    ['sources', () => ({ sources: ['google', 'Partner page'] })],
    ['hasSource', () => ({ hasSource: false })],
    ['a source', () => ({ hasSource: true })],
    ['productIds', () => ({ productIds: [workspace.products[0] as number] })],
    ['hasProduct', () => ({ hasProduct: false })],
    ['a product', () => ({ hasProduct: true })],
    ['several', () => ({ sources: ['google', 'podcast'], hasProduct: true, callTypes: ['STRATEGY_EVENT'] })],
  ];

  test.each(filters)('with the filter %s counts what fits it', async (_, filtersOf) => {
    const given = filtersOf();
    for (const groupBy of ['none', 'event', 'source', 'month'])
      expectSame(await report(`&groupBy=${groupBy}${queryOf(given)}`), groupBy, expected(groupBy, { filters: given }));
    const { closer } = workspace;
    const own = expected('product', { viewer: closer, filters: given });
    expectSame(await report(`&groupBy=product${queryOf(given)}`, await app.apiKey(closer)), 'product', own);
  });

  test('has the groups of most contacts first', async () => {
    const { groups } = await report('&groupBy=closer');
    const counts = groups.map(({ created }: Body) => created);
    expect(counts).toEqual(counts.toSorted((one: number, other: number) => other - one));
    expect(groups.length).toBeGreaterThan(3);
  });

  test('in GraphQL has the same numbers', async () => {
    const { body } = await app.graphql(
      `{ leadNumbers(dateFrom: "2026-03-10", dateTo: "2026-04-08", groupBy: callType, callTypes: [STRATEGY_EVENT]) {
        groups { key label created } total { booked speedToLead { medianMinutes bands { minutes count } } leadTime { days booked } } } }`,
      key,
    );
    const { groups, total } = await report('&groupBy=callType&callTypes=STRATEGY_EVENT');
    expect(body.data.leadNumbers).toMatchObject({
      groups: groups.map(({ key: each, label, created }: Body) => ({ key: each, label, created })),
      total: {
        booked: total.booked,
        speedToLead: { medianMinutes: total.speedToLead.medianMinutes, bands: total.speedToLead.bands },
        leadTime: total.leadTime.map(({ days: most, booked }: Body) => ({ days: most, booked })),
      },
    });
  });
});

describe('the contacts behind a number of leads', () => {
  const listed = async (query: string, as: string): Promise<number> => {
    const { status, body } = await app.get(`/v1/contacts?limit=100${query}`, as);
    if (status !== 200) throw new Error(JSON.stringify(body));
    expect(body.data.contacts).toHaveLength(Math.min(100, body.data.count));
    return body.data.count;
  };
  const created = '&createdFrom=2026-03-10&createdTo=2026-04-08';
  const firstBooked = '&firstBookedFrom=2026-03-10&firstBookedTo=2026-04-08';
  const filterOf = (groupBy: string, each: string | null): OriginFilters | undefined => {
    if (groupBy === 'source') return each === null ? { hasSource: false } : { sources: [each] };
    if (groupBy === 'product') return each === null ? { hasProduct: false } : { productIds: [Number(each)] };
    if (each === null) return undefined;
    if (groupBy === 'closer') return { userIds: [Number(each)] };
    if (groupBy === 'setter') return { setterIds: [Number(each)] };
    return groupBy === 'event' ? { eventIds: [Number(each)] } : { callTypes: [each] };
  };

  test.each(['closer', 'setter', 'event', 'callType', 'source', 'product'])('by %s are the list', async (groupBy) => {
    for (const as of [key, await app.apiKey(workspace.closer)]) {
      const { groups, total } = await report(`&groupBy=${groupBy}`, as);
      for (const { key: each, ...numbers } of [...groups, { ...total, key: undefined }]) {
        const filter = each === undefined ? {} : filterOf(groupBy, each);
        if (!filter) continue;
        const query = queryOf(filter);
        for (const counted of leadSets)
          expect([each, counted, await listed(`${created}&counted=${counted}${query}`, as)]).toEqual([
            each,
            counted,
            numbers[counted],
          ]);
        const { numerator, denominator } = numbers.cohortCloseRate;
        expect([each, await listed(`${firstBooked}${query}`, as)]).toEqual([each, denominator]);
        expect([each, await listed(`${firstBooked}&counted=won${query}`, as)]).toEqual([each, numerator]);
      }
    }
  });

  test.each([
    ['/v1/contacts?counted=held', 'eventCalls:read'],
    ['/v1/contacts?hasSource=true', 'eventCalls:read'],
    ['/v1/contacts?firstBookedFrom=2026-03-10', 'eventCalls:read'],
    ['/v1/contacts?hasProduct=false', 'deals:read'],
    [`${path}?x`, 'eventCalls:read'],
  ])('need the scope of what chooses them: %s', async (url, missing) => {
    const { status, body } = await app.get(url, await app.apiKey(workspace.owner, { scopes: ['contacts:read'] }));
    expect([status, body.message]).toEqual([403, `Missing scope: ${missing}`]);
    const scopes = ['contacts:read', 'eventCalls:read', 'deals:read'] as const;
    expect((await app.get(url, await app.apiKey(workspace.owner, { scopes }))).status).toBe(200);
  });

  test.each(['groupBy=product', 'hasProduct=true'])('need the scope of deals for %s', async (query) => {
    const as = await app.apiKey(workspace.owner, { scopes: ['contacts:read', 'eventCalls:read'] });
    const { status, body } = await app.get(`${path}?${query}`, as);
    expect([status, body.message]).toEqual([403, 'Missing scope: deals:read']);
  });
});

test('a report of leads as CSV has a column for each number of its bands', async () => {
  for (const as of [key, await app.apiKey(workspace.closer)]) {
    const headers = { ...bearer(as), Accept: 'text/csv' };
    const response = await fetch(`${app.url}${path}?${period}&groupBy=setter`, { headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head = [], ...lines] = (await response.text())
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    const { groups, total, previous } = await report('&groupBy=setter', as);
    expect(head).toEqual([
      ...['part', 'key', 'label', 'created', 'booked', 'held', 'won', 'disqualified', 'forms'],
      ...['cohortCloseRate', 'disqualifiedRate'],
      ...['speedToLead', 'speedToCall'].flatMap((name) => [
        ...[`${name} medianMinutes`, `${name} p95Minutes`],
        ...['5', '15', '60', '1440', 'over'].map((band) => `${name} bands ${band}`),
      ]),
      ...['1', '3', '7', 'over'].flatMap((band) => [`leadTime ${band} booked`, `leadTime ${band} showRate`]),
    ]);
    const speed = ({ medianMinutes, p95Minutes, bands }: Body) => [
      medianMinutes,
      p95Minutes,
      ...bands.map(({ count }: Body) => count),
    ];
    const cells = (part: string, { key: each, label, ...numbers }: Body) =>
      [
        ...[
          part,
          each,
          label,
          numbers.created,
          numbers.booked,
          numbers.held,
          numbers.won,
          numbers.disqualified,
          numbers.forms,
        ],
        ...[
          numbers.cohortCloseRate.value,
          numbers.disqualifiedRate.value,
          ...speed(numbers.speedToLead),
          ...speed(numbers.speedToCall),
        ],
        ...numbers.leadTime.flatMap(({ booked, showRate }: Body) => [booked, showRate.value]),
      ].map((cell) => String(cell ?? ''));
    expect(lines).toEqual([
      ...groups.map((group: Body) => cells('group', group)),
      cells('total', total),
      cells('previous', previous),
    ]);
  }
});
