import type { Database } from '#src/db/database.ts';
import { dynamicStatement } from '#src/db/statement.ts';
import type { Deal, DealSum } from '#src/domain/deals/deal.ts';
import { Values } from './list.ts';
import { amountSql } from './record-reader.ts';
import { type DealFilters, dealConditions, dealTable } from './sales.ts';

/** The sums of the deals of one type in one currency. */
export interface DealSumOfType extends DealSum {
  readonly transactionType: Deal['transactionType'];
}

/**
 * What the matching deals are worth and what was paid of them, in one statement, by type and currency. The transactions of a
 * deal are added first, so that none of its payments multiplies its value. They have the currency of their deal.
 */
export async function readDealSums(
  db: Database,
  { workspaceId, ...filters }: DealFilters & { readonly workspaceId: number },
): Promise<DealSumOfType[]> {
  const values = new Values();
  values.add(workspaceId, 'int');
  const table = dealTable(filters, values);
  const conditions = ['r."workspaceId" = $1', ...dealConditions(filters, values)];
  const text = `SELECT h."nonce", s."currency" IS NOT NULL AS "found", s.* FROM (SELECT ${values.nonce()}) h LEFT JOIN (
      SELECT d."transactionType"::text, d."currency", count(*)::int AS "count", ${amountSql('sum(d."value")')} AS "value",
        ${amountSql('sum(d."paid")')} AS "paid"
      FROM (
        SELECT r."transactionType", r."currency", r."value", coalesce(sum(t."value"), 0) AS "paid"
        FROM ${table} r LEFT JOIN "Transaction" t ON t."workspaceId" = $1 AND t."dealId" = r."id"
        WHERE ${conditions.join(' AND ')}
        GROUP BY r."id", r."transactionType", r."currency", r."value"
      ) d GROUP BY d."transactionType", d."currency"
    ) s ON true ORDER BY s."currency", s."transactionType"`;
  const isCommon = filters.searchWords === undefined;
  const rows = await db.run<DealSumOfType & { readonly found: boolean; readonly nonce: number }>(
    dynamicStatement('deals.sums', text, { isCommon, cost: 'grows' }),
    values.list,
  );
  return rows.filter(({ found }) => found).map(({ found, nonce, ...sum }) => sum);
}
