import { csvText } from '#src/lib/csv.ts';
import { reportLines } from '#src/lib/report-lines.ts';
import type { CallGroupsQuery, MoneyOverviewQuery } from '../../gql/overview.ts';
import { rowsOf } from './group-rows.ts';

type Calls = NonNullable<CallGroupsQuery['callNumbers']>;
type Money = NonNullable<MoneyOverviewQuery['moneyNumbers']>;

/** The table as `GET /v1/reports/calls` has it for `Accept: text/csv`, with the cash of `GET /v1/reports/money`. */
export function reportCsv(calls: Calls, money: Money): string {
  const totalOf = (period: 'total' | 'previous') => {
    const { cash, cashPerHeldCall } = money[period];
    return withoutTypename({ ...calls[period], cash, cashPerHeldCall });
  };
  const report = { groups: rowsOf(calls, money), total: totalOf('total'), previous: totalOf('previous') };
  return csvText(reportLines(report));
}

/** The name of a GraphQL type is no number. */
function withoutTypename(numbers: object): object {
  return Object.fromEntries(Object.entries(numbers).filter(([name]) => name !== '__typename'));
}
