import type { Database } from '#src/db/database.ts';
import { dynamicStatement } from '#src/db/statement.ts';
import type { Deal } from '#src/domain/deals/deal.ts';
import type { OwnRows } from '#src/domain/principal/policy.ts';
import type { Grouping } from '#src/domain/reports/report.ts';
import { countedSets } from '../event-calls/counted.ts';
import { anyOf, equal, ownedBy, Values } from '../list.ts';
import { amountSql } from '../record-reader.ts';
import {
  dealsWithOrigin,
  type JoinedOrigins,
  originConditions,
  originsOf,
  paymentsWithOrigin,
  type SaleOrigins,
  type SeenOrigins,
} from '../sale-origins.ts';
import { callsIn, countedCalls, timesOfCells } from './calls.ts';
import { type GroupRow, inGroup, labelOfKey, type PeriodQuery, stepKey } from './period.ts';

export interface MoneyNumbersQuery extends PeriodQuery, SaleOrigins, SeenOrigins {
  /** The transactions that the caller sees, if not all. */
  readonly visibleTransactions: OwnRows | undefined;
  /** The closers of the deals, and of the calls. */
  readonly userIds?: readonly number[] | undefined;
  readonly currency?: string | undefined;
}

/** What is added of a group: deals of one type and currency, what was paid of them, transactions of one currency, or calls. */
export interface MoneyRow extends GroupRow {
  readonly what: 'deals' | 'paid' | 'transactions' | 'calls';
  /** Null for calls. */
  readonly currency: string | null;
  /** Null for all but deals. */
  readonly transactionType: Deal['transactionType'] | null;
  /** The number of deals, transactions or booked calls. */
  readonly count: number;
  /** The number of held calls. */
  readonly held: number;
  /** The sum, as decimal text. */
  readonly value: string | null;
  /** The sum of the refunds among the transactions. */
  readonly refunds: string | null;
}

/** The group of a sale `r`; `closer` is the column with the closer of the deal. */
function keyOfSale(query: PeriodQuery, closer: string, values: Values): string {
  const columns: Readonly<Partial<Record<Grouping, string>>> = {
    closer,
    setter: 'setterId',
    event: 'eventId',
    callType: 'callType',
    source: 'utmSource',
    product: 'productId',
  };
  const column = columns[query.groupBy];
  if (column !== undefined) return `r."${column}"`;
  return query.groupBy === 'none' ? 'NULL::text' : stepKey('r."time"', query, values);
}

/** The records that the filters and the groups need beside a sale. */
function joinedOrigins(query: MoneyNumbersQuery): JoinedOrigins {
  const { groupBy } = query;
  const filtered = originsOf({ ...query, dealUserIds: query.userIds });
  const source = filtered.source || groupBy === 'source';
  const call = filtered.call || source || groupBy === 'setter' || groupBy === 'event' || groupBy === 'callType';
  return { source, call, deal: filtered.deal || call || groupBy === 'closer' || groupBy === 'product' };
}

const sumColumns = ['currency', 'transactionType', 'count', 'held', 'value', 'refunds'];

/**
 * A part of the sums: `sums` are the values of `sumColumns`, of the rows `from` with the alias `of`, by group and in total for each
 * of `by`.
 */
function part(
  what: MoneyRow['what'],
  { from, of = 'q', by }: { readonly from: string; readonly of?: string; readonly by: readonly string[] },
  sums: readonly string[],
): string {
  const each = by.map((column) => `, ${of}."${column}"`).join('');
  const named = sums.map((sum, index) => `${sum} AS "${sumColumns[index]}"`);
  return `SELECT '${what}' AS "what", ${of}."isPrevious", ${of}."key"::text AS "key", grouping(${of}."key") = 1 AS "isTotal",
      ${named.join(', ')} FROM (${from}) ${of}
    GROUP BY GROUPING SETS ((${of}."isPrevious", ${of}."key"${each}), (${of}."isPrevious"${each}))`;
}

/**
 * Adds the deals, the payments and the calls of a period by group, and those of the period before it, in one statement. Each table
 * is read once, by the range of its instants, and joined as a whole; the payments of the deals are those of any time. It is
 * planned for its values: how many rows a period has decides how they are joined.
 */
export async function readMoneyNumbers(db: Database, query: MoneyNumbersQuery): Promise<MoneyRow[]> {
  const values = new Values();
  values.add(query.workspaceId, 'int');
  const joined = joinedOrigins(query);
  const grouped = (key: string) => inGroup('r."time"', key, query, values);
  const conditions = (closer: string, visible: OwnRows | undefined) =>
    [
      'r."workspaceId" = $1',
      `r."time" >= ${values.instant(query.previousFromMs)}`,
      `r."time" < ${values.instant(query.untilMs)}`,
      ...ownedBy('r', values, visible),
      ...anyOf(`r."${closer}"`, 'int', values, query.userIds),
      ...equal('r."currency"', 'text', values, query.currency),
      ...originConditions(query, values),
    ].join(' AND ');
  const calls = countedCalls(query, { ...query, visible: query.visibleCalls }, values);
  const paid = `SELECT d."isPrevious", d."key", d."currency", t."value" FROM "deal" d
    JOIN "Transaction" t ON t."workspaceId" = $1 AND t."dealId" = d."id"`;
  const payments = `SELECT ${grouped(keyOfSale(query, 'dealUserId', values))}, r."currency", r."value", r."refundOf"
    FROM ${paymentsWithOrigin(joined, query, values)} r WHERE ${conditions('dealUserId', query.visibleTransactions)}`;
  const text = `WITH "deal" AS MATERIALIZED (
      SELECT r."id", ${grouped(keyOfSale(query, 'userId', values))}, r."currency", r."transactionType", r."value"
      FROM ${dealsWithOrigin(joined, query, values)} r WHERE ${conditions('userId', query.visibleDeals)}),
    "counted" AS (
      ${part('deals', { from: 'SELECT * FROM "deal"', by: ['currency', 'transactionType'] }, [
        ...['q."currency"', 'q."transactionType"::text', 'count(*)::int', '0', 'sum(q."value")', 'NULL::numeric'],
      ])}
      UNION ALL ${part('paid', { from: paid, by: ['currency'] }, [
        ...['q."currency"', 'NULL', 'count(*)::int', '0', 'sum(q."value")', 'NULL'],
      ])}
      UNION ALL ${part('transactions', { from: payments, by: ['currency'] }, [
        ...['q."currency"', 'NULL', 'count(*)::int', '0', 'sum(q."value")'],
        'sum(q."value") FILTER (WHERE q."refundOf" IS NOT NULL)',
      ])}
      UNION ALL ${part('calls', { from: calls, of: 'c', by: [] }, [
        ...['NULL', 'NULL', callsIn('true'), callsIn(countedSets.held(timesOfCells)), 'NULL', 'NULL'],
      ])})
    SELECT h."nonce", g."what" IS NOT NULL AS "found", g."what",
      CASE WHEN g."isPrevious" THEN 'previous' WHEN g."isTotal" THEN 'total' ELSE 'group' END AS "part",
      g."key", ${labelOfKey(query.groupBy)} AS "label", g."currency", g."transactionType", g."count", g."held",
      ${amountSql('g."value"')} AS "value", ${amountSql('g."refunds"')} AS "refunds"
    FROM (SELECT ${values.nonce()}) h
    LEFT JOIN "counted" g ON g."isTotal" OR NOT g."isPrevious" AND ${query.groupBy === 'none' ? 'false' : 'true'}`;
  const rows = await db.run<MoneyRow & { readonly found: boolean; readonly nonce: number }>(
    dynamicStatement('reports.money', text, { isCommon: false, cost: 'grows' }),
    values.list,
  );
  return rows.filter(({ found }) => found).map(({ found, nonce, ...row }) => row);
}
