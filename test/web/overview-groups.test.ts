import { expect, test } from 'vitest';
import type { CallGroupFragment } from '#src/web/gql/overview.ts';
import { orderOf, rowsOf } from '#src/web/pages/overview/group-rows.ts';

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
