import { expect, test } from 'vitest';
import type { CallGroupFragment } from '#src/web/gql/overview.ts';
import { filtersOfGroup, orderOf, rowsOf } from '#src/web/pages/overview/group-rows.ts';

type Calls = NonNullable<Parameters<typeof rowsOf>[0]>;
type Money = NonNullable<Parameters<typeof rowsOf>[1]>;

const rate = (numerator: number, denominator: number) => ({
  numerator,
  denominator,
  value: denominator === 0 ? null : numerator / denominator,
});

function callsOf(key: string | null, label: string, booked: number, showRate = rate(0, 0)): CallGroupFragment {
  return { key, label, booked, showRate, timeToOutcomeMinutes: 3 } as CallGroupFragment;
}

function calls(...groups: CallGroupFragment[]): Calls {
  const total = callsOf(null, '', 0);
  return { groupBy: 'closer', groups, total, previous: total } as unknown as Calls;
}

const amount = (currency: string, value: string) => ({ currency, value });

/** A report of three deals in dollars and of one in yen, of which each group has cash. */
function money(...groups: { key: string | null; label: string; cash: ReturnType<typeof amount>[] }[]): Money {
  const total = {
    cash: [amount('JPY', '150000.00'), amount('USD', '310.00')],
    contractValue: [amount('JPY', '150000.00'), amount('USD', '300.00')],
    averageDeal: [amount('JPY', '150000.00'), amount('USD', '100.00')],
  };
  const all = groups.map((group) => ({ ...group, cashPerHeldCall: [] }));
  return {
    groupBy: 'closer',
    groups: all,
    total,
    previous: { cash: [], contractValue: [], averageDeal: [] },
  } as unknown as Money;
}

test('groups have their money in the order of one currency, by which they are sorted too', () => {
  const yen = { key: '1', label: 'Yen', cash: [amount('JPY', '150000.00')] };
  const both = { key: '2', label: 'Both', cash: [amount('JPY', '5.00'), amount('USD', '10.00')] };
  const dollars = { key: null, label: 'No closer', cash: [amount('USD', '300.00')] };
  const rows = rowsOf(calls(callsOf('1', 'Yen', 3), callsOf('2', 'Both', 2)), money(yen, both, dollars));
  expect(rows.map(({ label, cash }) => [label, cash?.map(({ currency }) => currency)])).toEqual([
    ['Yen', ['JPY']],
    ['Both', ['USD', 'JPY']],
    ['No closer', ['USD']],
  ]);
  const sorted = (sort: string) => rows.toSorted(orderOf(sort, 'USD')).map(({ label }) => label);
  expect(sorted('-cash')).toEqual(['No closer', 'Both', 'Yen']);
  expect(sorted('cash')).toEqual(['Both', 'No closer', 'Yen']);
});

test('groups are sorted by name, number or rate, and those without a rate are last both ways', () => {
  const rows = rowsOf(
    calls(callsOf('1', 'Ada', 3, rate(1, 4)), callsOf('2', 'Bo', 12), callsOf('3', 'Cyd', 1, rate(3, 4))),
    undefined,
  );
  const sorted = (sort: string) => rows.toSorted(orderOf(sort, undefined)).map(({ label }) => label);
  expect([sorted('label'), sorted('-label')]).toEqual([
    ['Ada', 'Bo', 'Cyd'],
    ['Cyd', 'Bo', 'Ada'],
  ]);
  expect([sorted('booked'), sorted('-booked')]).toEqual([
    ['Cyd', 'Ada', 'Bo'],
    ['Bo', 'Ada', 'Cyd'],
  ]);
  expect([sorted('showRate'), sorted('-showRate')]).toEqual([
    ['Ada', 'Cyd', 'Bo'],
    ['Cyd', 'Ada', 'Bo'],
  ]);
});

test('money of a group without calls is a group with no calls', () => {
  const late = { key: '9', label: 'Late payments', cash: [amount('USD', '5.00')] };
  const [, row] = rowsOf(calls(callsOf('1', 'Ada', 3, rate(1, 4))), money(late));
  expect(row).toMatchObject({ key: '9', booked: 0, showRate: rate(0, 0), timeToOutcomeMinutes: null });
});

test('a group leads to its calls where the address can name it', () => {
  expect(filtersOfGroup('closer', '7')).toEqual({ hosts: '7' });
  expect([filtersOfGroup('setter', '7'), filtersOfGroup('setter', null)]).toEqual([
    { setters: '7' },
    { hasSetter: 'no' },
  ]);
  expect(filtersOfGroup('event', '7')).toEqual({ events: '7' });
  expect(filtersOfGroup('callType', 'DISCOVERY_EVENT')).toEqual({ types: 'DISCOVERY_EVENT' });
  expect([filtersOfGroup('product', '7'), filtersOfGroup('product', null)]).toEqual([
    { products: '7' },
    { hasProduct: 'no' },
  ]);
  expect([filtersOfGroup('source', 'Google Ads'), filtersOfGroup('source', null)]).toEqual([
    { sources: 'Google Ads' },
    { hasSource: 'no' },
  ]);
  // The address has commas between sources, and no spaces around them.
  expect([filtersOfGroup('source', 'Ads, paid'), filtersOfGroup('source', ' Ads')]).toEqual([undefined, undefined]);
});
